import { sql } from 'kysely';
import { type Caller, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import type { Trashed } from '../drive/restore.js';
import { type Together, trashedTogether } from '../folders/trashed-together.js';
import { ancestorsOf, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { Vfs } from '../vfs.js';

/** Of an operation that may bring something into a public folder. With it the agent asks its person first. */
export const publishField = z
  .boolean()
  .default(false)
  .describe('Go on also where this publishes it, because the folder is public.');

/**
 * What comes into a public folder is public. The oracle's own agent must not publish by the way, without asking.
 * @throws OracleError `conflict`
 */
export async function requireUnpublished(
  vfs: Vfs,
  { namespace }: Access,
  { via }: Pick<Caller, 'via'>,
  { path, publish }: { readonly path: NamespacePath; readonly publish: boolean },
): Promise<void> {
  if (via !== 'agent' || publish) return;
  const above = vfs.db
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [ROOT, ...ancestorsOf(path)])
    .where('public', '=', 1);
  const folder = await vfs.pending.readAll(namespace, { path }, () => above.executeTakeFirst());
  if (folder !== undefined) throw comesIntoPublic(folder.path);
}

/**
 * The same for what comes out of the trash: by a flag of its own, and by the folder that it comes to.
 * @throws OracleError `conflict`
 */
export async function requireRestoredPrivate(
  vfs: Vfs,
  access: Access,
  caller: Pick<Caller, 'via'>,
  { trashed, publish }: { readonly trashed: Trashed; readonly publish: boolean },
): Promise<void> {
  if (caller.via !== 'agent' || publish) return;
  if (trashed.type === 'file') {
    if (trashed.file.ownPublic) throw wouldBePublic(trashed.file.path);
    return requireUnpublished(vfs, access, caller, { path: trashed.file.path, publish });
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
  await requireUnpublished(vfs, access, caller, { path: inside, publish });
  const folder = await publicFolderOf(vfs, together);
  if (folder !== undefined) throw comesIntoPublic(folder);
}

/** A public folder below, into which some of it comes. */
async function publicFolderOf(vfs: Vfs, together: Together): Promise<string | undefined> {
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
  return found?.path;
}

function comesIntoPublic(folder: string): OracleError {
  return new OracleError('conflict', {
    detail: `The folder ${folder} is public: what comes into it can be downloaded by anybody.`,
    hint: 'Choose another folder, or call again with publish: true, which asks the person first.',
  });
}

function wouldBePublic(path: string): OracleError {
  return new OracleError('conflict', {
    detail: `${path} was public, and would be so again.`,
    hint: 'Call again with publish: true, which asks the person first.',
  });
}
