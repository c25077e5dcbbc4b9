import type { Kysely } from 'kysely';
import { type Access, sees } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';
import { conflict, notFound } from './faults.js';

/**
 * A folder is moved, trashed or published as a whole or not at all: what is hidden from the request is neither taken
 * along unseen nor left behind, and nobody publishes what they may not read.
 * @throws OracleError `not_found`, `conflict`
 */
export async function requireWholeFolder(
  trx: Kysely<VfsTables>,
  access: Access,
  folder: NamespacePath,
): Promise<void> {
  const { namespace } = access;
  const present = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', '=', folder)
    .executeTakeFirst();
  if (present === undefined) throw notFound('folder');
  for (const table of ['vfs_files', 'vfs_folders'] as const) {
    let hidden = trx
      .selectFrom(table)
      .select('path')
      .where('namespace', '=', namespace)
      .where('hidden', '=', 1)
      .where((eb) => isBelow(eb as never, folder));
    if (table === 'vfs_files') hidden = hidden.where('trashed_at' as never, 'is', null as never);
    const seen = ({ path }: { readonly path: string }) =>
      sees(access, { namespace, path: path as NamespacePath, hidden: true });
    if ((await hidden.execute()).every(seen)) continue;
    throw conflict(
      'The folder holds hidden items that this request may not touch.',
      'Use a credential that reveals them (a UCAN in nb.hidden; with an API key, add hidden=true).',
    );
  }
}
