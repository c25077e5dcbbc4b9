import { type Kysely, sql } from 'kysely';
import { OracleError } from 'oracle-runtime/plugin';
import type { Access } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow, isSeen } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';
import { notFound } from './faults.js';

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
    const hidden = trx
      .selectFrom(table)
      .select('path')
      .where('namespace', '=', namespace)
      // Literals, so that the planner finds the index on what is hidden.
      .where('hidden', '=', sql.lit(1))
      .where((eb) => isBelow(eb as never, folder))
      .where((eb) => eb.not(isSeen(eb as never, access)))
      .limit(1);
    const active = table === 'vfs_files' ? hidden.where('trashed_at' as never, 'is', null as never) : hidden;
    if ((await active.executeTakeFirst()) === undefined) continue;
    throw new OracleError('conflict', {
      detail: 'The folder holds hidden items that this request may not touch.',
      hint:
        'Use a credential that reveals them (a UCAN in nb.hidden; with an API key, add hidden=true to the request), ' +
        'the page, or `oracle files` with --hidden.',
      errors: [{ field: 'hidden', message: 'must be true' }],
    });
  }
}
