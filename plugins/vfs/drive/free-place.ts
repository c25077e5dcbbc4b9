import type { Kysely } from 'kysely';
import { requireAllSettled } from '../folders/pending-changes.js';
import type { Namespace } from '../paths/namespace.js';
import { ancestorsOf, type NamespacePath } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import { conflict } from './faults.js';

/**
 * A file needs a place where neither a file nor a folder is, and folders above it that are no files.
 * @throws OracleError `conflict`
 */
export function requireFree(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  path: NamespacePath,
): Promise<void> {
  return requireAllFree(trx, namespace, [path]);
}

/** As {@link requireFree}, of as many as one slice has. */
export async function requireAllFree(
  trx: Kysely<VfsTables>,
  namespace: Namespace,
  paths: readonly NamespacePath[],
): Promise<void> {
  await requireAllSettled(
    trx,
    namespace,
    paths.map((path) => ({ path })),
  );
  const wanted = new Set(paths);
  const inTheWay = await trx
    .selectFrom('vfs_files')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', [...new Set(paths.flatMap((path) => [...ancestorsOf(path), path]))])
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (inTheWay !== undefined) {
    throw wanted.has(inTheWay.path as NamespacePath)
      ? conflict('A file already exists there.', 'Replace it by its id, or choose another path.')
      : conflict('A part of the path is a file, which holds nothing.', 'Choose another folder.');
  }
  const folder = await trx
    .selectFrom('vfs_folders')
    .select('path')
    .where('namespace', '=', namespace)
    .where('path', 'in', paths)
    .executeTakeFirst();
  if (folder !== undefined) throw conflict('A folder already exists there.', 'Choose another name.');
}
