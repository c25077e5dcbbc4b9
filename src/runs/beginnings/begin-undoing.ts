import { findUndo } from '../find-undo.js';
import { openingOf } from '../opening.js';
import type { UndoChange } from '../run-manager-types.js';
import { takeBackWait } from '../session-wait.js';
import { nothingToUndo, undoCall } from '../undo-call.js';
import { askerOf } from './asker-of.js';
import type { Beginning, BeginningDeps } from './beginning.js';

/**
 * A change is taken back by the call that does so, which nobody asks the model for.
 * @throws OracleError `conflict` when there is nothing to take back
 */
export async function beginUndoing(
  { store, clock }: Pick<BeginningDeps, 'store' | 'clock'>,
  { principal, sessionId, messageId }: UndoChange,
  owner: string,
): Promise<Beginning> {
  const { runs, threads } = store;
  const query = { id: messageId, now: clock.now(), by: principal.id, owner };
  const undo = await findUndo(threads.results(sessionId), query);
  if (undo.found === undefined) throw nothingToUndo(undo);
  await takeBackWait(store, sessionId);
  const message = messageId === undefined ? 'Undo the last change.' : `Undo this change: ${undo.found.what}`;
  return {
    input: { principal, sessionId, message },
    opensWithCalls: true,
    create: async (id) => {
      const opening = openingOf(id, { principal, message });
      const created = await runs.create({ id, sessionId, owner, ...askerOf(principal), opening });
      // The model need not be asked what to do: the call is made in its place.
      await threads.append(sessionId, [undoCall(id, messageId)]);
      return created;
    },
  };
}
