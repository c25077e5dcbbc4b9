import type { Kysely, Transaction } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { doomBlobs } from '../content/doomed-blobs.js';
import { requireAllSettled } from '../folders/pending-changes.js';
import { SLICE } from '../folders/slice.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { auditEach } from './audit.js';
import { notFound } from './faults.js';
import { isId } from './find.js';
import { mostWordsOf, slicesOf } from './slices.js';
import { bookBytes, changeDurably, changeNamespace } from './transaction.js';

/**
 * Deletes a trashed file for good: its key and rows at once, so that nothing opens its bytes any more, and the bytes
 * soon after.
 * @throws OracleError `forbidden`; `not_found` also for a file that is not in the trash
 */
export async function purgeFile(vfs: Vfs, access: Access, id: string): Promise<FileRow> {
  const file = (await purgeFiles(vfs, access, [id])).get(id);
  if (file === undefined) throw notFound();
  return file;
}

/**
 * As {@link purgeFile}, some at a time. What is not in the trash, or not seen, is left out.
 * @returns what is gone, by its id
 * @throws OracleError `forbidden`
 */
export async function purgeFiles(
  vfs: Vfs,
  access: Access,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, FileRow>> {
  requireAbility(access, 'fs/delete');
  const gone = new Map<string, FileRow>();
  const known = [...new Set(ids)].filter(isId);
  for (let at = 0; at < known.length; at += SLICE) {
    const files = await trashedFiles(vfs.db, access, known.slice(at, at + SLICE));
    for (const slice of slicesOf(files, workOf)) {
      await nextTurn();
      signal?.throwIfAborted();
      for (const file of await purgeSlice(vfs, access, slice)) gone.set(file.id, file);
    }
  }
  // One wait for the disk, which writes what came before it too.
  if (gone.size > 0) await changeDurably(vfs, access, async () => undefined);
  return gone;
}

/**
 * Deletes for good what is in the trash of a path: the file that was there, and all that was below, whenever it went there.
 * @returns how many files
 * @throws OracleError `forbidden`
 */
export async function purgeAt(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  signal?: AbortSignal,
): Promise<number> {
  requireAbility(access, 'fs/delete');
  requireScope(access, path);
  const next = vfs.db
    .selectFrom('vfs_files')
    .select('id')
    .where('namespace', '=', access.namespace)
    .where('trashed_at', 'is not', null)
    .where((eb) => eb.or([eb('path', '=', path), isBelow(eb as never, path)]))
    .where((eb) => isSeen(eb as never, access))
    .limit(SLICE);
  const region = { path, deep: true };
  for (let files = 0; ; ) {
    const rows = await vfs.pending.readAll(access.namespace, region, () => next.execute());
    const ids = rows.map(({ id }) => id);
    const gone = await purgeFiles(vfs, access, ids, signal);
    files += gone.size;
    if (rows.length < SLICE) return files;
  }
}

/** A file's own rows take as long as so many of the index; each version is one more and, as a rule, bytes to be deleted. */
const OWN_ROWS = 20;
const workOf = (file: FileRow) => OWN_ROWS + mostWordsOf(file) + file.version;

function purgeSlice(vfs: Vfs, access: Access, slice: readonly FileRow[]): Promise<FileRow[]> {
  return changeNamespace(vfs, access, async (trx) => {
    const files = await trashedFiles(
      trx,
      access,
      slice.map(({ id }) => id),
    );
    await requireAllSettled(trx, access.namespace, files);
    await purgeRows(vfs, trx, access, files);
    return files;
  });
}

/** Within a transaction that holds the namespace. */
async function purgeRows(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  files: readonly FileRow[],
): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  const versions = await trx
    .selectFrom('vfs_versions')
    .select(['blob', 'size'])
    .where('file_id', 'in', ids)
    .execute();
  // Versions and words go with their file.
  await trx.deleteFrom('vfs_files').where('id', 'in', ids).execute();
  await doomBlobs(trx, vfs.clock, [...new Set(versions.map(({ blob }) => blob))]);
  const bytes = versions.reduce((sum, { size }) => sum + size, 0);
  await bookBytes(vfs, trx, access.namespace, -bytes);
  await auditEach(vfs, trx, access, 'purge', files);
}

async function trashedFiles(
  db: Kysely<VfsTables>,
  access: Access,
  ids: readonly string[],
): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('vfs_files')
    .selectAll()
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .execute();
  return rows.map(fileOf).filter((file) => sees(access, file));
}
