import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { ancestorsOf, isDotPath, type NamespacePath, parentOf, ROOT } from '../paths/namespace-path.js';
import type { FolderRow } from '../types.js';
import { isBelow } from './conditions.js';
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

/**
 * Brings the effective flag of a folder and of everything below it in line with the own flags there and with what
 * the folder inherits. Folders that end up published or hidden get their id.
 */
export async function cascade(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
  flag: Flag,
): Promise<void> {
  const row = await folderAt(trx, namespace, folder);
  if (row === undefined) return;
  const above = folder === ROOT ? NOTHING : await inheritedAt(trx, namespace, parentOf(folder));
  const own = flag === 'public' ? row.ownPublic : row.ownHidden;
  const effective = own || above[flag] || (flag === 'hidden' && isDotPath(folder));
  await trx
    .updateTable('vfs_folders')
    .set({ [flag]: bit(effective) })
    .where('namespace', '=', namespace)
    .where('path', '=', folder)
    .execute();
  if (effective) await flagAllBelow(trx, namespace, folder, flag);
  else await unflagBelow(trx, namespace, folder, flag);
  await giveIds(trx, namespace, folder);
}

async function flagAllBelow(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
  flag: Flag,
): Promise<void> {
  for (const table of ['vfs_folders', 'vfs_files'] as const) {
    await trx
      .updateTable(table)
      .set({ [flag]: 1 })
      .where('namespace', '=', namespace)
      .where((eb) => isBelow(eb as never, folder))
      .where(flag, '=', 0)
      .execute();
  }
}

/** Leaves the flag only where something below has it of its own. */
async function unflagBelow(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folder: NamespacePath,
  flag: Flag,
): Promise<void> {
  const own = `own_${flag}` as const;
  const kept =
    flag === 'public'
      ? sql<number>`own_public`
      : sql<number>`case when own_hidden = 1 or path like '%/.%' then 1 else 0 end`;
  for (const table of ['vfs_folders', 'vfs_files'] as const) {
    await trx
      .updateTable(table)
      .set({ [flag]: kept })
      .where('namespace', '=', namespace)
      .where((eb) => isBelow(eb as never, folder))
      .execute();
  }
  const flagged = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where((eb) => isBelow(eb as never, folder))
    .where(own, '=', 1)
    .orderBy('path')
    .execute();
  for (const { path } of flagged) await flagAllBelow(trx, namespace, path as NamespacePath, flag);
}

/** An id for every folder, from this one down, that is published or hidden and has none yet. Ids are never taken back. */
async function giveIds(trx: Kysely<VfsTables>, namespace: Namespace, folder: NamespacePath): Promise<void> {
  const nameless = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where((eb) => eb.or([eb('path', '=', folder), isBelow(eb as never, folder)]))
    .where('id', 'is', null)
    .where((eb) => eb.or([eb('public', '=', 1), eb('hidden', '=', 1)]))
    .execute();
  for (const { path } of nameless) {
    await trx
      .updateTable('vfs_folders')
      .set({ id: randomUUID() })
      .where('namespace', '=', namespace)
      .where('path', '=', path)
      .execute();
  }
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
