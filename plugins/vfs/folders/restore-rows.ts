import type { Transaction } from 'kysely';
import { auditEach } from '../drive/audit.js';
import { isDotPath, type NamespacePath } from '../paths/namespace-path.js';
import { ensureFolder, type Inherited } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
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
  const rows = await trashedTogether(trx, change).selectAll().orderBy('path').limit(SLICE).execute();
  const now = vfs.clock.now();
  const restored: FileRow[] = [];
  const folders = new Map<string, Inherited>();
  for (const { id, path, parent, own_public, own_hidden } of rows) {
    const inherited =
      folders.get(parent) ?? (await ensureFolder(trx, namespace, parent as NamespacePath, now));
    folders.set(parent, inherited);
    const row = await trx
      .updateTable('vfs_files')
      .set({
        trashed_at: null,
        public: own_public === 1 || inherited.public ? 1 : 0,
        hidden: own_hidden === 1 || inherited.hidden || isDotPath(path as NamespacePath) ? 1 : 0,
        updated_at: now,
        updated_by: by.actor,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    restored.push(fileOf(row));
  }
  await auditEach(vfs, trx, by, 'restore', restored);
  return rows.length < SLICE ? undefined : {};
}
