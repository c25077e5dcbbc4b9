import { sql, type Transaction } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { isDoomed, pendingPurges } from '../folders/doomed.js';
import { SLICE } from '../folders/slice.js';
import { trashedAt } from '../folders/trashed-at.js';
import { type Together, trashedTogether } from '../folders/trashed-together.js';
import { isDotPath, isWithin, type NamespacePath, parentOf } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import { ensureFolder } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { changeFolder } from './change-folder.js';
import { notFound } from './faults.js';
import { isId } from './find.js';
import { requireFree } from './free-place.js';
import { changeDurably } from './transaction.js';
import { trashedPages } from './trash.js';

/** A file in the trash, by id. @throws OracleError `forbidden`, `not_found` */
async function trashedFile(db: Vfs['db'], access: Access, id: string): Promise<FileRow> {
  const row = isId(id)
    ? await db
        .selectFrom('vfs_files')
        .selectAll()
        .where('id', '=', id)
        .where('trashed_at', 'is not', null)
        .executeTakeFirst()
    : undefined;
  const file = row && fileOf(row);
  if (file === undefined || !sees(access, file)) throw notFound();
  if (isDoomed(await pendingPurges(db, access.namespace), file)) throw notFound();
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

/** Something in the trash: a file, or what a folder held that went there together. */
export type Trashed =
  | { readonly type: 'file'; readonly file: FileRow }
  | { readonly type: 'folder'; readonly path: NamespacePath; readonly at: number };

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
): Promise<Trashed> {
  requireAbility(access, 'fs/write');
  requireScope(access, path);
  const { namespace } = access;
  return vfs.pending.readAll(namespace, { path, deep: true }, async () => {
    const file = await lastTrashedFile(vfs, access, path, at);
    if (file !== undefined) return { type: 'file', file };
    const went = await lastTrashedBelow(vfs, access, path, at);
    if (went === undefined) throw notFound();
    return { type: 'folder', path, at: went };
  });
}

/** Versions of one place in the trash that are looked at. */
const MOST_OF_ONE_PLACE = 100;

async function lastTrashedFile(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  at: number | undefined,
): Promise<FileRow | undefined> {
  let rows = vfs.db
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', access.namespace)
    .where('path', '=', path)
    .where('trashed_at', 'is not', null)
    .where((eb) => isSeen(eb as never, access));
  if (at !== undefined) rows = rows.where('trashed_at', '=', at);
  const found = await rows.orderBy('trashed_at', 'desc').limit(MOST_OF_ONE_PLACE).execute();
  if (found.length === 0) return undefined;
  const purges = await pendingPurges(vfs.db, access.namespace);
  return found.map(fileOf).find((file) => !isDoomed(purges, file));
}

/** When what is in the trash from below a path went there, the last of it. */
async function lastTrashedBelow(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  at: number | undefined,
): Promise<number | undefined> {
  const { namespace } = access;
  const below = trashedAt(vfs.db, { ...access, path }).where('path', '!=', path);
  const known = at === undefined ? below : trashedTogether(vfs.db, { ...access, path, at });
  const some = await known.selectAll().limit(1).executeTakeFirst();
  if (some === undefined) return undefined;
  if (at !== undefined) {
    const purges = await pendingPurges(vfs.db, namespace);
    return purges.some((purge) => at <= purge.at && isWithin(path, purge.path)) ? undefined : at;
  }
  // In the order of time: what was put there last is found at once.
  for await (const page of trashedPages(vfs, access)) {
    const file = page.files.find((each) => each.path !== path && isWithin(each.path, path));
    if (file !== undefined) return file.trashedAt;
  }
  return undefined;
}

/**
 * Takes what a folder held out of the trash to where it was: all that the request sees of it, or nothing.
 * @returns how many files
 * @throws OracleError `forbidden`, `not_found`, `conflict` when something is in the place of one
 */
export async function restoreFolder(
  vfs: Vfs,
  access: Access,
  { path, at }: { readonly path: NamespacePath; readonly at: number },
): Promise<number> {
  requireAbility(access, 'fs/write');
  requireScope(access, path);
  const { namespace, root, revealed } = access;
  const together = { namespace, path, at, root, revealed };
  // What was found in the trash, and what is counted here, are two looks at many rows: others have their turn between.
  await nextTurn();
  return changeFolder(vfs, access, { kind: 'restore', path, at, root, revealed }, async (trx) => {
    const { files } = await trashedTogether(trx, together)
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .executeTakeFirstOrThrow();
    if (Number(files) === 0) throw notFound();
    await requirePlaces(trx, together);
    return Number(files);
  });
}

/**
 * No file or folder is where one of these is to come, and no file where a folder above one is. Many are not looked up
 * one by one, but by what is there: nothing, after the whole folder went.
 * @throws OracleError `conflict`
 */
async function requirePlaces(trx: Transaction<VfsTables>, together: Together): Promise<void> {
  const { namespace, path } = together;
  const some = await trashedTogether(trx, together).select('path').limit(SLICE).execute();
  const isAll = some.length < SLICE;
  for (const row of isAll ? some : some.slice(0, 1))
    await requireFree(trx, namespace, row.path as NamespacePath);
  if (isAll) return;
  const coming = trashedTogether(trx, together).select('path').limit(1);
  const same = coming.where(sql<boolean>`vfs_files.path = there.path`);
  const below = coming.where(
    sql<boolean>`vfs_files.path > there.path || '/' and vfs_files.path < there.path || '0'`,
  );
  const file = await trx
    .selectFrom('vfs_files as there')
    .select((eb) => eb.fn.coalesce(same, below).as('coming'))
    .where('there.namespace', '=', namespace)
    .where('there.trashed_at', 'is', null)
    .where((eb) => isBelow(eb as never, path))
    .where((eb) => eb.or([eb.exists(same), eb.exists(below)]))
    .limit(1)
    .executeTakeFirst();
  const folder = await trx
    .selectFrom('vfs_folders as there')
    .select('there.path as coming')
    .where('there.namespace', '=', namespace)
    .where((eb) => isBelow(eb as never, path))
    .where((eb) => eb.exists(same))
    .limit(1)
    .executeTakeFirst();
  for (const taken of [file?.coming, folder?.coming])
    if (taken !== undefined && taken !== null) await requireFree(trx, namespace, taken as NamespacePath);
}
