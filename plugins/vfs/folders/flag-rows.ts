import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { isDotPath, type NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import { idWith } from '../store/folders.js';
import type { FolderTable, VfsTables } from '../store/tables.js';
import type { FolderChange } from './folder-change.js';
import type { Left } from './follow.js';
import { SLICE } from './slice.js';

/** Where the walk over the rows is: at folders first, since files inherit from them. */
const FOLDERS = 'folders:';
const FILES = 'files:';

/** Rows that are looked at in one slice; most are as they should be, and are not written. */
const LOOKED_AT = 5 * SLICE;

/** What a folder hands down. */
export type Flags = Pick<Selectable<FolderTable>, 'public' | 'hidden'>;

/** Effective flags of a folder by its own and those of the folder that holds it. */
export function flagsOf(
  folder: Pick<Selectable<FolderTable>, 'own_public' | 'own_hidden'> & { readonly path: string },
  above: Flags | undefined,
): Flags {
  const isHidden = folder.own_hidden === 1 || above?.hidden === 1 || isDotPath(folder.path as NamespacePath);
  return {
    public: folder.own_public === 1 || above?.public === 1 ? 1 : 0,
    hidden: isHidden ? 1 : 0,
  };
}

/** The next rows below inherit anew. */
export async function refreshFlags(trx: Kysely<VfsTables>, change: FolderChange): Promise<Left> {
  const { namespace, path, reached = FOLDERS } = change;
  if (reached.startsWith(FILES)) return refreshFiles(trx, namespace, path, reached.slice(FILES.length));
  return refreshFolders(trx, namespace, path, reached.slice(FOLDERS.length));
}

async function refreshFolders(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  path: NamespacePath,
  after: string,
): Promise<Left> {
  const folders = await trx
    .selectFrom('vfs_folders')
    .selectAll()
    .where('namespace', '=', namespace)
    .where((eb) => isBelow(eb as never, path, after === '' ? undefined : after))
    // Those above come before those below.
    .orderBy('path')
    .limit(SLICE)
    .execute();
  const above = await flagsAbove(trx, namespace, folders);
  for (const folder of folders) {
    const flags = flagsOf(folder, above.get(folder.parent));
    above.set(folder.path, flags);
    const id = idWith(folder.id, flags);
    if (folder.public === flags.public && folder.hidden === flags.hidden && folder.id === id) continue;
    await trx
      .updateTable('vfs_folders')
      .set({ ...flags, id })
      .where('namespace', '=', namespace)
      .where('path', '=', folder.path)
      .execute();
  }
  const last = folders.at(-1);
  return { reached: last === undefined || folders.length < SLICE ? FILES : FOLDERS + last.path };
}

/** Flags of the folders that hold these; they are set from here on as these are. */
export async function flagsAbove(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  folders: readonly { readonly parent: string }[],
): Promise<Map<string, Flags>> {
  const parents = [...new Set(folders.map(({ parent }) => parent))];
  if (parents.length === 0) return new Map();
  const rows = await trx
    .selectFrom('vfs_folders')
    .select(['path', 'public', 'hidden'])
    .where('namespace', '=', namespace)
    .where('path', 'in', parents)
    .execute();
  return new Map(rows.map((row) => [row.path, row]));
}

async function refreshFiles(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  path: NamespacePath,
  after: string,
): Promise<Left> {
  const files = trx
    .selectFrom('vfs_files')
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isBelow(eb as never, path, after === '' ? undefined : after));
  const looked = await files.select('path').orderBy('path').limit(LOOKED_AT).execute();
  const wanted = { public: inheritedFlag('public'), hidden: inheritedFlag('hidden') };
  const stale = await files
    .select('id')
    .where('path', '<=', looked.at(-1)?.path ?? '')
    .where((eb) => eb.or([eb('public', '!=', wanted.public), eb('hidden', '!=', wanted.hidden)]))
    .orderBy('path')
    .limit(SLICE)
    .execute();
  const ids = stale.map(({ id }) => id);
  if (ids.length > 0) await trx.updateTable('vfs_files').set(wanted).where('id', 'in', ids).execute();
  // Those that were set are no longer stale: the same rows are looked at again until none is.
  if (stale.length === SLICE) return { reached: FILES + after };
  const last = looked.at(-1);
  return last === undefined || looked.length < LOOKED_AT ? undefined : { reached: FILES + last.path };
}

/** A file's place: where its row says that it is, or where a move takes it. */
export interface FilePlace {
  readonly path: RawBuilder<string>;
  readonly parent: RawBuilder<string>;
}

const WHERE_IT_IS: FilePlace = { path: sql`vfs_files.path`, parent: sql`vfs_files.parent` };

/** The effective flag of a file by its own, its path and what its folder hands down. */
export function inheritedFlag(
  flag: 'public' | 'hidden',
  { path, parent }: FilePlace = WHERE_IT_IS,
): RawBuilder<number> {
  const own = flag === 'public' ? sql`own_public = 1` : sql`own_hidden = 1 or ${path} like '%/.%'`;
  const above = sql`exists (select 1 from vfs_folders as holder where holder.namespace = vfs_files.namespace
    and holder.path = ${parent} and holder.${sql.ref(flag)} = 1)`;
  return sql<number>`case when ${own} or ${above} then 1 else 0 end`;
}
