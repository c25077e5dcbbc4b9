import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { ancestorsOf, isDotPath, type NamespacePath, parentOf, ROOT } from '../paths/namespace-path.js';
import type { FolderRow } from '../types.js';
import { folderOf } from './rows.js';
import type { VfsTables } from './tables.js';

/** The two flags that a folder hands down to all below it. */
export type Flag = 'public' | 'hidden';

/** Effective flags, as what lies in a folder inherits them. */
export interface Inherited {
  readonly public: boolean;
  readonly hidden: boolean;
}

const NOTHING: Inherited = { public: false, hidden: false };
const bit = (flag: boolean): number => (flag ? 1 : 0);

/**
 * Makes sure that the folder and all above it have rows, and says what the folder hands down.
 * Call it within a transaction that holds the namespace's lock.
 */
export async function ensureFolder(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
  now: number,
): Promise<Inherited> {
  const wanted = [ROOT, ...ancestorsOf(folder), ...(folder === ROOT ? [] : [folder])];
  const rows = await trx
    .selectFrom('vfs_folders')
    .selectAll()
    .where('namespace', '=', namespace)
    .where('path', 'in', wanted)
    .execute();
  const present = new Map(rows.map((row) => [row.path, folderOf(row)]));
  let inherited: Inherited = present.get(ROOT) ?? NOTHING;
  for (const path of wanted.slice(1)) {
    const row = present.get(path);
    inherited = row ?? (await insertFolder(trx, namespace, path, inherited, now));
  }
  return inherited;
}

/** Adds a folder without flags of its own. */
async function insertFolder(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  path: NamespacePath,
  inherited: Inherited,
  now: number,
): Promise<Inherited> {
  const flags = { public: inherited.public, hidden: inherited.hidden || isDotPath(path) };
  await trx
    .insertInto('vfs_folders')
    .values({
      namespace,
      path,
      parent: parentOf(path),
      id: flags.public || flags.hidden ? randomUUID() : null,
      own_public: 0,
      own_hidden: 0,
      public: bit(flags.public),
      hidden: bit(flags.hidden),
      updated_at: now,
    })
    .execute();
  return flags;
}

/** What a place inherits from the folder that holds it; nothing where there is no such folder. */
export async function inheritedAt(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
): Promise<Inherited> {
  return (await folderAt(trx, namespace, folder)) ?? NOTHING;
}

async function folderAt(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
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

/** Brings the effective flags of one folder in line with its own and with what it inherits; what lies in it follows. */
export async function inheritAnew(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
): Promise<FolderRow> {
  const { id, ownPublic, ownHidden } = (await folderAt(trx, namespace, folder)) ?? missing();
  const above = folder === ROOT ? NOTHING : await inheritedAt(trx, namespace, parentOf(folder));
  const flags = {
    public: bit(ownPublic || above.public),
    hidden: bit(ownHidden || above.hidden || isDotPath(folder)),
  };
  const row = await trx
    .updateTable('vfs_folders')
    .set({ ...flags, id: idWith(id, flags) })
    .where('namespace', '=', namespace)
    .where('path', '=', folder)
    .returningAll()
    .executeTakeFirstOrThrow();
  return folderOf(row);
}

function missing(): never {
  throw new Error('A folder without a row cannot inherit.');
}

/** The id that a folder has, or gets once it is published or hidden. Ids are never taken back. */
export function idWith(
  id: string | null | undefined,
  flags: { readonly public: number; readonly hidden: number },
): string | null {
  return id ?? (flags.public === 1 || flags.hidden === 1 ? randomUUID() : null);
}

/** Drops the folder and those above it as far as they are empty, were not made and have no flag of their own. */
export async function pruneFolders(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
): Promise<void> {
  for (let path = folder; path !== ROOT; path = parentOf(path)) {
    if (await holdsAnything(trx, namespace, path)) return;
    const { numDeletedRows } = await trx
      .deleteFrom('vfs_folders')
      .where('namespace', '=', namespace)
      .where('path', '=', path)
      .where('own_public', '=', 0)
      .where('own_hidden', '=', 0)
      .where('made', '=', 0)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
  }
}

async function holdsAnything(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
): Promise<boolean> {
  const file = await trx
    .selectFrom('vfs_files')
    .select('id')
    .where('namespace', '=', namespace)
    .where('parent', '=', folder)
    .where('trashed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (file !== undefined) return true;
  const child = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('parent', '=', folder)
    .limit(1)
    .executeTakeFirst();
  return child !== undefined;
}
