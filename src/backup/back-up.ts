import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { messageOf, syncDirectory } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { createDiskBlobs } from '../store/blobs.js';
import { listBlobs } from '../store/list-blobs.js';
import { type FileLock, lockFile } from '../store/lock-file.js';
import { type MasterKey, masterKeyFile } from '../store/master-key-file.js';
import { type BlobEntry, readBlobList, writeBlobList } from './blob-list.js';
import { copyBlob, inParallel, placeOf } from './copy-blob.js';
import { copyDatabase } from './database-copy.js';
import { hashFile } from './hash-file.js';
import { type Manifest, readManifest, writeManifest } from './manifest.js';
import { didOf, mnemonicOf, type OraclePlace } from './oracle-place.js';
import { sealSecrets } from './sealed-keys.js';

const LOCK = 'backup.lock';
/** A pass over the blobs that takes no longer leaves little for after the database. */
const SHORT_PASS_MS = 60_000;
const MOST_PASSES = 5;
/** So long are bytes kept that a running oracle drops its last reference to. */
const GRACE_MS = 5 * 60 * 1_000;

/** The clock of a file system may go in steps. */
const CLOCK_STEP_MS = 20;

export interface BackupOptions {
  readonly dir: string;
  readonly place: OraclePlace;
  readonly passphrase: string;
  readonly now: () => number;
  /** The version that makes the backup. */
  readonly runtime: string;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** Blobs that the directory did not hold yet. */
  readonly copied: number;
  /** The database took so long that bytes of files which were purged meanwhile may be missing. */
  readonly slow: boolean;
}

/**
 * Backs up a whole oracle, which may go on meanwhile. Blobs never change, so only new ones are copied: most of them
 * before the database, so that it refers to few that are not there yet, and the rest right after it, while the oracle
 * still keeps what it has dropped since. The manifest comes last: until then the directory holds the backup before.
 * @throws OracleError `conflict` for a directory of something else or another backup under way, `insufficient_storage`
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { dir, place, now } = options;
  const lock = await takeDirectory(dir, place.dataDir);
  try {
    const snapshot = await newSnapshot(dir, now());
    try {
      const copy = await knownCopy(options);
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const began = now();
        await copy.pass();
        if (now() - began < SHORT_PASS_MS) break;
      }
      const masterKeys = masterKeyFile(place.dataDir);
      const keysBefore = await masterKeys.read();
      const began = now();
      const database = await snapshot.add(databaseName(place), (path) => copyDatabase(place, path));
      const keysAfter = await masterKeys.read();
      await copy.pass(now() + CLOCK_STEP_MS);
      const slow = now() - began > GRACE_MS;
      const blobs = await snapshot.add('blobs.jsonl', (path) => writeBlobList(path, copy.entries.values()));
      // A rotation may have ended in between: the database's keys are then wrapped by either.
      const secrets = {
        masterKeys: byId([...(keysBefore ?? []), ...(keysAfter ?? [])]),
        mnemonic: (await mnemonicOf(place)) ?? null,
      };
      const sealed = await sealSecrets(secrets, options.passphrase, secretsPlace(database, blobs));
      const keys = await snapshot.add('keys.json', (path) => writeFile(path, sealed, { mode: 0o600 }));
      const manifest: Manifest = {
        format: 'oracle-runtime/backup',
        version: 1,
        runtime: options.runtime,
        createdAt: new Date(began).toISOString(),
        did: (await didOf(place)) ?? null,
        database: { kind: place.databaseUrl === undefined ? 'sqlite' : 'postgres', ...database },
        keys,
        blobs: { ...blobs, count: copy.entries.size, bytes: sum(copy.entries.values()) },
      };
      await syncDirectory(snapshot.path);
      await syncDirectory(dirname(snapshot.path));
      await writeManifest(dir, manifest);
      await dropOthers(dir, snapshot.name, copy.entries);
      return { manifest, copied: copy.copied(), slow };
    } catch (error) {
      await rm(snapshot.path, { recursive: true, force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}

/** What the keys of a backup are bound to, so that they open with nothing that was changed. */
export function secretsPlace(database: { sha256: string }, blobs: { sha256: string }): string {
  return `oracle-runtime/backup\n${database.sha256}\n${blobs.sha256}`;
}

async function takeDirectory(dir: string, dataDir: string): Promise<FileLock> {
  const within = relative(resolve(dataDir), resolve(dir));
  if (within === '' || !(within.startsWith('..') || within.startsWith('/')))
    throw new OracleError('conflict', {
      detail: 'The backup would lie in DATA_DIR, which it is to outlive.',
      hint: 'Name a directory elsewhere, best on another disk.',
    });
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OracleError('config_invalid', {
      detail: `The directory ${dir} cannot be made (${messageOf(error)}).`,
      hint: 'Name one that the user of this process may make and write.',
    });
  }
  const present = await readdir(dir);
  if (present.length > 0 && !present.includes(LOCK))
    throw new OracleError('conflict', {
      detail: `${dir} holds something else than backups of an oracle.`,
      hint: 'Name an empty directory, one that is not there yet, or that of the last backup.',
    });
  const lock = await lockFile(join(dir, LOCK));
  if (lock !== undefined) return lock;
  throw new OracleError('conflict', {
    detail: `Another backup into ${dir} is under way.`,
    hint: 'Let it come to its end.',
  });
}

/** A new directory below `snapshots/`, and how a file gets there. */
async function newSnapshot(dir: string, now: number) {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const name = `${time}-${randomBytes(3).toString('hex')}`;
  const path = join(dir, 'snapshots', name);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return {
    name,
    path,
    async add(file: string, write: (path: string) => Promise<void>) {
      await write(join(path, file));
      return { path: `snapshots/${name}/${file}`, ...(await hashFile(join(path, file))) };
    },
  };
}

const databaseName = ({ databaseUrl }: OraclePlace): string =>
  databaseUrl === undefined ? 'oracle.db' : 'oracle.dump';

/** The copying of blobs, over what the backup before this one holds already. */
async function knownCopy({ dir, place }: BackupOptions) {
  const from = createDiskBlobs(place.dataDir);
  const to = createDiskBlobs(dir);
  const former = await formerEntries(dir);
  const entries = new Map<string, BlobEntry>();
  let copied = 0;
  const isThere = async ({ key, size }: Pick<BlobEntry, 'key' | 'size'>) => {
    const place = placeOf(to, key);
    return former.get(key)?.size === size && (await place.blobs.stat(place.key))?.size === size;
  };
  return {
    entries,
    copied: () => copied,
    /** @param until younger ones are left out: the database that was copied does not know them */
    pass: (until = Number.POSITIVE_INFINITY) =>
      inParallel(listBlobs(join(place.dataDir, 'blobs')), async ({ key, size, storedAt }) => {
        if (entries.has(key) || storedAt > until) return;
        const known = former.get(key);
        if (known !== undefined && (await isThere({ key, size }))) {
          entries.set(key, known);
          return;
        }
        const entry = await copyBlob(from, to, key).catch((error: unknown) => {
          // Deleted since it was listed: nothing refers to it.
          if (OracleError.isInstance(error) && error.code === 'not_found') return undefined;
          throw error;
        });
        if (entry === undefined) return;
        entries.set(key, entry);
        copied++;
      }),
  };
}

/** What the directory holds; nothing when that cannot be told, so that all is copied anew. */
async function formerEntries(dir: string): Promise<Map<string, BlobEntry>> {
  const entries = new Map<string, BlobEntry>();
  try {
    const manifest = await readManifest(dir);
    if (manifest === undefined) return entries;
    const path = join(dir, manifest.blobs.path);
    if ((await hashFile(path)).sha256 !== manifest.blobs.sha256) return entries;
    for await (const entry of readBlobList(path)) entries.set(entry.key, entry);
    return entries;
  } catch {
    return new Map();
  }
}

/** Drops what the manifest does not speak of any more: older snapshots, and blobs of files that were purged. */
async function dropOthers(
  dir: string,
  snapshot: string,
  entries: ReadonlyMap<string, BlobEntry>,
): Promise<void> {
  const snapshots = join(dir, 'snapshots');
  for (const name of await readdir(snapshots))
    if (name !== snapshot) await rm(join(snapshots, name), { recursive: true, force: true });
  const stores = createDiskBlobs(dir);
  for await (const { key } of listBlobs(join(dir, 'blobs'))) {
    if (entries.has(key)) continue;
    const place = placeOf(stores, key);
    await place.blobs.delete(place.key);
  }
}

function byId(keys: readonly MasterKey[]): { id: string; key: string }[] {
  const known = new Map(keys.map(({ id, key }) => [id, key.toString('base64url')]));
  return [...known].map(([id, key]) => ({ id, key }));
}

function sum(entries: Iterable<BlobEntry>): number {
  let bytes = 0;
  for (const { size } of entries) bytes += size;
  return bytes;
}
