import type { Transaction } from 'kysely';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { isDotPath, type NamespacePath, parentOf } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import { ensureFolder } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { notFound } from './faults.js';
import { changeDurably } from './transaction.js';
import { requireFree } from './write.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A file in the trash, by id. @throws OracleError `forbidden`, `not_found` */
export async function trashedFile(db: Vfs['db'], access: Access, id: string): Promise<FileRow> {
  const row = UUID.test(id)
    ? await db
        .selectFrom('vfs_files')
        .selectAll()
        .where('id', '=', id)
        .where('trashed_at', 'is not', null)
        .executeTakeFirst()
    : undefined;
  const file = row && fileOf(row);
  if (file === undefined || !sees(access, file)) throw notFound();
  return file;
}

/**
 * Takes a file out of the trash, to where it was or elsewhere. It has its own flags again and inherits what the folder
 * there hands down now.
 * @throws OracleError `forbidden`, `not_found`, `conflict` when something is there
 */
export async function restoreFile(
  vfs: Vfs,
  access: Access,
  id: string,
  destination?: NamespacePath,
): Promise<FileRow> {
  requireAbility(access, 'fs/write');
  const { path } = await trashedFile(vfs.db, access, id);
  const to = destination ?? path;
  requireScope(access, to);
  return changeDurably(vfs, access, (trx) => restoreRow(vfs, trx, access, { id, to }));
}

/**
 * Takes files out of the trash to where they were: all or none.
 * @throws OracleError `forbidden`, `not_found`, `conflict` when something is there
 */
export async function restoreFiles(vfs: Vfs, access: Access, files: readonly FileRow[]): Promise<void> {
  requireAbility(access, 'fs/write');
  for (const { path } of files) requireScope(access, path);
  await changeDurably(vfs, access, async (trx) => {
    for (const { id, path } of files) await restoreRow(vfs, trx, access, { id, to: path });
  });
}

async function restoreRow(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  { id, to }: { readonly id: string; readonly to: NamespacePath },
): Promise<FileRow> {
  const file = await trashedFile(trx, access, id);
  await requireFree(trx, file.namespace, to);
  const now = vfs.clock.now();
  const inherited = await ensureFolder(trx, file.namespace, parentOf(to), now);
  const row = await trx
    .updateTable('vfs_files')
    .set({
      trashed_at: null,
      path: to,
      parent: parentOf(to),
      public: file.ownPublic || inherited.public ? 1 : 0,
      hidden: file.ownHidden || inherited.hidden || isDotPath(to) ? 1 : 0,
      updated_at: now,
      updated_by: access.actor,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const restored = fileOf(row);
  await audit(vfs, trx, access, 'restore', restored);
  return restored;
}

/**
 * What was at a path and is in the trash: the file that was put there last; else the files of the folder that went
 * there last, together. With `at`, what went there at that very time.
 * @throws OracleError `forbidden`; `not_found` when there is no such thing
 */
export async function findTrashed(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  at: number | undefined,
): Promise<FileRow[]> {
  requireAbility(access, 'fs/write');
  requireScope(access, path);
  let trashed = vfs.db
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', access.namespace)
    .where('trashed_at', 'is not', null)
    .where((eb) => isSeen(eb as never, access))
    .orderBy('trashed_at', 'desc')
    .orderBy('path');
  if (at !== undefined) trashed = trashed.where('trashed_at', '=', at);
  const file = await trashed.where('path', '=', path).executeTakeFirst();
  if (file !== undefined) return [fileOf(file)];
  const below = trashed.where((eb) => isBelow(eb as never, path));
  const last = await below.limit(1).executeTakeFirst();
  if (last === undefined) throw notFound();
  return (await below.where('trashed_at', '=', last.trashed_at).execute()).map(fileOf);
}
