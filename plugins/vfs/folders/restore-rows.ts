import type { Transaction } from 'kysely';
import { auditEach } from '../drive/audit.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { ensureFolder } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import { inheritedFlag } from './flag-rows.js';
import type { FolderChange } from './folder-change.js';
import type { Left } from './follow.js';
import { SLICE } from './slice.js';
import { trashedTogether } from './trashed-together.js';

/** The next files come out of the trash, each to where it was, and inherit what the folder there hands down now. */
export async function restoreRows(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  change: FolderChange & { readonly kind: 'restore' },
): Promise<Left> {
  const { namespace, by } = change;
  const rows = await trashedTogether(trx, change)
    .select(['id', 'parent'])
    .orderBy('path')
    .limit(SLICE)
    .execute();
  if (rows.length === 0) return undefined;
  const now = vfs.clock.now();
  for (const parent of new Set(rows.map((row) => row.parent)))
    await ensureFolder(trx, namespace, parent as NamespacePath, now);
  const restored = await trx
    .updateTable('vfs_files')
    .set({
      trashed_at: null,
      public: inheritedFlag('public'),
      hidden: inheritedFlag('hidden'),
      updated_at: now,
      updated_by: by.actor,
    })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  await auditEach(vfs, trx, by, 'restore', restored.map(fileOf));
  return rows.length < SLICE ? undefined : {};
}
