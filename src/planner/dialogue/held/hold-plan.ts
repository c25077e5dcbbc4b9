import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import type { Model } from '../../understanding/model.js';
import { learntPlan } from '../planning/learnt.js';
import type { Plan } from '../planning/plan-of-turn.js';
import { isWhole, type PlannedCall } from '../planning/planned-call.js';
import type { Conversation } from '../turns/conversation.js';
import { isIdentifier, latestKnown, onlyKnown } from '../turns/recall.js';
import { saidNumbers } from './numbers/called-numbers.js';
import { changeFromTo } from './numbers/from-to.js';
import { holdActual } from './numbers/hold-actual.js';
import { holdSeveral } from './numbers/hold-several.js';

/** A message that is planned for, with what is known beside it. */
export interface Message {
  readonly text: TextModel;
  readonly conversation: Conversation;
  readonly index: number;
  readonly candidates: readonly Candidate[];
  readonly model: Model | undefined;
  /** It leans on what was said before: `and at 90%?` */
  readonly leans: boolean;
  /** What is offered where it is not understood. */
  readonly nearest: () => readonly Candidate[];
}

/** A plan held to its message as a whole: what it leaves out, what it takes from elsewhere, and what it tells of. */
export function holdPlan(plan: Plan, message: Message): Plan {
  const { text, conversation, index, candidates } = message;
  if (plan.kind !== 'calls' && plan.kind !== 'unsure') return plan;
  const calls = plan.kind === 'calls' ? withoutStrays(plan.calls, message) : [];
  const changed = changeFromTo(text.text, candidates, conversation.today);
  if (changed !== undefined && !calls.some((call) => holdsAll(call, changed)))
    return { kind: 'calls', calls: [changed] };
  if (plan.kind === 'unsure') return plan;
  const meant = calls
    .map((call) =>
      holdActual(call, text.text, candidates, (field) => ({
        only: isIdentifier(field) ? onlyKnown(field, conversation, index - 1) : undefined,
        any: isIdentifier(field) && latestKnown(field, conversation, index - 1) !== undefined,
      })),
    )
    .filter((call) => message.leans || !isCarried(call, text.text));
  return meant.length > 0 ? { kind: 'calls', calls: meant } : { kind: 'unsure', nearest: message.nearest() };
}

/** Where one wish is left and has none of its values, the message is read as that wish alone. */
function withoutStrays(calls: readonly PlannedCall[], message: Message): readonly PlannedCall[] {
  const left = holdSeveral(calls);
  const [only, another] = left;
  const { text, conversation, index, model } = message;
  if (left.length === calls.length || only === undefined || another !== undefined || model === undefined)
    return left;
  if (isWhole(only) && Object.keys(only.args).length > 0) return left;
  const [anew] = learntPlan(conversation, index, text, [only.candidate], model, true).calls;
  const isMore = anew !== undefined && Object.keys(anew.args).length > Object.keys(only.args).length;
  return isMore ? [{ ...anew, band: 'likely' }] : left;
}

/** Whether a call holds all numbers of another. */
function holdsAll(call: PlannedCall, other: PlannedCall): boolean {
  const own = numbersIn(call.args);
  return numbersIn(other.args).every((value) => own.includes(value));
}

/**
 * Whether a call is filled up from what was said before, by a message that has values of its own which it does not take:
 * a sentence with another meaning, and not one that changes what was done.
 */
function isCarried({ args, unused, agreed }: PlannedCall, text: string): boolean {
  if (agreed === true || unused.length === 0) return false;
  const { numbers: all, pairs } = saidNumbers(text);
  const values = [...all.map(({ value }) => value), ...pairs.flatMap((pair) => pair.values)];
  // `700 g` beside a mean in kilograms is 0.7.
  const said = values.flatMap((value) => [
    value,
    value / 1000,
    value * 1000,
    value / 100,
    1 - value,
    1 - value / 100,
  ]);
  const isSaid = (value: number) => said.some((one) => Math.abs(one - value) < 1e-9);
  const numbers = numbersIn(args);
  const carried = numbers.filter((value) => !isSaid(value));
  return carried.length >= 2 && carried.length > numbers.length / 2;
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
