import type { Transaction } from 'kysely';
import { doomBlobs } from '../content/doomed-blobs.js';
import { auditEach } from '../drive/audit.js';
import { mostWordsOf, slicesOf } from '../drive/slices.js';
import { bookBytes } from '../drive/transaction.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import type { ChangedBy, Purge } from './folder-change.js';
import type { Left } from './follow.js';
import { SLICE } from './slice.js';
import { trashedAt } from './trashed-at.js';

/** A file's own rows take as long as so many of the index; each version is one more and, as a rule, bytes to be deleted. */
const OWN_ROWS = 20;
export const workOfPurge = (file: FileRow): number => OWN_ROWS + mostWordsOf(file) + file.version;

/** The next files of a trash go for good, in the order of their paths. */
export async function purgeNext(vfs: Vfs, trx: Transaction<VfsTables>, purge: Purge): Promise<Left> {
  const rows = await trashedAt(trx, purge, purge.reached)
    .selectAll()
    .where('trashed_at', '<=', purge.at)
    .orderBy('path')
    .limit(SLICE)
    .execute();
  const [slice = []] = slicesOf(rows.map(fileOf), workOfPurge);
  await purgeRows(vfs, trx, purge.by, slice);
  const last = slice.at(-1);
  return last === undefined || (rows.length < SLICE && slice.length === rows.length)
    ? undefined
    : { reached: last.path };
}

/** Within a transaction that holds the namespace. */
export async function purgeRows(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  by: ChangedBy,
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
  await bookBytes(vfs, trx, by.namespace, -bytes);
  await auditEach(vfs, trx, by, 'purge', files);
}
