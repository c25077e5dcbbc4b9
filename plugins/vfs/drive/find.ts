import type { Ability } from '../access/abilities.js';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { notFound } from './faults.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are UUIDs; nothing else is looked up. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/**
 * An active file by its id.
 * @throws OracleError `forbidden` without the ability; `not_found` when it is absent, out of scope or hidden
 */
export async function fileById(vfs: Vfs, access: Access, ability: Ability, id: string): Promise<FileRow> {
  requireAbility(access, ability);
  const file = isId(id) ? await vfs.files.findFile(id) : undefined;
  if (file === undefined || !sees(access, file)) throw notFound();
  return file;
}

/**
 * An active file by its exact path.
 * @throws OracleError `forbidden` without the ability or out of scope; `not_found` when it is absent or hidden
 */
export async function fileAt(
  vfs: Vfs,
  access: Access,
  ability: Ability,
  path: NamespacePath,
): Promise<FileRow> {
  requireAbility(access, ability);
  requireScope(access, path);
  const file = await fileHere(vfs, access, path);
  if (file === undefined) throw notFound();
  return file;
}

/** As {@link fileAt}, for a folder. */
export async function folderAt(
  vfs: Vfs,
  access: Access,
  ability: Ability,
  path: NamespacePath,
): Promise<FolderRow> {
  requireAbility(access, ability);
  requireScope(access, path);
  const folder = await vfs.files.findFolderAt(access.namespace, path);
  if (folder === undefined || !sees(access, folder)) throw notFound('folder');
  return folder;
}

/** As {@link fileById}, for a folder. */
export async function folderById(vfs: Vfs, access: Access, ability: Ability, id: string): Promise<FolderRow> {
  requireAbility(access, ability);
  const folder = isId(id) ? await vfs.files.findFolder(id) : undefined;
  if (folder === undefined || !sees(access, folder)) throw notFound('folder');
  return folder;
}

/** The active file at exactly this path, when the request may see it. Asks for no ability. */
export async function fileHere(vfs: Vfs, access: Access, path: NamespacePath): Promise<FileRow | undefined> {
  const file = await vfs.files.findFileAt(access.namespace, path);
  return file !== undefined && sees(access, file) ? file : undefined;
}
