import { sql } from 'kysely';
import { exactName } from 'oracle-runtime/kit';
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
  if (mayBeSeen(sight, { publish, from })) return true;
  throw seen(sight);
}

/** Whether it may come there: because the person said so, or because the same people read it already. */
export function mayBeSeen(
  sight: Sight,
  { publish, from }: { readonly publish: boolean; readonly from?: FileRow | FolderRow | undefined },
): boolean {
  return publish || (from !== undefined && (sight.isPublic ? from.public : isWithin(from.path, sight.at)));
}

/**
 * The same for what comes out of the trash.
 * @throws OracleError `conflict`
 */
export async function requireRestoredPrivate(
  vfs: Vfs,
  access: Access,
  { via, principal }: Asking,
  { trashed, publish }: { readonly trashed: Trashed; readonly publish: boolean },
): Promise<void> {
  if (via !== 'agent' || publish) return;
  const why = await whyRestoredIsSeen(vfs, access, principal, trashed);
  if (why !== undefined) throw seen({ why });
}

/** Why others read what comes out of the trash, by a flag of its own or by the folder that it comes to. */
export async function whyRestoredIsSeen(
  vfs: Vfs,
  access: Access,
  principal: Caller['principal'],
  trashed: Trashed,
): Promise<string | undefined> {
  if (trashed.type === 'file') {
    const { ownPublic, path } = trashed.file;
    return ownPublic ? wouldBePublic(path) : (await sightOf(vfs, access, principal, path))?.why;
  }
  const together = { ...access, ...trashed };
  const published = await trashedTogether(vfs.db, together)
    .select('path')
    .where('own_public', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (published !== undefined) return wouldBePublic(published.path);
  // As for a file that is directly in it.
  const inside = `${trashed.path}/-` as NamespacePath;
  const sight = await sightOf(vfs, access, principal, inside);
  if (sight !== undefined) return sight.why;
  const folder = await publicFolderOf(vfs, together);
  return folder && intoPublic(folder);
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

const wouldBePublic = (path: string) => `${exactName(path)} was public, and would be so again.`;
