import type { Kysely, Transaction } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import { concerns, type Purge, type Region } from './folder-change.js';
import { allPending, Unsettled } from './pending-changes.js';

/** Purges that were decided and whose rows follow: to everybody what they take is gone already. */
export async function pendingPurges(db: Kysely<VfsTables>, namespace: Namespace): Promise<readonly Purge[]> {
  return (await allPending(db, namespace)).filter((change): change is Purge => change.kind === 'purge');
}

/** Whether one of these purges takes the file, which is in the trash. */
export function isDoomed(
  purges: readonly Purge[],
  { path, trashedAt, hidden }: Pick<FileRow, 'path' | 'trashedAt' | 'hidden'>,
): boolean {
  const at = trashedAt ?? Number.POSITIVE_INFINITY;
  return purges.some(
    (purge) =>
      at <= purge.at &&
      isWithin(path, purge.path) &&
      isWithin(path, purge.root) &&
      (!hidden || purge.revealed.some((revealed) => isWithin(path, revealed))),
  );
}

/**
 * In the transaction of what goes into the trash at this time: no purge under way would take it along, as one could that
 * was decided within the same millisecond, or before the clock was set back.
 * @throws Unsettled
 */
export async function requireAfterPurges(
  trx: Transaction<VfsTables>,
  namespace: Namespace,
  path: NamespacePath,
  at: number,
): Promise<void> {
  const region: Region = { path, deep: true, inTrash: true };
  const later = (await pendingPurges(trx, namespace)).filter(
    (purge) => purge.at >= at && concerns(purge, region),
  );
  if (later.length > 0) throw new Unsettled(later);
}
