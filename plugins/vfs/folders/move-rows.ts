import { type Kysely, sql } from 'kysely';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import { idWith } from '../store/folders.js';
import type { VfsTables } from '../store/tables.js';
import { flagsAbove, flagsOf, inheritedFlag } from './flag-rows.js';
import type { FolderChange } from './folder-change.js';
import type { Left } from './follow.js';
import { SLICE } from './slice.js';

type Move = FolderChange & { readonly kind: 'move' };

/** The next rows come to lie below the target, folders before what lies in them, and inherit what is handed down there. */
export async function moveRows(trx: Kysely<VfsTables>, change: Move): Promise<Left> {
  return (await moveFolders(trx, change)) ?? moveFiles(trx, change);
}

async function moveFolders(trx: Kysely<VfsTables>, { namespace, path, target }: Move): Promise<Left> {
  const folders = await trx
    .selectFrom('vfs_folders')
    .selectAll()
    .where('namespace', '=', namespace)
    .where((eb) => isBelow(eb as never, path))
    .orderBy('path')
    .limit(SLICE)
    .execute();
  const rebased = (at: string) => `${target}${at.slice(path.length)}` as NamespacePath;
  const moved = folders.map((folder) => ({
    ...folder,
    path: rebased(folder.path),
    parent: rebased(folder.parent),
    was: folder.path,
  }));
  const above = await flagsAbove(trx, namespace, moved);
  for (const { was, ...folder } of moved) {
    const flags = flagsOf(folder, above.get(folder.parent));
    above.set(folder.path, flags);
    await trx
      .updateTable('vfs_folders')
      .set({ path: folder.path, parent: folder.parent, ...flags, id: idWith(folder.id, flags) })
      .where('namespace', '=', namespace)
      .where('path', '=', was)
      .execute();
  }
  return folders.length < SLICE ? undefined : {};
}

async function moveFiles(trx: Kysely<VfsTables>, { namespace, path, target }: Move): Promise<Left> {
  const rows = await trx
    .selectFrom('vfs_files')
    .select('id')
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isBelow(eb as never, path))
    .orderBy('path')
    .limit(SLICE)
    .execute();
  if (rows.length === 0) return undefined;
  // The database counts code points, JavaScript UTF-16 units.
  const rest = [...path].length + 1;
  const rebased = (column: 'path' | 'parent') =>
    sql<string>`${target} || substr(vfs_files.${sql.ref(column)}, ${sql.lit(rest)})`;
  const place = { path: rebased('path'), parent: rebased('parent') };
  await trx
    .updateTable('vfs_files')
    .set({ ...place, public: inheritedFlag('public', place), hidden: inheritedFlag('hidden', place) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length < SLICE ? undefined : {};
}
