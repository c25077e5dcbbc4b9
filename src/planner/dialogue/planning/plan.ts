import type { Candidate } from '../../choosing/candidates.js';
import type { PreparedText } from '../../reading/prepare-text.js';
import { asksForValues, asksToGoAhead } from '../../wording/speak.js';
import { behindProposed, behindShown, shownBefore, withOpen } from '../asked/behind-shown.js';
import { isOfProposal, openProposal, setAside } from '../asked/open-proposal.js';
import { agreesTo, putsOff, replyTo } from '../asked/reply.js';
import { takesZone } from '../days/time-zones.js';
import { heldTo } from '../held/held-to.js';
import { closeQuotes, opened } from '../prose/closed-quotes.js';
import { asAskedOfSource, goingOnAsking } from '../taught/as-asked-of-source.js';
import type { Conversation } from '../turns/conversation.js';
import { previousCalls } from '../turns/previous-calls.js';
import { type Known, LETTER, MEMORY } from './known.js';
import { nearestByWords } from './nearest-by-words.js';
import { planOfItsOwn } from './plan-of-its-own.js';
import type { Plan } from './plan-of-turn.js';
import { isWhole, type PlannedCall, saysNothing, standingOf } from './planned-call.js';

/** What the turn at `index` asks for, seen with the turns before it. The same conversation gives the same plan. */
export function planTurn(conversation: Conversation, index: number, known: Known, depth = 0): Plan {
  const { text = '', attached = [] } = conversation.turns[index] ?? {};
  const prepared = closeQuotes(text);
  const { blocks } = prepared;
  const planned = withBlocks(plannedTurn(conversation, index, known, depth, prepared), blocks);
  const last = previousCalls(conversation, index, known.candidates);
  const meant =
    attached.length > 0
      ? planned
      : goingOnAsking(
          asAskedOfSource(planned, text, known.candidates),
          text,
          last.length === 1 && (conversation.turns[index - 1]?.executed.length ?? 0) > 0
            ? last[0]
            : undefined,
        );
  const isZone = meant.kind === 'calls' && meant.calls.some(({ args }) => takesZone(args, text));
  const plan: Plan = isZone ? { kind: 'unsure', nearest: [] } : meant;
  if (plan.kind === 'unsure' && plan.elsewhere !== true && attached.length === 0)
    return { ...plan, nearest: nearestByWords(text.slice(0, LETTER), plan.nearest, known.candidates) };
  if (plan.kind !== 'calls') return plan;
  const instead = depth === 0 ? wholeInstead(plan, conversation, index, known) : undefined;
  if (instead !== undefined) return instead;
  let open: readonly PlannedCall[] | undefined;
  const proposed = () => {
    open ??= openProposal(conversation, index, known.candidates, plansBefore(conversation, known, depth));
    return open;
  };
  const own = plan.calls.filter((call) => !saysNothing(call));
  const held = heldTo(own, saidOf(conversation, index), conversation, index, known, proposed);
  if (held.length === 0) return { kind: 'unsure', nearest: plan.calls.map(({ candidate }) => candidate) };
  const aside = depth === 0 ? setAside(held, proposed()) : [];
  const left = [...aside, ...(plan.aside ?? [])];
  return { ...plan, calls: held, ...(left.length > 0 ? { aside: left } : {}) };
}

/**
 * A question that is answered at once in the place of a call that lacks values, of an operation that few sentences were learnt
 * of: `tell me the weather in Nairobi` is none for a list of tasks without a time.
 */
function wholeInstead(
  plan: Extract<Plan, { readonly kind: 'calls' }>,
  conversation: Conversation,
  index: number,
  known: Known,
): Plan | undefined {
  const { model, candidates } = known;
  const lacks = ({ candidate, missing, agreed }: PlannedCall) =>
    missing.length > 0 && agreed !== true && model?.operations[candidate.tool.name] === undefined;
  if (model?.own === undefined || plan.calls.length === 0 || !plan.calls.every(lacks)) return undefined;
  const { own: _, ...shipped } = model;
  const left = candidates.filter(({ tool }) => shipped.operations[tool.name] !== undefined);
  const other = planTurn(conversation, index, { model: shipped, candidates: left }, 1);
  const isAnswer =
    other.kind === 'calls' &&
    other.calls.every(
      (call) => call.candidate.tool.effect === 'read' && isWhole(call) && standingOf(call) === 'act',
    );
  return isAnswer ? other : undefined;
}

/** The message and those before it whose questions it answers, latest first. */
function saidOf({ turns }: Conversation, index: number): string[] {
  const said: string[] = [];
  for (let at = index; at >= Math.max(0, index - MEMORY); at--) {
    const before = turns[at - 1]?.said ?? '';
    said.push(turns[at]?.text.slice(0, LETTER) ?? '');
    if (!asksForValues(before) && !asksToGoAhead(before)) break;
  }
  return said;
}

/** The plan of a turn before, made anew. */
function plansBefore(conversation: Conversation, known: Known, depth: number): (index: number) => Plan {
  return (index) => planTurn(conversation, index, known, depth + 1);
}

/** The plan with the quotations and fences of its message where it says them. */
function withBlocks(plan: Plan, blocks: readonly string[]): Plan {
  if (plan.kind !== 'calls' || blocks.length === 0) return plan;
  const calls = plan.calls.map((call) => ({
    ...call,
    args: opened(call.args, blocks),
    unused: opened(call.unused, blocks),
  }));
  return { ...plan, calls };
}

function plannedTurn(
  conversation: Conversation,
  index: number,
  known: Known,
  depth: number,
  { text: prose, blocks }: PreparedText,
): Plan {
  const { candidates } = known;
  const turn = conversation.turns[index];
  if (turn === undefined || (turn.text === '' && turn.attached.length === 0))
    return { kind: 'talk', talk: 'greeting' };
  const reply = replyTo(turn.text).kind;
  const planOf = plansBefore(conversation, known, depth);
  const proposal = depth < MEMORY ? openProposal(conversation, index, candidates, planOf) : [];
  if (proposal.length > 0) {
    if (reply === 'yes' || agreesTo(turn.text, (word) => isOfProposal(word, proposal)))
      return { kind: 'calls', calls: proposal.map((call) => ({ ...call, agreed: true })) };
    if (reply === 'no' || putsOff(turn.text)) return { kind: 'talk', talk: 'cancel' };
  }
  const isWish = (words: string, of: Candidate) => isWishAlone(words, of, conversation, known, depth);
  const reproposed = behindProposed(turn.text, proposal, isWish);
  if (reproposed !== undefined) return { kind: 'calls', calls: reproposed };
  const next = proposal.length === 0 ? shownBefore(conversation, index, candidates) : [];
  const behind = behindShown(turn, next, { candidates, model: known.model }, isWish);
  if (behind !== undefined) return behind;
  return withOpen(
    planOfItsOwn(conversation, index, known, depth, { prose, blocks, reply, proposal, planOf }),
    next,
  );
}

/** Whether words by themselves are a wish that another tool does, or a question that is answered. */
function isWishAlone(
  words: string,
  of: Candidate,
  conversation: Conversation,
  known: Known,
  depth: number,
): boolean {
  const alone = {
    ...conversation,
    turns: [{ text: words, attached: [], files: [], executed: [], said: '' }],
  };
  const plan = planTurn(alone, 0, known, depth + 1);
  if (plan.kind === 'calls')
    return plan.calls.some((call) => call.candidate !== of && standingOf(call) === 'act' && isWhole(call));
  return plan.kind !== 'unsure';
}
