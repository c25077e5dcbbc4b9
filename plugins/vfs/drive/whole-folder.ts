import type { Transaction } from 'kysely';
import { type Access, sees } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isBelow } from '../store/conditions.js';
import type { VfsTables } from '../store/tables.js';
import { conflict, notFound } from './faults.js';

/**
 * A folder is moved or trashed as a whole or not at all: what is hidden from the request is neither taken along unseen
 * nor left behind.
 * @throws OracleError `not_found`, `conflict`
 */
export async function requireWholeFolder(
  trx: Transaction<VfsTables>,
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
  const hidden = await trx
    .selectFrom('vfs_files')
    .select('path')
    .where('namespace', '=', namespace)
    .where('trashed_at', 'is', null)
    .where('hidden', '=', 1)
    .where((eb) => isBelow(eb as never, folder))
    .execute();
  if (hidden.every(({ path }) => sees(access, { namespace, path: path as NamespacePath, hidden: true })))
    return;
  throw conflict(
    'The folder holds hidden files that this request may not touch.',
    'Use a credential that reveals them (nb.hidden).',
  );
}
