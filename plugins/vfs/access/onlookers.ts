import { type Kysely, sql } from 'kysely';
import { exactName } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import { ancestorsOf, asPath, isWithin, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';
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

/** A path as whoever asks knows it, as a question names it. */
export const knownAs = ({ prefix = '' }: Access, path: NamespacePath): string =>
  exactName(path === ROOT && prefix !== '' ? prefix : prefix + path);

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
    return sharedSight(
      access.root,
      `The folder ${knownAs(access, access.root)} is somebody else’s, who reads what is in it.`,
    );
  const { namespace } = access;
  const file = await vfs.files.findFileAt(namespace, path);
  if (file?.public === true && file.ownPublic)
    return {
      at: path,
      isPublic: true,
      why: `${exactName(path)} is public: anybody can download what it holds.`,
    };
  const folder = await vfs.pending.readAll(namespace, { path }, () => publicAbove(vfs.db, access, path));
  if (folder !== undefined) return publicFolderSight(folder);
  const shared = await sharedAbove(vfs, access, principal, path);
  return (
    shared &&
    sharedSight(shared, `The folder ${exactName(shared)} is shared: others read what comes into it.`)
  );
}

/**
 * The same for what moves there from `from`: what is published itself stays so wherever it goes, and its new path is
 * read with it.
 */
export async function sightOfMoved(
  vfs: Pick<Vfs, 'db' | 'files' | 'pending' | 'shares'>,
  access: Access,
  principal: Principal,
  { from, to }: { readonly from: NamespacePath; readonly to: NamespacePath },
): Promise<Sight | undefined> {
  const there = await sightOf(vfs, access, principal, to);
  const at = there === undefined ? await publishedAt(vfs, access, from) : undefined;
  if (at === undefined) return there;
  return { at, isPublic: true, why: `${exactName(at)} is public: anybody can read its new path.` };
}

/** What is published itself at a path, or in the folder there. */
async function publishedAt(
  { db, pending }: Pick<Vfs, 'db' | 'pending'>,
  { namespace }: Access,
  path: NamespacePath,
): Promise<NamespacePath | undefined> {
  const published = (table: 'vfs_files' | 'vfs_folders') =>
    db
      .selectFrom(table)
      .select('path')
      .where('namespace', '=', namespace)
      .where('public', '=', sql.lit(1))
      .where('own_public', '=', 1)
      .where((eb) => eb.or([eb('path', '=', path), isBelow(eb as never, path)]))
      .limit(1);
  const [file, folder] = await pending.readAll(namespace, { path, deep: true }, () =>
    Promise.all([
      published('vfs_files').where('trashed_at', 'is', null).executeTakeFirst(),
      published('vfs_folders').executeTakeFirst(),
    ]),
  );
  const found = folder ?? file;
  return found && (found.path as NamespacePath);
}

const sharedSight = (at: NamespacePath, why: string): Sight => ({ at, isPublic: false, why });

export function publicFolderSight(folder: NamespacePath): Sight {
  const why = `The folder ${exactName(folder)} is public: what comes into it can be downloaded by anybody.`;
  return { at: folder, isPublic: true, why };
}

/** Whether those who see what is stored there read it already where it is. */
export function isSeenAlready(
  sight: Sight,
  from: Pick<FileRow | FolderRow, 'public' | 'path'> | undefined,
): boolean {
  return from !== undefined && (sight.isPublic ? from.public : isWithin(from.path, sight.at));
}

/** The folder at a path or above it by which all below is public: of several the uppermost. */
async function publicAbove(
  db: Kysely<VfsTables>,
  { namespace }: Access,
  path: NamespacePath,
): Promise<NamespacePath | undefined> {
  const row = await db
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [ROOT, ...ancestorsOf(path), path])
    .where('own_public', '=', 1)
    .orderBy('path')
    .limit(1)
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
