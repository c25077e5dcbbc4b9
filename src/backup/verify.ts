import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../kit/index.js';
import { secretsPlace } from './back-up.js';
import { readBlobList } from './blob-list.js';
import { inParallel } from './copy-blob.js';
import { hashFile } from './hash-file.js';
import { type Manifest, type ManifestFile, requireManifest } from './manifest.js';
import { openSecrets } from './sealed-keys.js';

/**
 * Reads a whole backup and holds it to its manifest.
 * @param passphrase also opens the keys, which are bound to the rest
 * @returns what is damaged, one line each
 * @throws OracleError `not_found` where no backup was finished, `config_invalid` for a manifest that is none
 */
export async function verifyBackup(
  dir: string,
  passphrase: string | undefined,
): Promise<{ manifest: Manifest; faults: readonly string[] }> {
  const manifest = await requireManifest(dir);
  const { database, keys, blobs } = manifest;
  const faults: string[] = [];
  const note = (fault: string | undefined) => {
    if (fault !== undefined) faults.push(fault);
  };
  for (const file of [database, keys, blobs]) note(await faultOf(dir, file));
  if (passphrase !== undefined && faults.length === 0)
    await openSecrets(
      await readFile(join(dir, keys.path), 'utf8'),
      passphrase,
      secretsPlace(database, blobs),
    );
  if (!faults.some((fault) => fault.startsWith(blobs.path))) {
    await inParallel(readBlobList(join(dir, blobs.path)), async ({ key, ...entry }) =>
      note(await faultOf(dir, { path: `blobs/${key}`, ...entry })),
    );
  }
  return { manifest, faults };
}

/** What is wrong with a file of a backup. */
export async function faultOf(
  dir: string,
  { path, size, sha256 }: ManifestFile,
): Promise<string | undefined> {
  try {
    const found = await hashFile(join(dir, path));
    if (found.size !== size) return `${path} has ${found.size} bytes and not ${size}`;
    return found.sha256 === sha256 ? undefined : `${path} was changed`;
  } catch (error) {
    return `${path} cannot be read (${errorCode(error) ?? 'unknown error'})`;
  }
}
