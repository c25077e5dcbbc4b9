import { asksForValues } from '../../wording/speak.js';
import { callsOf, type Plan } from '../planning/plan-of-turn.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { smallTalkOf } from '../planning/small-talk.js';
import type { Conversation, Turn } from '../turns/conversation.js';

/** How many turns an open question waits for its answer. */
const LOOK_BACK = 3;

/** The latest call that a question was asked about and that has not been made since. */
export function pendingCall(
  conversation: Conversation,
  index: number,
  planOf: (index: number) => Plan,
): { readonly call: PlannedCall; readonly fresh: boolean } | undefined {
  for (let at = index - 1; at >= Math.max(0, index - LOOK_BACK); at--) {
    const before: Turn | undefined = conversation.turns[at];
    if (before === undefined || !asksForValues(before.said)) continue;
    const plan = planOf(at);
    const call = callsOf(plan).find((one) => one.missing.length > 0 || one.refused.length > 0);
    if (call === undefined) return undefined;
    const since = conversation.turns.slice(at + 1, index);
    if (since.some((turn) => smallTalkOf(turn.text) === 'cancel')) return undefined;
    const made = since.some((turn) =>
      turn.executed.some((one) => one.call.name === call.candidate.tool.name),
    );
    return made ? undefined : { call, fresh: at === index - 1 };
  }
  return undefined;
}
