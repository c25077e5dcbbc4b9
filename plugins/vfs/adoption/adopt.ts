import type { Transaction } from 'kysely';
import { OracleError, type Principal, personalNamespace } from 'oracle-runtime/plugin';
import { auditPlaces } from '../drive/audit.js';
import { conflict, notFound } from '../drive/faults.js';
import type { ChangedBy } from '../folders/folder-change.js';
import { isPersonal, type Namespace } from '../paths/namespace.js';
import { ROOT } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';

/** Who gives a namespace, and to whom: the oracle's owner to itself. */
export interface Adopter {
  readonly principal: Principal;
  readonly requestId: string | undefined;
}

/**
 * Gives a personal namespace, with all its files as they are, to the oracle's present owner. The DID that it belonged to
 * reaches it no more. Its name stays, because the keys of its files are bound to it. Given already, it stays so.
 * @param home makes it the place of the owner's own files, or with the owner's own namespace takes that back
 * @throws OracleError `forbidden`, `not_found`, `conflict` for the owner's own, `invalid_request` for an entity's
 */
export async function adopt(
  vfs: Vfs,
  { principal, requestId }: Adopter,
  { namespace, home = false }: { readonly namespace: Namespace; readonly home?: boolean },
): Promise<void> {
  requireOperator(principal);
  const { did } = principal;
  if (!isPersonal(namespace))
    throw new OracleError('invalid_request', {
      detail: 'Only a personal namespace (user:…) can be adopted.',
      hint: "The files of the oracle's entity follow the setting of the entity.",
      errors: [{ field: 'namespace', message: 'must begin with user:' }],
    });
  const by: ChangedBy = { namespace, actor: did, invoker: did, requestId };
  if (namespace === personalNamespace(did)) {
    if (!home) throw conflict('The namespace is your own: its owner is there.', 'Nothing is to be done.');
    await vfs.durability.durably(() => vfs.db.transaction().execute((trx) => leaveHome(trx, did)));
    vfs.owners.forget(namespace);
    return;
  }
  await changeOwner(vfs, namespace, async (trx, owner) => {
    if (owner !== did) await give(vfs, trx, by, owner);
    if (!home) return;
    await leaveHome(trx, did);
    await trx.updateTable('vfs_adoptions').set({ home: 1 }).where('namespace', '=', namespace).execute();
  });
}

async function give(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  by: ChangedBy,
  formerOwner: string | null,
): Promise<void> {
  const { namespace, actor } = by;
  const adoption = { owner: actor, at: vfs.clock.now(), by: actor, home: 0 };
  await trx
    .insertInto('vfs_adoptions')
    .values({ namespace, former_owner: formerOwner, ...adoption })
    // Given before to an owner that was replaced as well: the first one is remembered.
    .onConflict((on) => on.column('namespace').doUpdateSet(adoption))
    .execute();
  await setOwner(trx, namespace, actor);
  (await auditPlaces(vfs, trx, by, 'adopt', [{ path: ROOT }]))();
}

/** The owner's own files are again in the namespace of its name. */
async function leaveHome(trx: Transaction<VfsTables>, owner: string): Promise<void> {
  await trx.updateTable('vfs_adoptions').set({ home: 0 }).where('owner', '=', owner).execute();
}

/** Takes an adoption back: the namespace is again whose it was. @throws OracleError `forbidden`, `not_found` */
export async function release(
  vfs: Vfs,
  { principal, requestId }: Adopter,
  namespace: Namespace,
): Promise<void> {
  requireOperator(principal);
  const { did } = principal;
  await changeOwner(vfs, namespace, async (trx) => {
    const adoption = await trx
      .deleteFrom('vfs_adoptions')
      .where('namespace', '=', namespace)
      .returning('former_owner')
      .executeTakeFirst();
    if (adoption === undefined) throw notFound('adopted namespace');
    await setOwner(trx, namespace, adoption.former_owner);
    const by = { namespace, actor: did, invoker: did, requestId };
    (await auditPlaces(vfs, trx, by, 'release', [{ path: ROOT }]))();
  });
}

/** Runs `work` with the row of the namespace locked. @throws OracleError `not_found` */
async function changeOwner(
  vfs: Vfs,
  namespace: Namespace,
  work: (trx: Transaction<VfsTables>, owner: string | null) => Promise<void>,
): Promise<void> {
  await vfs.durability.durably(() =>
    vfs.db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('vfs_namespaces')
        .set((eb) => ({ used_bytes: eb.ref('used_bytes') }))
        .where('namespace', '=', namespace)
        .returning('owner')
        .executeTakeFirst();
      if (row === undefined) throw notFound('namespace');
      await work(trx, row.owner);
    }),
  );
  vfs.owners.forget(namespace);
}

async function setOwner(
  trx: Transaction<VfsTables>,
  namespace: Namespace,
  owner: string | null,
): Promise<void> {
  await trx.updateTable('vfs_namespaces').set({ owner }).where('namespace', '=', namespace).execute();
}

/** @throws OracleError `forbidden` for all but the oracle's owner, signed in */
export function requireOperator({ kind }: Principal): void {
  if (kind === 'owner') return;
  throw new OracleError('forbidden', {
    detail: "Only the oracle's owner may give namespaces.",
    hint: 'Run `oracle files adopt` where the oracle runs, without ORACLE_TOKEN.',
  });
}
