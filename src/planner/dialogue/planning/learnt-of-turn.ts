import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { getPath, rootLeaves } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { Model } from '../../understanding/model.js';
import { beginsAnew } from '../follow-up/follow-up.js';
import type { Conversation } from '../turns/conversation.js';
import { previousCalls } from '../turns/previous-calls.js';
import { type LearntPlan, learntPlan } from './learnt.js';
import type { PlannedCall } from './planned-call.js';

/**
 * What was learnt of a message by itself; where that lacks what the last call of the same tool had, and gives no order of
 * its own, together with what was said before: `he would rather have 95%`.
 */
export function learntOf(
  conversation: Conversation,
  index: number,
  text: TextModel,
  candidates: readonly Candidate[],
  model: Model,
  alone: boolean,
): LearntPlan {
  const plan = learntPlan(conversation, index, text, candidates, model, alone);
  const [call] = plan.calls;
  const last = previousCalls(conversation, index, candidates).at(-1);
  const isAddition =
    alone && call !== undefined && call.missing.length > 0 && call.candidate === last?.candidate;
  if (!isAddition) return plan;
  if (!beginsAnew(text)) return learntPlan(conversation, index, text, candidates, model, false);
  // `reckon with a loss of 8%` gives nothing that a call must have, but the last had it all.
  if (!givesNothingNeeded(call) || call.missing.some(({ path }) => getPath(last.args, path) === undefined))
    return plan;
  const whole = learntPlan(conversation, index, text, candidates, model, false);
  return { ...whole, calls: whole.calls.map((one): PlannedCall => ({ ...one, band: 'likely' })) };
}

/** Whether a call has a value, and none of those that it must have. */
function givesNothingNeeded({ candidate: { tool }, args }: PlannedCall): boolean {
  const needed = rootLeaves(fieldsOf(tool.parameters)).filter(({ required }) => required);
  return Object.keys(args).length > 0 && needed.every(({ path }) => getPath(args, path) === undefined);
}
