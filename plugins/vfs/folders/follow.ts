import type { Transaction } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import { lockNamespace } from '../drive/transaction.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import { refreshFlags } from './flag-rows.js';
import { changeOf, type FolderChange, rowOf } from './folder-change.js';
import { moveRows } from './move-rows.js';
import { purgeNext } from './purge-rows.js';
import { restoreRows } from './restore-rows.js';
import { trashRowsBelow } from './trash-rows.js';

/** What is left after a slice: where to go on; undefined when all rows have followed. */
export type Left = { readonly reached?: string } | undefined;

/** One slice of rows, found by that they have not followed yet: after a kill it goes on, and does nothing twice. */
function followSlice(vfs: Vfs, trx: Transaction<VfsTables>, change: FolderChange): Promise<Left> {
  switch (change.kind) {
    case 'trash':
      return trashRowsBelow(vfs, trx, change);
    case 'restore':
      return restoreRows(vfs, trx, change);
    case 'move':
      return moveRows(trx, change);
    case 'flags':
      return refreshFlags(trx, change);
    case 'purge':
      return purgeNext(vfs, trx, change);
  }
}

/** Lets the rows of a decided change follow, a short transaction at a time, others having their turns between. */
export async function followChange(vfs: Vfs, { id, namespace }: FolderChange): Promise<void> {
  for (;;) {
    await nextTurn();
    const isThrough = await vfs.db.transaction().execute(async (trx) => {
      await lockNamespace(vfs, trx, namespace);
      const row = await trx
        .selectFrom('vfs_folder_changes')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      // Another process brought it to its end.
      if (row === undefined) return true;
      const left = await followSlice(vfs, trx, changeOf(row));
      if (left === undefined) await trx.deleteFrom('vfs_folder_changes').where('id', '=', id).execute();
      else if (left.reached !== undefined)
        await trx
          .updateTable('vfs_folder_changes')
          .set({ reached: left.reached })
          .where('id', '=', id)
          .execute();
      return { trx, isThrough: left === undefined };
    });
    if (isThrough === true) return;
    vfs.changes.committed(isThrough.trx);
    if (isThrough.isThrough) return;
  }
}

/**
 * In the transaction that decides a change: its first slice, and a note of the rest if there is one.
 * @returns whether rows are left
 */
export async function beginChange(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  change: FolderChange,
): Promise<boolean> {
  const left = await followSlice(vfs, trx, change);
  if (left === undefined) return false;
  await trx
    .insertInto('vfs_folder_changes')
    .values(rowOf({ ...change, ...left }))
    .execute();
  await trx
    .updateTable('vfs_namespaces')
    .set((eb) => ({ folder_changes: eb('folder_changes', '+', 1) }))
    .where('namespace', '=', change.namespace)
    .execute();
  return true;
}
