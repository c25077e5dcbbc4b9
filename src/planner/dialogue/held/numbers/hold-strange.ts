import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath } from '../../../schema/leaves.js';
import type { Field } from '../../../schema/schema-fields.js';
import { NEAR_MEASURES } from '../../../understanding/checks/other-measures.js';
import type { Model } from '../../../understanding/model.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { explained, numberLeaves } from '../held-call.js';
import { type SaidNumbers, saidNumbers } from './called-numbers.js';
import { namesOf } from './field-words.js';
import { type Giver, gives, isNamed, isOfOther, withoutValue } from './hold-evidence.js';
import { isNear } from './numbers-in.js';
import { aroundOf, isYear, strangeBeside } from './strange-words.js';

/** Behind a `±` more than so many are no share. */
const MOST_MARGIN = 50;
/** Words that take back what was said before them. */
const TAKES_BACK = /^talk\.(?:correction|no|negation)$/u;
/** A question repeats no more than this. */
const SHOWN = 48;

/**
 * A call held to the words that its numbers stand in. Where every word beside a number is known (of the field, of what the
 * operation is about, or one that only joins), the number is what it seems. Any other word may make it something else
 * (`22% are under 18`, `three times as many`, `clusters of 20`): the call is asked about first, and with it whether the number is
 * the field's; where nothing names the field and the words name another quantity, the number fills none.
 * @param said the message and those before it whose questions it answers, latest first
 * @param before what the last call of the same tool was given
 */
export function holdStrange(
  call: PlannedCall,
  said: readonly string[],
  model: Model | undefined,
  before: Args | undefined = undefined,
): PlannedCall {
  if (call.agreed === true || call.settled === true || call.taught === true) return call;
  const messages = said.map(saidNumbers);
  let held = call;
  for (const field of numberLeaves(call)) {
    const value = getPath(held.args, field.path);
    if (typeof value !== 'number' || value === getPath(before ?? {}, field.path)) continue;
    if (messages.some(({ pairs }) => pairs.some(({ values }) => values.includes(value)))) continue;
    const givers = messages.flatMap((message) =>
      message.numbers.filter((one) => gives(one, value, field)).map((mention) => ({ mention, message })),
    );
    const own = givers.filter(({ mention, message }) => !isOfOther(mention, message, field, call));
    const made =
      own.length > 0 ? own : givers.length > 0 ? givers : multiplesOf(value, field, held, messages, model);
    const [first] = made;
    // Which end of a span holds is asked elsewhere.
    const isSpan = ({ mention, message }: Giver) =>
      mention.bound !== undefined && isNamed(field, phraseAt(mention, message), message);
    if (first === undefined || made.some(isSpan)) continue;
    // A multiple of another value is one only where words say so.
    const isMultiple = givers.length === 0;
    const isSaidSo = ({ mention, message }: Giver) =>
      !isMultiple || !isOfThird(phraseAt(mention, message), message, field, call, model);
    const isPlain = ({ mention, message }: Giver) =>
      isCalledFor(mention, message, field) &&
      strangeBeside(mention, message, field, call, model).length === 0;
    if (made.some((one) => isSaidSo(one) && isPlain(one))) continue;
    const rival = correctedBy(first);
    const earlier = getPath(before ?? {}, field.path);
    if (rival !== undefined)
      held = {
        ...explained(withoutValue(held, field, earlier, made), first.mention),
        rivals: [rival, first.mention.raw],
      };
    else if (made.some((giver) => isSaidSo(giver) && mayBe(giver, field))) held = asked(held, field, first);
    else held = withoutValue(held, field, earlier, givers);
  }
  return held;
}

/** `90, no wait, 95`: the number that a person takes back by the words between the two. */
function correctedBy({ mention, message }: Giver): string | undefined {
  const [between] = aroundOf(mention, message);
  if (between === undefined) return undefined;
  const last = message.numbers.filter(({ end }) => end <= between.at).at(-1);
  const concepts = conceptsAt(wordsOf(between.text), languageOf(message.text));
  const takesBack = concepts.length > 0 && concepts.every((own) => own.some((one) => TAKES_BACK.test(one)));
  return takesBack ? last?.raw : undefined;
}

/** Numbers that a value was reckoned from as a multiple of another field's: `18% of the mean`. */
function multiplesOf(
  value: number,
  { path }: Field,
  { args }: PlannedCall,
  messages: readonly SaidNumbers[],
  model: Model | undefined,
): Giver[] {
  const base = model?.relations[path.join('.')];
  const of = base === undefined ? undefined : getPath(args, base.split('.'));
  if (typeof of !== 'number') return [];
  return messages.flatMap((message) =>
    message.numbers
      .filter((one) => (one.percent || one.fraction) && isNear(one.value * of, value))
      .map((mention) => ({ mention, message })),
  );
}

/** Whether words name a number of the call that is neither the field nor what the field is a multiple of. */
function isOfThird(
  phrase: string,
  message: SaidNumbers,
  field: Field,
  call: PlannedCall,
  model: Model | undefined,
): boolean {
  const base = model?.relations[field.path.join('.')];
  return numberLeaves(call).some(
    (other) => other !== field && other.path.join('.') !== base && isNamed(other, phrase, message),
  );
}

function phraseAt(mention: NumberMention, message: SaidNumbers): string {
  return aroundOf(mention, message)
    .map(({ text }) => text)
    .join(' ');
}

/** A bare number is a share only where words around it call it so: the 18 of `are under 18` is none. */
function isCalledFor(mention: NumberMention, message: SaidNumbers, field: Field): boolean {
  const { percent, fraction, value, plusMinus } = mention;
  if (!field.fraction || percent || fraction || value <= 1) return true;
  if (plusMinus && value <= MOST_MARGIN) return true;
  const around = aroundOf(mention, message).map(({ text }) => text);
  const isAlone = around.every((text) => words(text).every(({ plain }) => isPlainWord(plain)));
  return isAlone || isNamed(field, around.join(' '), message);
}

/** Whether a number may be the field's all the same: its words name the field, or no other quantity and it needs no bending. */
function mayBe({ mention, message }: Giver, field: Field): boolean {
  if (isYear(mention, message)) return false;
  const phrase = phraseAt(mention, message);
  if (isNamed(field, phrase, message)) return true;
  if (field.fraction && !mention.percent && !mention.fraction && mention.value > 1) return false;
  return !isNearMeasure(phrase, message, field);
}

/** Whether words call a number a measure that is none of a field: an intraclass correlation, a size of clusters. */
function isNearMeasure(phrase: string, { text }: SaidNumbers, field: Field): boolean {
  const own = namesOf(field);
  return conceptsAt(wordsOf(phrase), languageOf(text))
    .flat()
    .some((one) => NEAR_MEASURES.includes(one) && !own.includes(one));
}

/** The call with the question whether a number is that of a field. */
export function asked(call: PlannedCall, { path }: Field, { mention, message }: Giver): PlannedCall {
  const key = path.join('.');
  const { faults = [] } = call;
  const isAsked = faults.some((fault) => fault.kind === 'measure' && fault.key === key);
  return {
    ...call,
    faults: isAsked ? faults : [...faults, { kind: 'measure', key, said: shownOf(mention, message) }],
    band: 'likely',
    unsettled: true,
  };
}

/** The number with the words around it, where they are few. */
function shownOf(mention: NumberMention, message: SaidNumbers): string {
  const parts = aroundOf(mention, message);
  const from = parts.find(({ text }) => text.trim() !== '')?.at ?? mention.start;
  const last = parts.at(-1);
  const to = last === undefined ? mention.end : Math.max(mention.end, last.at + last.text.length);
  const whole = message.text.slice(Math.min(from, mention.start), to).replace(/\s+/gu, ' ').trim();
  return whole.length > SHOWN ? mention.raw : whole;
}
