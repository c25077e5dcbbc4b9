import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeIdentityFile } from '../auth/identity/identity-file.js';
import { errorCode, syncDirectory } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { createDiskBlobs } from '../store/blobs.js';
import { masterKeyFile } from '../store/master-key-file.js';
import { markRestored, markRestoring } from '../store/restore-mark.js';
import { secretsPlace } from './back-up.js';
import { readBlobList } from './blob-list.js';
import { copyBlob, inParallel } from './copy-blob.js';
import { restoreDatabase } from './database-copy.js';
import { type Manifest, type ManifestFile, requireManifest } from './manifest.js';
import { didOf, type OraclePlace } from './oracle-place.js';
import { openSecrets, type Secrets } from './sealed-keys.js';
import { faultOf } from './verify.js';

/**
 * Puts a backup into an empty data directory (and an empty PostgreSQL, where the oracle had one), each byte held to
 * the manifest. Until it is done no oracle starts there.
 * @throws OracleError `not_found` where no backup was finished, `conflict` for a directory that holds something,
 * `forbidden` for another passphrase, `config_invalid` for a damaged backup or another kind of database
 */
export async function restore(dir: string, place: OraclePlace, passphrase: string): Promise<Manifest> {
  const manifest = await requireManifest(dir);
  const { database, keys, blobs } = manifest;
  requireKind(manifest, place);
  await requireEmpty(place.dataDir);
  for (const file of [database, keys, blobs]) await requireWhole(dir, file);
  const text = await readFile(join(dir, keys.path), 'utf8');
  const secrets = await openSecrets(text, passphrase, secretsPlace(database, blobs));
  await requireSameIdentity(manifest, place);

  await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  await markRestoring(place.dataDir);
  const [from, to] = [createDiskBlobs(dir), createDiskBlobs(place.dataDir)];
  await inParallel(readBlobList(join(dir, blobs.path)), async ({ key, sha256 }) => {
    const copied = await copyBlob(from, to, key);
    if (copied.sha256 !== sha256) throw damaged(`blobs/${key} was changed`);
  });
  await writeSecrets(secrets, manifest, place);
  await restoreDatabase(place, join(dir, database.path));
  await syncDirectory(place.dataDir);
  const { createdAt: backupAt } = manifest;
  await markRestored(place.dataDir, { backupAt, restoredAt: new Date().toISOString() });
  return manifest;
}

function requireKind({ database }: Manifest, { databaseUrl }: OraclePlace): void {
  if (database.kind === 'postgres' && databaseUrl === undefined)
    throw new OracleError('config_invalid', {
      detail: 'The backup is of an oracle on PostgreSQL.',
      hint: 'Set DATABASE_URL to an empty PostgreSQL database.',
    });
  if (database.kind === 'sqlite' && databaseUrl !== undefined)
    throw new OracleError('config_invalid', {
      detail: 'The backup is of an oracle on SQLite, and DATABASE_URL is set.',
      hint: 'Take DATABASE_URL away.',
    });
}

async function requireEmpty(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw new OracleError('config_invalid', {
      detail: `DATA_DIR (${dataDir}) cannot be read (${errorCode(error) ?? 'unknown error'}).`,
      hint: 'Set DATA_DIR to a directory that is empty or not there yet.',
    });
  });
  if (present.length === 0) return;
  throw new OracleError('conflict', {
    detail: `DATA_DIR (${dataDir}) is not empty: a restore takes nothing away.`,
    hint: 'Set DATA_DIR to a directory that is empty or not there yet, or move its content away first.',
  });
}

async function requireWhole(dir: string, file: ManifestFile): Promise<void> {
  const fault = await faultOf(dir, file);
  if (fault !== undefined) throw damaged(fault);
}

/** Another identity from the environment would find the files of the oracle, and own none of them. */
async function requireSameIdentity({ did }: Manifest, place: OraclePlace): Promise<void> {
  if (place.signingMnemonic === undefined || (await didOf(place)) === (did ?? undefined)) return;
  throw new OracleError('config_invalid', {
    detail: `SIGNING_MNEMONIC is not the identity of the backup, which is ${did ?? 'of an oracle without one'}.`,
    hint: 'Set it to that of the backup, or take it away: the backup brings its own.',
  });
}

async function writeSecrets(
  { masterKeys, mnemonic }: Secrets,
  { did }: Manifest,
  { dataDir, signingMnemonic }: OraclePlace,
): Promise<void> {
  if (masterKeys.length > 0) {
    const opened = masterKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64url') }));
    await masterKeyFile(dataDir).write(opened);
  }
  if (mnemonic !== null && did !== null && signingMnemonic === undefined)
    await writeIdentityFile(dataDir, { mnemonic, did });
}

function damaged(fault: string): OracleError {
  return new OracleError('config_invalid', {
    detail: `The backup is damaged: ${fault}.`,
    hint: 'oracle backup verify names all that is; use another backup. What was restored so far is incomplete: empty DATA_DIR.',
  });
}
