import { sql } from 'kysely';
import { type Caller, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { intoPublic, type Sight, sightOf } from '../access/onlookers.js';
import type { Trashed } from '../drive/restore.js';
import { type Together, trashedTogether } from '../folders/trashed-together.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';

/** Of an operation that may store something where others read it. With it the agent asks its person first. */
export const publishField = z.boolean().default(false).describe('Also where others read it.');

/** What the person is told who is asked because of it. */
export const BY_THE_WAY = ', also where others read it';

type Asking = Pick<Caller, 'via' | 'principal'>;

/**
 * What comes into a public folder is public, and into a shared one is shared. The oracle's own agent must show nothing to
 * others by the way, without asking. What they read already, from `from`, may move about before them.
 * @returns whether others read it there
 * @throws OracleError `conflict`
 */
export async function requireUnseen(
  vfs: Vfs,
  access: Access,
  { via, principal }: Asking,
  {
    path,
    publish,
    from,
  }: {
    readonly path: NamespacePath;
    readonly publish: boolean;
    readonly from?: FileRow | FolderRow | undefined;
  },
): Promise<boolean> {
  if (via !== 'agent') return false;
  const sight = await sightOf(vfs, access, principal, path);
  if (sight === undefined) return false;
  if (publish) return true;
  if (from !== undefined && (sight.isPublic ? from.public : isWithin(from.path, sight.at))) return true;
  throw seen(sight);
}

/**
 * The same for what comes out of the trash: by a flag of its own, and by the folder that it comes to.
 * @throws OracleError `conflict`
 */
export async function requireRestoredPrivate(
  vfs: Vfs,
  access: Access,
  caller: Asking,
  { trashed, publish }: { readonly trashed: Trashed; readonly publish: boolean },
): Promise<void> {
  if (caller.via !== 'agent' || publish) return;
  if (trashed.type === 'file') {
    if (trashed.file.ownPublic) throw wouldBePublic(trashed.file.path);
    await requireUnseen(vfs, access, caller, { path: trashed.file.path, publish });
    return;
  }
  const together = { ...access, ...trashed };
  const published = await trashedTogether(vfs.db, together)
    .select('path')
    .where('own_public', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (published !== undefined) throw wouldBePublic(published.path);
  // As for a file that is directly in it.
  const inside = `${trashed.path}/-` as NamespacePath;
  await requireUnseen(vfs, access, caller, { path: inside, publish });
  const folder = await publicFolderOf(vfs, together);
  if (folder !== undefined) throw seen({ why: intoPublic(folder) });
}

/** A public folder below, into which some of it comes. */
async function publicFolderOf(vfs: Vfs, together: Together): Promise<NamespacePath | undefined> {
  const { namespace, path } = together;
  const folders = vfs.db
    .selectFrom('vfs_folders as there')
    .select('there.path')
    .where('there.namespace', '=', namespace)
    .where('there.public', '=', 1)
    .where((eb) => isBelow(eb as never, path))
    .where(({ exists }) =>
      exists(
        trashedTogether(vfs.db, together)
          .select('vfs_files.id')
          .where(sql<boolean>`vfs_files.path > there.path || '/' and vfs_files.path < there.path || '0'`),
      ),
    )
    .limit(1);
  const region = { path, deep: true };
  const found = await vfs.pending.readAll(namespace, region, () => folders.executeTakeFirst());
  return found && (found.path as NamespacePath);
}

function seen({ why }: Pick<Sight, 'why'>): OracleError {
  return new OracleError('conflict', {
    detail: why,
    hint: 'Choose another place, or call again with publish: true, which asks the person first.',
  });
}

function wouldBePublic(path: string): OracleError {
  return new OracleError('conflict', {
    detail: `${path} was public, and would be so again.`,
    hint: 'Call again with publish: true, which asks the person first.',
  });
}
