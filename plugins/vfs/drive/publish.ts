import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type Access,
  isOwnToken,
  requireAbility,
  requirePublishing,
  requireScope,
  sees,
} from '../access/access.js';
import { isDotPath, type NamespacePath, parentOf, ROOT } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import { ensureFolder, type Flag, inheritAnew, inheritedAt } from '../store/folders.js';
import { fileOf, folderOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { type AuditedAction, audit } from './audit.js';
import { changeFolder } from './change-folder.js';
import { conflict, notFound } from './faults.js';
import { fileById } from './find.js';
import { changeDurably } from './transaction.js';
import { requireWholeFolder } from './whole-folder.js';
import { activeFile } from './write.js';

const ACTIONS: Readonly<Record<Flag, readonly [off: AuditedAction, on: AuditedAction]>> = {
  public: ['unpublish', 'publish'],
  hidden: ['unhide', 'hide'],
};

/**
 * Sets a file's own flag.
 * @throws OracleError `forbidden`, `not_found`
 */
export async function flagFile(
  vfs: Vfs,
  access: Access,
  id: string,
  flag: Flag,
  value: boolean,
): Promise<FileRow> {
  const { namespace } = await fileById(vfs, access, 'fs/write', id);
  requirePublishing(access);
  return changeDurably(vfs, access, async (trx) => {
    const file = await activeFile(trx, id);
    if (file === undefined || !sees(access, file)) throw notFound();
    const inherited = await inheritedAt(trx, namespace, parentOf(file.path));
    const effective = value || inherited[flag] || (flag === 'hidden' && isDotPath(file.path));
    const row = await trx
      .updateTable('vfs_files')
      .set({ [`own_${flag}`]: value ? 1 : 0, [flag]: effective ? 1 : 0 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const flagged = fileOf(row);
    await audit(vfs, trx, access, ACTIONS[flag][value ? 1 : 0], flagged);
    return flagged;
  });
}

export interface FlaggedFolder {
  readonly folder: FolderRow;
  /** Files below that are effectively public, or hidden, after the change. */
  readonly files: number;
  /** Of what was published: files below that are hidden, and public all the same. */
  readonly hidden: HiddenFiles;
}

export interface HiddenFiles {
  readonly count: number;
  /** Paths of the first few. */
  readonly some: readonly NamespacePath[];
}

const NONE: HiddenFiles = { count: 0, some: [] };
/** Hidden files that the answer to publishing names. */
const MOST_NAMED = 3;

/**
 * Sets a folder's own flag, for the whole subtree and for all that comes into it later. A folder that is not there
 * yet is made, so that it can be published before its first file.
 * @throws OracleError `forbidden`; `not_found` to unset a flag of no folder; `conflict` for a file's path, and to publish
 * what holds hidden things that the request does not see
 */
export async function flagFolder(
  vfs: Vfs,
  access: Access,
  path: NamespacePath,
  flag: Flag,
  value: boolean,
): Promise<FlaggedFolder> {
  requireAbility(access, 'fs/write');
  requireScope(access, path);
  requirePublishing(access);
  const { namespace } = access;
  const folder = await changeFolder(vfs, access, { kind: 'flags', path }, async (trx) => {
    const present = await folderRow(trx, access, path);
    if (present !== undefined && !sees(access, present)) throw notFound('folder');
    if (present === undefined) await makeFolder(vfs, trx, access, path, value);
    if (flag === 'public' && value) await requireWholePublished({ db: trx }, access, path);
    await trx
      .updateTable('vfs_folders')
      .set({ [`own_${flag}`]: value ? 1 : 0, updated_at: vfs.clock.now() })
      .where('namespace', '=', namespace)
      .where('path', '=', path)
      .execute();
    const flagged = await inheritAnew(trx, namespace, path);
    await audit(vfs, trx, access, ACTIONS[flag][value ? 1 : 0], flagged);
    return flagged;
  });
  const files = await countFlagged(vfs, access, path, flag);
  const hidden = flag === 'public' && value ? await hiddenIn(vfs, access, path) : NONE;
  return { folder, files, hidden };
}

/**
 * A token of the owner's own exposes dotfiles with their folder; nothing else exposes what it was not asked to show.
 * @throws OracleError `conflict`
 */
export async function requireWholePublished(
  { db }: { readonly db: Kysely<VfsTables> },
  access: Access,
  path: NamespacePath,
): Promise<void> {
  if (!isOwnToken(access)) await requireWholeFolder(db, access, path);
}

async function makeFolder(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  path: NamespacePath,
  value: boolean,
): Promise<void> {
  const { namespace } = access;
  const file = await trx
    .selectFrom('vfs_files')
    .select('hidden')
    .where('namespace', '=', namespace)
    .where('path', '=', path)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (file !== undefined) {
    if (!sees(access, { namespace, path, hidden: file.hidden === 1 })) throw notFound('folder');
    throw conflict('This path is a file, not a folder.', 'Use PATCH /api/fs/files/:id/public for a file.');
  }
  if (!value && path !== ROOT) throw notFound('folder');
  if (path !== ROOT) {
    await ensureFolder(trx, namespace, path, vfs.clock.now());
    return;
  }
  const row = { namespace, path, parent: path, id: null, updated_at: vfs.clock.now() };
  await trx
    .insertInto('vfs_folders')
    .values({ ...row, own_public: 0, own_hidden: 0, public: 0, hidden: 0 })
    .execute();
}

async function folderRow(
  trx: Transaction<VfsTables>,
  { namespace }: Access,
  path: NamespacePath,
): Promise<FolderRow | undefined> {
  const row = await trx
    .selectFrom('vfs_folders')
    .selectAll()
    .where('namespace', '=', namespace)
    .where('path', '=', path)
    .executeTakeFirst();
  return row && folderOf(row);
}

async function countFlagged(
  vfs: Vfs,
  { namespace }: Access,
  path: NamespacePath,
  flag: Flag,
): Promise<number> {
  const count = vfs.db
    .selectFrom('vfs_files')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    // A literal, so that the planner finds the index.
    .where(flag, '=', sql.lit(1))
    .where((eb) => isBelow(eb as never, path));
  const region = { path, deep: true };
  const { files } = await vfs.pending.readAll(namespace, region, () => count.executeTakeFirstOrThrow());
  return Number(files);
}

async function hiddenIn(vfs: Vfs, { namespace }: Access, path: NamespacePath): Promise<HiddenFiles> {
  const hidden = vfs.db
    .selectFrom('vfs_files')
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where('hidden', '=', sql.lit(1))
    .where('public', '=', 1)
    .where((eb) => isBelow(eb as never, path));
  const { count } = await hidden
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const some = await hidden.select('path').orderBy('path').limit(MOST_NAMED).execute();
  return { count: Number(count), some: some.map((row) => row.path as NamespacePath) };
}
