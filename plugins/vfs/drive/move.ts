import { sql, type Transaction } from 'kysely';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { followFolder } from '../access/shared-folders.js';
import type { Namespace } from '../paths/namespace.js';
import {
  ancestorsOf,
  isDotPath,
  isWithin,
  type NamespacePath,
  parentOf,
  ROOT,
} from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import { ensureFolder, inheritAnew, pruneFolders } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { changeFolder } from './change-folder.js';
import { conflict, notFound, occupied } from './faults.js';
import { fileById, folderAt } from './find.js';
import { requireFree } from './free-place.js';
import { checkPreconditions, type Preconditions } from './preconditions.js';
import { changeDurably } from './transaction.js';
import { trashRow } from './trash.js';
import { requireWholeFolder } from './whole-folder.js';
import { activeFile } from './write.js';

const LONGEST_PATH = 1024;

export interface FileMove extends Preconditions {
  readonly to: NamespacePath;
  /** Put the file that is there into the trash, in the same step. Default: `conflict`. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Renames or moves a file. Its id, its links by id and by CID, its versions and its own flags stay; what it inherits
 * is what the new folder hands down.
 * @throws OracleError `forbidden`, `not_found`, `conflict` for an occupied destination, `precondition_failed`
 */
export async function moveFile(vfs: Vfs, access: Access, id: string, move: FileMove): Promise<FileRow> {
  const seen = await fileById(vfs, access, 'fs/write', id);
  requireScope(access, move.to);
  if (move.overwrite === true) requireAbility(access, 'fs/delete');
  const { namespace } = seen;
  return changeDurably(vfs, access, async (trx) => {
    const file = await activeFile(trx, id);
    if (file === undefined || !sees(access, file)) throw notFound();
    checkPreconditions(file, move);
    if (file.path === move.to) return file;
    await makeRoom(vfs, trx, access, move);
    const now = vfs.clock.now();
    const inherited = await ensureFolder(trx, namespace, parentOf(move.to), now);
    const row = await trx
      .updateTable('vfs_files')
      .set({
        path: move.to,
        parent: parentOf(move.to),
        public: file.ownPublic || inherited.public ? 1 : 0,
        hidden: file.ownHidden || inherited.hidden || isDotPath(move.to) ? 1 : 0,
        updated_at: now,
        updated_by: access.actor,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await pruneFolders(trx, namespace, parentOf(file.path));
    const moved = fileOf(row);
    await audit(vfs, trx, access, 'move', moved, file);
    return moved;
  });
}

async function makeRoom(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  { to, overwrite }: FileMove,
): Promise<void> {
  if (overwrite !== true) return requireFree(trx, access.namespace, to).catch(asOccupied);
  const there = await trx
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', access.namespace)
    .where('path', '=', to)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (there !== undefined) {
    const file = fileOf(there);
    if (!sees(access, file)) throw occupied();
    await trashRow(vfs, trx, access, file);
  }
  await requireFree(trx, access.namespace, to);
}

function asOccupied(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === 'conflict' ? occupied() : error;
}

/**
 * Renames or moves a folder with all that is in it, in one step. Ids and own flags stay.
 * @throws OracleError `forbidden`, `not_found`, `conflict`
 */
export async function moveFolder(
  vfs: Vfs,
  access: Access,
  from: NamespacePath,
  to: NamespacePath,
): Promise<FolderRow> {
  const folder = await folderAt(vfs, access, 'fs/write', from);
  requireScope(access, to);
  if (from === ROOT || to === ROOT) throw conflict('The root cannot be moved or replaced.');
  if (isWithin(to, from)) throw conflict('A folder cannot be moved into itself.');
  const { namespace } = access;
  const moved = await changeFolder(vfs, access, { kind: 'move', path: from, target: to }, async (trx) => {
    await requireWholeFolder(trx, access, from);
    await requireFolderPlace(trx, namespace, from, to);
    await ensureFolder(trx, namespace, parentOf(to), vfs.clock.now());
    await trx
      .updateTable('vfs_folders')
      .set({ path: to, parent: parentOf(to) })
      .where('namespace', '=', namespace)
      .where('path', '=', from)
      .execute();
    await pruneFolders(trx, namespace, parentOf(from));
    const row = await inheritAnew(trx, namespace, to);
    await audit(vfs, trx, access, 'move', row, folder);
    return row;
  });
  await followFolder(vfs, access, from, to);
  return moved;
}

async function requireFolderPlace(
  trx: Transaction<VfsTables>,
  namespace: Namespace,
  from: NamespacePath,
  to: NamespacePath,
): Promise<void> {
  const file = await trx
    .selectFrom('vfs_files')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [...ancestorsOf(to), to])
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  const folder = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', '=', to)
    .executeTakeFirst();
  if (file !== undefined || folder !== undefined) throw occupied();
  // The database counts code points, the limit UTF-16 units, of which there are at most twice as many.
  const most = LONGEST_PATH - to.length + from.length;
  const long = await trx
    .selectFrom('vfs_files')
    .select('path')
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isBelow(eb as never, from))
    .where(sql<number>`length(path)`, '>', Math.floor(most / 2))
    .execute();
  if (long.some(({ path }) => path.length > most))
    throw conflict(`A path below the folder would have more than ${LONGEST_PATH} characters.`);
}
