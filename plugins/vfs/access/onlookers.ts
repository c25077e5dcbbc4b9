import type { Kysely } from 'kysely';
import type { Principal } from 'oracle-runtime/plugin';
import { ancestorsOf, asPath, isWithin, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import type { Access } from './access.js';

/** Where others read what is stored, and why, as a sentence. */
export interface Sight {
  /** What they see: a file, or a folder with all that is in it. */
  readonly at: NamespacePath;
  /** Anybody reads it; else those with whom it was shared. */
  readonly isPublic: boolean;
  readonly why: string;
}

/**
 * Whether others read what is stored at a path: because the file there or a folder above is public, because a folder above
 * is shared with somebody, or because it is somebody else's.
 */
export async function sightOf(
  vfs: Pick<Vfs, 'db' | 'files' | 'pending' | 'shares'>,
  access: Access,
  principal: Principal,
  path: NamespacePath,
): Promise<Sight | undefined> {
  if (access.isShared === true)
    return sharedSight(access.root, `The folder ${access.root} is somebody else’s, who reads what is in it.`);
  const { namespace } = access;
  const file = await vfs.files.findFileAt(namespace, path);
  if (file?.public === true && file.ownPublic)
    return { at: path, isPublic: true, why: `${path} is public: anybody can download what it holds.` };
  const folder = await vfs.pending.readAll(namespace, { path }, () => publicAbove(vfs.db, access, path));
  if (folder !== undefined) return { at: folder, isPublic: true, why: intoPublic(folder) };
  const shared = await sharedAbove(vfs, access, principal, path);
  return shared && sharedSight(shared, `The folder ${shared} is shared: others read what comes into it.`);
}

const sharedSight = (at: NamespacePath, why: string): Sight => ({ at, isPublic: false, why });

export function intoPublic(folder: NamespacePath): string {
  return `The folder ${folder} is public: what comes into it can be downloaded by anybody.`;
}

async function publicAbove(
  db: Kysely<VfsTables>,
  { namespace }: Access,
  path: NamespacePath,
): Promise<NamespacePath | undefined> {
  const row = await db
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [ROOT, ...ancestorsOf(path)])
    .where('public', '=', 1)
    .executeTakeFirst();
  return row && (row.path as NamespacePath);
}

/** Whoever asks for the owner's files, what the owner has shared of them counts. */
async function sharedAbove(
  { shares }: Pick<Vfs, 'shares'>,
  { namespace, owner }: Access,
  principal: Principal,
  path: NamespacePath,
): Promise<NamespacePath | undefined> {
  if (owner === undefined) return undefined;
  const given = await shares.byMe({ ...principal, id: owner, did: owner }, 'folder');
  return given
    .filter(({ id }) => id.startsWith(`${namespace}/`))
    .flatMap(({ id }) => asPath(id.slice(namespace.length)) ?? [])
    .find((folder) => isWithin(path, folder));
}
