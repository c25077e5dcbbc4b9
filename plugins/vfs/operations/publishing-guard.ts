import { type Caller, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { isSeenAlready, type Sight, sightOf } from '../access/onlookers.js';
import { sightOfRestored } from '../access/onlookers-of-restored.js';
import type { Trashed } from '../drive/restore.js';
import type { NamespacePath } from '../paths/namespace-path.js';
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
  return publish || isSeenAlready(sight, from);
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
  const sight = await sightOfRestored(vfs, access, principal, trashed);
  if (sight !== undefined) throw seen(sight);
}

function seen({ why }: Pick<Sight, 'why'>): OracleError {
  return new OracleError('conflict', {
    detail: why,
    hint: 'Choose another place, or call again with publish: true, which asks the person first.',
  });
}
