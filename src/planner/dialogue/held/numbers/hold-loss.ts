import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { isStopWord } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath, withoutPath, withPath } from '../../../schema/leaves.js';
import type { Field } from '../../../schema/schema-fields.js';
import { isDenial } from '../../../understanding/naming/called-otherwise.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { explained, fieldCalled, isSame, numberAt, numberLeaves, opened, round } from '../held-call.js';
import {
  calledFrom,
  clauseOf,
  isCalledBehind,
  isLossIn,
  isLossNamed,
  isLossUnknown,
  isNobodyLost,
  type SaidNumbers,
} from './called-numbers.js';
import { wordsAround } from './phrase-of.js';

/** What stands between a part and its whole: `14 homes out of 70`, `14 foyers sur 70`. */
const OF =
  /^\s+(?:\p{L}+\s+){0,2}?(?:of|out of|von|von den|der|sur|sur les|de|de los|de las|dos|das|em|kati ya)\s+(?:the\s+|our\s+)?$/u;
/** A name of a loss stands not farther behind a count and its whole than this: `14 of 70 homes have dropped out`. */
const REACH = 48;
const STOP = /[,;.:!?\n|]/u;
/** Small words of other languages, as they are folded. */
const SMALL: ReadonlySet<string> = new Set(
  'bei mit von fur und oder der die das eine einer con sin por para del las los una avec pour dans sur une des les com sem uma dos das kwa kati'.split(
    ' ',
  ),
);
/** What sets a value against the one before it: `5% precision, or 10%`. */
const OR = /(?:^|[\s,;])(?:or|oder|ou|o|au|ama)\s+(?:(?:at|by|with|mit|a|con|com|kwa)\s+)?$/u;

/**
 * A call held to what the person says of a loss. `nobody dropped out` is none at all, `14 of 70 homes dropped out` a fifth;
 * a percentage that stands by itself, or beside the name of another measure, is no dropout, however well it would fit.
 * @param asked what the person was asked before
 * @param before what the last call of the same tool was given
 */
export function holdLossWords(
  call: PlannedCall,
  said: readonly SaidNumbers[],
  asked: string,
  before: Args | undefined,
): PlannedCall {
  const loss = fieldCalled(call, 'dropout');
  const [latest] = said;
  if (loss?.fraction !== true || latest === undefined) return call;
  const known = withoutUnknown(call, loss, latest);
  // Other places of a figure: of this talk's messages, and what stood before them.
  const elsewhere: Elsewhere = (value, mention) =>
    said.some(
      ({ numbers, pairs }) =>
        numbers.some((one) => one !== mention && one.value === value) ||
        pairs.some(({ values }) => values.includes(value)),
    ) || numberLeaves(call).some(({ path }) => getPath(before ?? {}, path) === value);
  const held = said.reduceRight(
    (one, numbers) =>
      withoutResponse(
        withLossSaid(withShareLost(one, loss, numbers), loss, numbers, elsewhere),
        loss,
        numbers,
      ),
    known,
  );
  const none = withNobody(held, loss, latest);
  if (none !== undefined) return none;
  // What the last call had is not of this message: `the sd is 0.25 kg` after a dropout of 25%.
  const stood = getPath(before ?? {}, loss.path);
  return stood !== undefined && stood === numberAt(held, loss) ? held : withoutBare(held, loss, said, asked);
}

/** What is not known yet is no zero. */
function withoutUnknown(call: PlannedCall, loss: Field, { folded }: SaidNumbers): PlannedCall {
  return isLossUnknown(folded) && numberAt(call, loss) === 0
    ? { ...call, args: withoutPath(call.args, loss.path), band: 'likely' }
    : call;
}

/** `nobody dropped out` answers for the field, unless another share of the message does. */
function withNobody(
  call: PlannedCall,
  loss: Field,
  { folded, numbers }: SaidNumbers,
): PlannedCall | undefined {
  if (!isNobodyLost(folded)) return undefined;
  const value = numberAt(call, loss);
  if (value !== undefined && numbers.some((one) => gives(one, value))) return undefined;
  return { ...filled(call, loss, 0), band: 'likely' };
}

/** `14 of 70 homes dropped out`: the share is reckoned, for the person to agree to. */
function withShareLost(call: PlannedCall, loss: Field, said: SaidNumbers): PlannedCall {
  return said.numbers.reduce((held, part, at) => {
    const whole = said.numbers[at + 1];
    if (whole === undefined || !isCount(part) || !isCount(whole) || part.value > whole.value) return held;
    if (!OF.test(said.folded.slice(part.end, whole.start))) return held;
    const tail = said.folded.slice(whole.end, whole.end + REACH);
    const stop = tail.search(STOP);
    if (!isLossIn(stop < 0 ? tail : tail.slice(0, stop), said.text)) return held;
    const share = round(part.value / whole.value);
    const before = numberAt(held, loss);
    const misread = [part.value / 100, whole.value / 100, share];
    if (before !== undefined && !misread.includes(before)) return held;
    const counted = [part, whole].reduce((one, count) => withoutCount(one, count, said), held);
    return { ...filled(counted, loss, share), band: 'likely' };
  }, call);
}

/** Whether a figure stands anywhere but where it is mentioned here. */
type Elsewhere = (value: number, mention: NumberMention) => boolean;

/** `we lose 10%`: a percentage whose own words speak of a loss is that, and nothing else, whatever other figure it equals. */
function withLossSaid(call: PlannedCall, loss: Field, said: SaidNumbers, elsewhere: Elsewhere): PlannedCall {
  if (numberAt(call, loss) !== undefined) return call;
  const lost = said.numbers.filter(
    (mention) =>
      mention.percent && mention.bound === undefined && isLossNamed(wordsAround(mention, said), said.text),
  );
  const [only, another] = lost;
  if (only === undefined || another !== undefined) return call;
  const isElsewhere = elsewhere(only.value, only);
  const bent = isElsewhere ? [] : numberLeaves(call).filter((field) => numberAt(call, field) === only.value);
  const faults = (call.faults ?? []).filter((one) => one.kind !== 'unplaced' || one.mention.raw !== only.raw);
  const left = bent.reduce(opened, explained({ ...call, faults }, only));
  return { ...filled(left, loss, round(only.value)), band: 'likely' };
}

/** A `response rate of 75%` is no loss of 75%: what is lost is the rest. */
function withoutResponse(call: PlannedCall, loss: Field, said: SaidNumbers): PlannedCall {
  const value = numberAt(call, loss);
  if (value === undefined || call.agreed === true) return call;
  const given = said.numbers.filter((one) => (one.percent || one.fraction) && one.value === value);
  const [only, another] = given;
  if (only === undefined || another !== undefined) return call;
  const clause = clauseOf(only, said);
  const isResponse = isLossIn(clause, said.text) && !isLossNamed(clause, said.text);
  const concepts = conceptsAt(wordsOf(clause), languageOf(said.text)).flat();
  const isNamed = concepts.includes('field.responseRate') && !concepts.includes('field.dropout');
  if (!isResponse || !isNamed || wordsOf(clause).some(({ plain }) => isDenial(plain))) return call;
  return { ...filled(call, loss, round(1 - value)), band: 'likely' };
}

/** What was counted among the lost or the visited is no size of anything else, unless that is said again. */
function withoutCount(call: PlannedCall, count: NumberMention, { numbers }: SaidNumbers): PlannedCall {
  const isAgain = numbers.some((one) => one !== count && one.value === count.value);
  const taken = isAgain ? [] : numberLeaves(call).filter((field) => numberAt(call, field) === count.value);
  const args = taken.reduce<Args>((left, { path }) => withoutPath(left, path), call.args);
  return { ...explained(call, count), args };
}

function isCount({ value, percent, fraction, unit }: NumberMention): boolean {
  return Number.isInteger(value) && value > 0 && !percent && !fraction && unit === undefined;
}

/** Without a percentage that only its form would make a loss. */
function withoutBare(
  call: PlannedCall,
  loss: Field,
  said: readonly SaidNumbers[],
  asked: string,
): PlannedCall {
  const value = numberAt(call, loss);
  if (value === undefined || call.agreed === true) return call;
  if ([asked, ...said.map(({ text }) => text)].some((text) => isLossIn(text, text))) return call;
  const places = said.flatMap((numbers) =>
    numbers.numbers.filter((one) => gives(one, value)).map((mention) => ({ mention, numbers })),
  );
  const [first] = places;
  // What no number of these messages gives was said earlier, or reckoned.
  if (first === undefined) return call;
  const margin = fieldCalled(call, 'precision') ?? fieldCalled(call, 'margin');
  const asMargin = places.find(
    ({ mention, numbers }) =>
      mention.percent &&
      (calledFrom(numbers, mention, 'margin') !== undefined || isCalledBehind(numbers, mention, 'margin')),
  );
  const left = { ...call, args: withoutPath(call.args, loss.path) };
  if (asMargin !== undefined && margin?.fraction === true && numberAt(call, margin) === undefined)
    return { ...filled(left, margin, value), band: 'likely' };
  if (!places.every(({ mention, numbers }) => isBare(mention, numbers)))
    return { ...call, band: 'likely', unsettled: true };
  const { agreed: _, ...rest } = left;
  const raws = places.map(({ mention }) => mention.raw).filter((raw) => !call.unused.includes(raw));
  return { ...rest, unused: [...call.unused, ...raws], band: 'likely', unsettled: true };
}

/**
 * Whether nothing stands around a number but the names of other measures, small words and other numbers. What stands all by
 * itself is only proposed: the proposal names what it would be.
 */
function isBare({ start, end }: NumberMention, { text, folded, numbers }: SaidNumbers): boolean {
  if (OR.test(folded.slice(Math.max(0, start - 24), start))) return true;
  const from = Math.max(
    0,
    ...[...text.slice(0, start).matchAll(new RegExp(STOP, 'gu'))].map(({ index }) => index + 1),
  );
  const stop = text.slice(end).search(STOP);
  const part = text.slice(from, stop < 0 ? text.length : end + stop);
  const words = wordsOf(part);
  const concepts = conceptsAt(words, languageOf(text));
  if (!concepts.flat().some((one) => one.startsWith('field.'))) return false;
  return words.every(({ plain, start: at, end: to }, index) => {
    const isValue = numbers.some((one) => one.start < from + to && from + at < one.end);
    const isName = concepts[index]?.some((one) => one.startsWith('field.')) === true;
    return isValue || isName || plain.length < 3 || isStopWord(plain) || SMALL.has(plain);
  });
}

function gives({ value, percent, fraction, unit }: NumberMention, share: number): boolean {
  if (unit !== undefined && !percent && !fraction) return false;
  const given = percent || fraction || value <= 1 ? value : value / 100;
  return Math.abs(given - share) < 1e-9 || Math.abs(1 - given - share) < 1e-9;
}

function filled(call: PlannedCall, field: Field, value: number): PlannedCall {
  const args = withPath(call.args, field.path, value);
  const missing = call.missing.filter((one) => !isSame(one, field) && getPath(args, one.path) === undefined);
  return { ...call, args, missing };
}
