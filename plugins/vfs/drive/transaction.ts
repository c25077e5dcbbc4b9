import type { Transaction } from 'kysely';
import { OracleError } from 'oracle-runtime/plugin';
import type { Access } from '../access/access.js';
import { Unsettled } from '../folders/pending-changes.js';
import type { Namespace } from '../paths/namespace.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import { conflict, isTaken } from './faults.js';
import { requireWithin, usageOf } from './quota.js';

/**
 * Runs `work` with the access's namespace locked: nothing else changes its files and folders meanwhile, whatever number
 * of processes share the database. All of it happens or nothing; then those who watch are told. Where a change of a folder
 * is under way, `work` is done again once that is through.
 * @throws OracleError `forbidden` when the namespace is another DID's
 */
export async function changeNamespace<T>(
  vfs: Vfs,
  access: Access,
  work: (trx: Transaction<VfsTables>) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      const { trx, result } = await vfs.db.transaction().execute(async (trx) => {
        await lockNamespace(vfs, trx, access.namespace);
        await vfs.owners.claim(trx, access);
        return { trx, result: await work(trx) };
      });
      vfs.changes.committed(trx);
      return result;
    } catch (error) {
      if (error instanceof Unsettled) for (const change of error.changes) await vfs.pending.settle(change);
      else if (OracleError.isInstance(error) || !isTaken(error)) throw error;
      else throw conflict('The place was modified concurrently.', 'Look again and retry.');
    }
  }
}

/** As {@link changeNamespace}, for what must not come undone: the change survives a power cut once this resolves. */
export function changeDurably<T>(
  vfs: Vfs,
  access: Access,
  work: (trx: Transaction<VfsTables>) => Promise<T>,
): Promise<T> {
  return vfs.durability.durably(() => changeNamespace(vfs, access, work));
}

/** The update of the namespace's row is the lock, in both databases. */
export async function lockNamespace(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  namespace: Namespace,
): Promise<void> {
  const touch = () =>
    trx
      .updateTable('vfs_namespaces')
      .set((eb) => ({ used_bytes: eb.ref('used_bytes') }))
      .where('namespace', '=', namespace)
      .executeTakeFirst();
  if ((await touch()).numUpdatedRows > 0n) return;
  await trx
    .insertInto('vfs_namespaces')
    .values({ namespace, owner: null, used_bytes: 0, created_at: vfs.clock.now() })
    .onConflict((on) => on.doNothing())
    .execute();
  await touch();
}

/**
 * Books a change of the bytes that a namespace holds.
 * @throws OracleError `insufficient_storage` when growth would pass the quota
 */
export async function bookBytes(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  namespace: Namespace,
  change: number,
): Promise<void> {
  const { used_bytes } = await trx
    .updateTable('vfs_namespaces')
    .set((eb) => ({ used_bytes: eb('used_bytes', '+', change) }))
    .where('namespace', '=', namespace)
    .returning('used_bytes')
    .executeTakeFirstOrThrow();
  if (change <= 0) return;
  const { users } = await usageOf(vfs, namespace, trx);
  requireWithin(vfs, namespace, { own: used_bytes, users });
}
