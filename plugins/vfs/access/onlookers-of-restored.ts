import { sql } from 'kysely';
import { exactName } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import type { Trashed } from '../drive/restore.js';
import { type Together, trashedTogether } from '../folders/trashed-together.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { Vfs } from '../vfs.js';
import type { Access } from './access.js';
import { publicFolderSight, type Sight, sightOf } from './onlookers.js';

/** Where others read what comes out of the trash, by a flag of its own or by the folder that it comes to. */
export async function sightOfRestored(
  vfs: Vfs,
  access: Access,
  principal: Principal,
  trashed: Trashed,
): Promise<Sight | undefined> {
  if (trashed.type === 'file') {
    const { ownPublic, path } = trashed.file;
    return ownPublic ? publicAgain(path) : sightOf(vfs, access, principal, path);
  }
  const together = { ...access, ...trashed };
  const published = await trashedTogether(vfs.db, together)
    .select('path')
    .where('own_public', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (published !== undefined) return publicAgain(published.path as NamespacePath);
  // As for a file that is directly in it.
  const inside = `${trashed.path}/-` as NamespacePath;
  const sight = await sightOf(vfs, access, principal, inside);
  if (sight !== undefined) return sight;
  const folder = await publicFolderOf(vfs, together);
  return folder && publicFolderSight(folder);
}

function publicAgain(path: NamespacePath): Sight {
  return { at: path, isPublic: true, why: `${exactName(path)} was public, and would be so again.` };
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
