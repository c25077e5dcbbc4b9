import { type Caller, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { ancestorsOf, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { FileRow } from '../types.js';
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
  const folder = await vfs.db
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [ROOT, ...ancestorsOf(path)])
    .where('public', '=', 1)
    .executeTakeFirst();
  if (folder === undefined) return;
  throw new OracleError('conflict', {
    detail: `The folder ${folder.path} is public: what comes into it can be downloaded by anybody.`,
    hint: 'Choose another folder, or call again with publish: true, which asks the person first.',
  });
}

/**
 * The same for what would be public again by a flag of its own.
 * @throws OracleError `conflict`
 */
export function requirePrivate({ via }: Pick<Caller, 'via'>, files: readonly FileRow[]): void {
  const published = files.find(({ ownPublic }) => ownPublic);
  if (via !== 'agent' || published === undefined) return;
  throw new OracleError('conflict', {
    detail: `${published.path} was public, and would be so again.`,
    hint: 'Call again with publish: true, which asks the person first.',
  });
}
