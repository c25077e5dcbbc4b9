import type { Transaction } from 'kysely';
import { auditEach } from '../drive/audit.js';
import { isBelow } from '../store/conditions.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import type { FolderChange } from './folder-change.js';
import type { Left } from './follow.js';
import { SLICE } from './slice.js';

/** The next files below go into the trash; then the folders go. */
export async function trashRowsBelow(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  change: FolderChange & { readonly kind: 'trash' },
): Promise<Left> {
  const { namespace, path, by, at } = change;
  const rows = await trx
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isBelow(eb as never, path))
    .orderBy('path')
    .limit(SLICE)
    .execute();
  if (rows.length > 0) {
    await trx
      .updateTable('vfs_files')
      .set({ trashed_at: at, updated_at: at, updated_by: by.actor })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    await auditEach(vfs, trx, by, 'trash', rows.map(fileOf));
    if (rows.length === SLICE) return {};
  }
  const folders = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where((eb) => isBelow(eb as never, path))
    .orderBy('path')
    .limit(SLICE)
    .execute();
  if (folders.length > 0)
    await trx
      .deleteFrom('vfs_folders')
      .where('namespace', '=', namespace)
      .where(
        'path',
        'in',
        folders.map((folder) => folder.path),
      )
      .execute();
  return folders.length < SLICE ? undefined : {};
}
