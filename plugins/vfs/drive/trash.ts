import type { Transaction } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import { type Access, requireAbility, sees } from '../access/access.js';
import { followFolder } from '../access/shared-folders.js';
import { isDoomed, pendingPurges, requireAfterPurges } from '../folders/doomed.js';
import { type NamespacePath, parentOf, ROOT } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import { pruneFolders } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { changeFolder } from './change-folder.js';
import { conflict, notFound } from './faults.js';
import { fileById, folderAt } from './find.js';
import { changeDurably } from './transaction.js';
import { requireWholeFolder } from './whole-folder.js';
import { activeFile } from './write.js';

/**
 * Puts a file into the trash: it is served nowhere, its path is free, its content and flags are kept.
 * @throws OracleError `forbidden`, `not_found`
 */
export async function trashFile(
  vfs: Vfs,
  access: Access,
  id: string,
  at = vfs.clock.now(),
): Promise<FileRow> {
  await fileById(vfs, access, 'fs/delete', id);
  return changeDurably(vfs, access, async (trx) => {
    const file = await activeFile(trx, id);
    if (file === undefined || !sees(access, file)) throw notFound();
    await trashRow(vfs, trx, access, file, at);
    return file;
  });
}

/**
 * Puts all that a folder holds into the trash. The folder is gone with it, also as something published.
 * @throws OracleError `forbidden`, `not_found`, `conflict`
 */
export async function trashFolder(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  at = vfs.clock.now(),
): Promise<{ readonly files: number }> {
  await folderAt(vfs, access, 'fs/delete', path);
  if (path === ROOT)
    throw conflict('The root cannot be put into the trash.', 'Name the folders or files in it.');
  const trashed = await changeFolder(vfs, access, { kind: 'trash', path, at }, async (trx) => {
    const { namespace } = access;
    await requireAfterPurges(trx, namespace, path, at);
    await requireWholeFolder(trx, access, path);
    const { files } = await trx
      .selectFrom('vfs_files')
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .where('namespace', '=', namespace)
      .where('trashed_at', 'is', null)
      .where((eb) => isBelow(eb as never, path))
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('vfs_folders').where('namespace', '=', namespace).where('path', '=', path).execute();
    await pruneFolders(trx, namespace, parentOf(path));
    return { files: Number(files) };
  });
  await followFolder(vfs, access, path);
  return trashed;
}

/** Within a transaction: this active file goes into the trash. */
export async function trashRow(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  file: FileRow,
  now = vfs.clock.now(),
): Promise<void> {
  await requireAfterPurges(trx, access.namespace, file.path, now);
  await trx
    .updateTable('vfs_files')
    .set({ trashed_at: now, updated_at: now, updated_by: access.actor })
    .where('id', '=', file.id)
    .execute();
  await pruneFolders(trx, access.namespace, parentOf(file.path));
  await audit(vfs, trx, access, 'trash', file);
}

/** Files of the trash that are looked at in one turn. */
const PAGE = 500;
/** Turns of one look: of a trash that is being purged many are looked at, and none is shown. */
const MOST_PAGES = 20;

/** A page of the trash. `next` is the last that was looked at, where there may be more. */
export interface TrashPage {
  readonly files: readonly FileRow[];
  readonly next?: TrashPlace;
}

/** Trashed files that the request may see, the last ones first. `after` is the last of the page before. */
export function listTrash(vfs: Vfs, access: Access, limit: number, after?: TrashPlace): Promise<TrashPage> {
  requireAbility(access, 'fs/list');
  const whole = { path: ROOT, deep: true };
  return vfs.pending.readAll(access.namespace, whole, async () => {
    const files: FileRow[] = [];
    let pages = 0;
    for await (const page of trashedPages(vfs, access, after, limit + 1)) {
      files.push(...page.files);
      const last = files[limit - 1];
      if (last?.trashedAt !== undefined && (files.length > limit || page.next !== undefined))
        return { files: files.slice(0, limit), next: { trashedAt: last.trashedAt, id: last.id } };
      pages += 1;
      if (pages === MOST_PAGES && page.next !== undefined) return { files, next: page.next };
    }
    return { files };
  });
}

/** Where a file stands in the trash. */
export interface TrashPlace {
  readonly trashedAt: number;
  readonly id: string;
}

/**
 * What is in the trash, the last first, as the request sees it and no purge under way takes it: page by page, others having
 * their turns between.
 */
export async function* trashedPages(
  vfs: Vfs,
  access: Access,
  after?: TrashPlace,
  wanted = PAGE,
): AsyncGenerator<TrashPage> {
  const { namespace } = access;
  const purges = await pendingPurges(vfs.db, namespace);
  const size = purges.length === 0 ? Math.min(PAGE, wanted) : PAGE;
  for (let last = after; ; ) {
    let rows = vfs.db
      .selectFrom('vfs_files')
      .selectAll()
      .where('namespace', '=', namespace)
      .where('trashed_at', 'is not', null);
    if (last !== undefined) {
      const { trashedAt, id } = last;
      rows = rows.where((eb) =>
        eb.or([
          eb('trashed_at', '<', trashedAt),
          eb.and([eb('trashed_at', '=', trashedAt), eb('id', '<', id)]),
        ]),
      );
    }
    const page = await rows
      .where((eb) => isSeen(eb as never, access))
      .orderBy('trashed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute();
    const looked = page.map(fileOf);
    const files = looked.filter((file) => !isDoomed(purges, file));
    const end = looked.at(-1);
    if (looked.length < size || end?.trashedAt === undefined) return yield { files };
    last = { trashedAt: end.trashedAt, id: end.id };
    yield { files, next: last };
    await nextTurn();
  }
}
