import type { Candidate } from '../../choosing/candidates.js';
import { readText } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import type { Model } from '../../understanding/model.js';
import { asTimed } from '../days/as-timed.js';
import type { Plan } from '../planning/plan-of-turn.js';
import { type PlannedCall, sameCall } from '../planning/planned-call.js';
import { courtesyOf, type SmallTalk, smallTalkOf } from '../planning/small-talk.js';
import { asTaught } from '../taught/as-taught.js';
import { type NamedNext, namedNext } from '../taught/named-next.js';
import type { Conversation, Turn } from '../turns/conversation.js';
import { correctShown } from './correct-shown.js';
import { replyTo } from './reply.js';

/** Small talk that sounds like the end of it. */
const ENDS: ReadonlySet<SmallTalk> = new Set(['thanks', 'farewell', 'acknowledgement', 'cancel']);
/** `ok, and remind me …`: a yes, and another wish behind it. */
const YES_AND =
  /^\W*(?:yes|yep|yeah|ok|okay|sure|great|perfect|good|fine|ja|gut|oui|si|sí|vale|sim|ndiyo|sawa)\b[\s,;:.!]*(?:and(?: also)?|und|et|y|e|na)\s+/iu;
/** Words before a wish that answer nothing: `no, remind me …`. */
const BEFORE =
  /^\W*(?:(?:no|nope|nein|non|nao|não|hapana|wait|sorry|actually|instead|rather)\b[\s,;:.!]*)+/iu;

/** What was shown last and not done yet: in the turn before, or in the one before that where the last was a courtesy. */
export function shownBefore(
  { turns }: Conversation,
  index: number,
  candidates: readonly Candidate[],
): readonly NamedNext[] {
  const last = turns[index - 1];
  const isCourtesy =
    last !== undefined && last.executed.length === 0 && ENDS.has(endOf(last.text) ?? 'greeting');
  const isTakenBack =
    last !== undefined && (replyTo(last.text).kind === 'no' || endOf(last.text) === 'cancel');
  const turn: Turn | undefined = isCourtesy && !isTakenBack ? turns[index - 2] : last;
  return namedNext(turn, candidates);
}

/**
 * What a message means right behind something that was shown and that a yes would do: the yes, a no, a courtesy that agrees to
 * nothing, another time or text for it, or a yes with another wish behind it. Undefined for all else.
 * @param isWish whether words by themselves are a wish for something else than a tool
 */
export function behindShown(
  turn: Turn,
  next: readonly NamedNext[],
  { candidates, model }: { readonly candidates: readonly Candidate[]; readonly model: Model | undefined },
  isWish: (words: string, of: Candidate) => boolean,
): Plan | undefined {
  const [first, another] = next;
  if (first === undefined || turn.attached.length > 0) return undefined;
  const { text } = turn;
  const agreed = next.map(({ call }) => ({ ...call, agreed: true as const }));
  const reply = replyTo(text).kind;
  if (reply === 'yes' || asTaught(readText(text), [first.call.candidate]) !== undefined)
    return { kind: 'calls', calls: agreed };
  const courtesy = reply === 'no' ? 'cancel' : endOf(text);
  if (courtesy !== undefined && ENDS.has(courtesy)) return { kind: 'talk', talk: courtesy, open: first };
  const and = YES_AND.exec(text)?.[0];
  const added = and === undefined ? undefined : asTimed(text.slice(and.length), candidates, model);
  if (added !== undefined) return { kind: 'calls', calls: [...agreed, ...added] };
  const said = text.replace(BEFORE, '');
  const anew = said === text ? undefined : asTimed(said, candidates, model);
  if (anew !== undefined) return { kind: 'calls', calls: anew, aside: next.map(({ shown }) => shown) };
  // Of several it cannot be told which one is meant.
  const otherwise = another === undefined ? correctShown(first.shown, text, isWish) : undefined;
  return otherwise === undefined ? undefined : { kind: 'calls', calls: [otherwise] };
}

/** Whatever else a message came to: what was shown and is neither done nor shown otherwise is told of. */
export function withOpen(plan: Plan, next: readonly NamedNext[]): Plan {
  const [first] = next;
  if (first === undefined) return plan;
  if (plan.kind === 'unsure') return { ...plan, open: first };
  if (plan.kind !== 'calls' || plan.calls.some(({ candidate }) => candidate === first.call.candidate))
    return plan;
  // The very same once more says that nothing of the message was understood.
  if (plan.calls.every((call) => next.some(({ shown }) => sameCall(call, shown))))
    return { kind: 'unsure', nearest: [first.shown.candidate], open: first };
  const isAnother = plan.calls.some(({ candidate }) => candidate === first.shown.candidate);
  return isAnother
    ? { ...plan, aside: [...(plan.aside ?? []), ...next.map(({ shown }) => shown)] }
    : { ...plan, open: first };
}

/** What a message makes of what was proposed: another time or text for it, or thanks that agree to nothing and leave it open. */
export function behindProposed(
  text: string,
  proposal: readonly PlannedCall[],
  isWish: (words: string, of: Candidate) => boolean,
): readonly PlannedCall[] | undefined {
  const [only, another] = proposal;
  if (only === undefined) return undefined;
  const courtesy = endOf(text);
  if (courtesy === 'thanks' || courtesy === 'acknowledgement' || courtesy === 'farewell') return proposal;
  const otherwise = another === undefined ? correctShown(only, text, isWish) : undefined;
  return otherwise === undefined ? undefined : [otherwise];
}

/** The small talk that a message is, said in one piece or in several: `super, danke`. */
function endOf(text: string): SmallTalk | undefined {
  return smallTalkOf(text) ?? courtesyOf(fold(text));
}
