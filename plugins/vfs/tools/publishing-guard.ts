import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Access } from '../access/access.js';
import { ancestorsOf, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { FileToolCall } from './file-tool.js';

/** Of a tool that may bring something into a public folder. With it the agent asks its person first. */
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
  { byOracle }: Pick<FileToolCall, 'byOracle'>,
  { path, publish }: { readonly path: NamespacePath; readonly publish: boolean },
): Promise<void> {
  if (!byOracle || publish) return;
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
