import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { isTable } from '../../reading/prepare-text.js';
import { saysVerbAnyhow } from '../consent/verb-classes.js';
import { asksWhy } from '../explain/asked.js';
import { askedOfLast } from '../follow-up/asked-of-last.js';
import { heldIfUnheard } from '../follow-up/said-anew.js';
import { holdLinks } from '../held/things/hold-links.js';
import type { Conversation, Turn } from '../turns/conversation.js';
import { recall } from '../turns/recall.js';
import { planForFile, planForTable, withoutAttached } from './brought-file.js';
import type { Plan } from './plan-of-turn.js';

/**
 * A plan with what its message brings: a file that is attached, a table that is pasted, a link, a question about what was done
 * last. Who asks why gets words, and nothing computed.
 */
export function withBrought(
  plan: Plan,
  turn: Turn,
  {
    text,
    conversation,
    index,
    candidates,
    nearest,
  }: {
    readonly text: TextModel;
    readonly conversation: Conversation;
    readonly index: number;
    readonly candidates: readonly Candidate[];
    /** The operations that the message is nearest to. */
    readonly nearest: () => readonly Candidate[];
  },
): Plan {
  const withFile =
    turn.attached.length > 0
      ? planForFile(plan, candidates, turn.attached, (other) => asksForOther(text, other))
      : undefined;
  if (withFile !== undefined) return withFile;
  const table = text.spans.find(({ kind, value }) => kind === 'block' && isTable(value));
  const withTable = table === undefined ? undefined : planForTable(plan, table.value, candidates);
  if (withTable !== undefined) return withTable;
  if (plan.kind !== 'calls') return plan;
  if (asksWhy(text.text) && plan.calls.some(({ candidate }) => candidate.tool.effect !== 'read'))
    return { kind: 'unsure', nearest: nearest() };
  const calls = plan.calls.map((call) =>
    heldIfUnheard(
      withoutAttached(holdLinks(recall(call, text.text, conversation, index - 1), text.text), turn),
      text,
      conversation,
      index,
    ),
  );
  const asked = askedOfLast(calls, text, conversation, index);
  if (asked === 'unclear') return { kind: 'unsure', nearest: nearest() };
  return asked === undefined ? { kind: 'calls', calls } : { kind: 'retell', what: asked };
}

/** Whether a message asks or orders, and not by a verb of the tool. */
function asksForOther(text: TextModel, candidate: Candidate): boolean {
  return text.reading.clauses.some(({ mood }) => mood !== 'statement') && !saysVerbAnyhow(candidate, text);
}
