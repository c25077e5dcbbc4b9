import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Access } from '../access/access.js';
import type { FolderChange } from '../folders/folder-change.js';
import { beginChange } from '../folders/follow.js';
import { requireSettled } from '../folders/pending-changes.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import { changeDurably } from './transaction.js';

/** What a change is to do, without what all have. */
type Decision<Change = FolderChange> = Change extends FolderChange
  ? Omit<Change, 'id' | 'namespace' | 'by' | 'reached' | 'decidedAt'>
  : never;

/**
 * Changes a folder with all that is in it: decided in one short transaction, from which on nobody is shown the old
 * state; a small folder is through with it, the rows of a large one follow. Resolves when all have.
 * @param decide checks that it may be, changes the folder's own row and records it; what it throws, nothing happened
 */
export async function changeFolder<T>(
  vfs: Vfs,
  access: Access,
  decision: Decision,
  decide: (trx: Transaction<VfsTables>) => Promise<T>,
): Promise<T> {
  const { namespace, actor, invoker, requestId } = access;
  const change = {
    ...decision,
    id: randomUUID(),
    namespace,
    by: { namespace, actor, invoker, requestId },
    reached: undefined,
    decidedAt: vfs.clock.now(),
  } satisfies FolderChange;
  const places: readonly NamespacePath[] =
    decision.kind === 'move' ? [decision.path, decision.target] : [decision.path];
  const { result, isLeft } = await changeDurably(vfs, access, async (trx) => {
    // What comes back waits for a purge that takes some of it.
    const region = { deep: true, inTrash: decision.kind === 'restore' };
    for (const path of places) await requireSettled(trx, namespace, { path, ...region });
    const decided = await decide(trx);
    return { result: decided, isLeft: await beginChange(vfs, trx, change) };
  });
  if (isLeft) await vfs.pending.settle(change);
  return result;
}
