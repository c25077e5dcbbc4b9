import { completed, isSome } from '../answers.js';
import { requireSession } from '../held-tools.js';
import { openingOf } from '../opening.js';
import type { StartRun } from '../run-manager-types.js';
import { leftUndone, refuseUnseen, saidDecisions, unlessSaidNo } from '../said-decision.js';
import { openWait } from '../session-wait.js';
import { askerOf } from './asker-of.js';
import { beginWithAnswers } from './begin-with-answers.js';
import { type Beginning, type BeginningDeps, keysOf } from './beginning.js';

/**
 * A message begins a run: with what it answers of what waits, as the decision that a plain yes or no is, or by itself,
 * and then what waits is left undone.
 */
export async function beginWithMessage(
  deps: BeginningDeps,
  input: StartRun,
  owner: string,
): Promise<Beginning> {
  const { store, replyTo } = deps;
  const { principal, sessionId } = input;
  const place = { sessionId, owner, sent: keysOf(input) };
  const waiting = await openWait(store, sessionId);
  if (waiting !== undefined && isSome(input.answers)) {
    await requireSession(deps, principal, sessionId);
    const answers = completed(waiting.wait, unlessSaidNo(input, input.answers, replyTo));
    return beginWithAnswers(deps, input, place, waiting, answers);
  }
  const approvals = waiting?.wait.approvals ?? [];
  const decisions = saidDecisions(input, approvals, replyTo);
  if (waiting !== undefined && decisions !== undefined) {
    // Nobody decides, not even into the audit, where they may not write.
    await requireSession(deps, principal, sessionId);
    refuseUnseen(approvals, input.seen);
    return beginWithAnswers(deps, { principal }, place, waiting, {
      decisions,
      results: [],
      said: input.message,
    });
  }
  return {
    input,
    notices: leftUndone(approvals),
    create: (id) =>
      store.runs.create({
        id,
        sessionId,
        owner,
        ...askerOf(principal),
        opening: openingOf(id, input),
        once: place.sent,
      }),
  };
}
