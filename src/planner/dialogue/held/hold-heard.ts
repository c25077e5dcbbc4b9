import type { NumberMention } from '../../reading/reading.js';
import { asksWhatIs } from '../../wording/speak.js';
import { canonical, type PlannedCall, standingOf } from '../planning/planned-call.js';
import { saidNumbers } from './numbers/called-numbers.js';
import { isNear, numbersIn } from './numbers/numbers-in.js';

/** How a number in one unit may stand in another: kilograms and grams, hours and minutes, days and weeks. */
const FACTORS = [1, 10, 100, 1e3, 1e6, 60, 3_600, 24, 7, 12, 4.184, 3.6];

/**
 * Calls held to the amounts and pairs of the messages that they rest on: one with a unit or a percent sign, and `95/10` where
 * words alone were read, that none of them holds is named as unused, until it is said what it is.
 * @param said latest first
 * @param before what the assistant said last: of earlier messages only that is left which it asked about
 */
export function holdHeard(
  calls: readonly PlannedCall[],
  said: readonly string[],
  before: string,
): readonly PlannedCall[] {
  const [first] = calls;
  const isOver = calls.some(
    (call) =>
      call.agreed === true ||
      call.settled === true ||
      call.candidate.tool.effect === 'read' ||
      standingOf(call) === 'refuse',
  );
  if (first === undefined || isOver) return calls;
  const given = calls.flatMap(({ args }) => numbersIn(args));
  const told = calls.map(({ unused, rivals = [], refused, readTwoWays = [], slots = [], args }) =>
    [
      ...slots.map(({ mention }) => mention.raw),
      ...unused,
      ...rivals,
      ...refused.map(({ mention }) => mention.raw),
      ...readTwoWays.map(({ said }) => said),
      canonical(args),
    ].join(' '),
  );
  // A profile may be called by it: `cdm-90-10`.
  const isTold = (raw: string) =>
    told.some((words) => words.includes(raw) || words.includes(raw.replace('/', '-')));
  const asked = asksWhatIs(before);
  const isByWords = calls.every(({ slots }) => slots === undefined);
  const left = said.flatMap((text, at) => {
    const { numbers, pairs } = saidNumbers(text);
    const isAsked = ({ raw }: { readonly raw: string }) => at > 0 && isQuoted(raw, asked);
    const amounts = numbers.filter(
      (one) =>
        (isAsked(one) || (at === 0 && (one.unit !== undefined || one.percent))) &&
        !given.some((own) => standsFor(own, one)),
    );
    const bare = pairs.filter(
      (one) =>
        (isAsked(one) || (at === 0 && isByWords)) &&
        !one.values.every((value) => given.some((own) => isNear(own, value))),
    );
    return [...amounts, ...bare].map(({ raw }) => raw).filter((raw) => !isTold(raw));
  });
  if (left.length === 0) return calls;
  const unused = [...first.unused, ...new Set(left)];
  return [{ ...first, unused, band: 'likely', unsettled: true }, ...calls.slice(1)];
}

/** Whether a text asks about it, in the quotation marks of any language. */
function isQuoted(raw: string, text: string): boolean {
  return text
    .split(raw)
    .slice(1)
    .some((rest, at) => /^\s?[”“»«"]/u.test(rest) && /[“„«»"]\s?$/u.test(text.split(raw)[at] ?? ''));
}

function standsFor(own: number, { value, percent, fraction, unit }: NumberMention): boolean {
  const said = percent || fraction ? [value, 1 - value, value * 100] : [value];
  const factors = unit === undefined ? [1] : FACTORS;
  return said.some((one) => factors.some((factor) => isNear(own, one * factor) || isNear(own, one / factor)));
}
