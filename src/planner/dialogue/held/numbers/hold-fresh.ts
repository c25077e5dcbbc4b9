import { isMetaTool } from '../../../choosing/candidates.js';
import { createReader } from '../../../understanding/reader.js';
import { asksForValues, asksToGoAhead, asksWhatIs } from '../../../wording/speak.js';
import { canonical, type PlannedCall, standingOf } from '../../planning/planned-call.js';
import type { Turn } from '../../turns/conversation.js';
import { saidNumbers } from './called-numbers.js';
import { isNear, numbersIn } from './numbers-in.js';

/**
 * A call of a talk that goes on, held to the numbers of its last message: `take off the 80 that left, that makes 2,700`
 * changes a call by both or is not understood. What none of its values comes from is asked about.
 */
export function holdFresh(call: PlannedCall, message: string): PlannedCall {
  const { agreed, settled, unused } = call;
  if (agreed === true || settled === true || standingOf(call) !== 'act') return call;
  const given = numbersIn(call.args);
  // `design-7` holds the 7 of `design 7`.
  const texts = new Set(canonical(call.args).match(/[\p{L}\p{N}.]+/gu));
  const left = saidNumbers(message).numbers.filter(({ value, unit, of, raw }) => {
    // What stands in a unit may be another number in that of its field.
    if (unit !== undefined || of !== undefined || value <= 1) return false;
    const isGiven = [value, value / 100, 1 - value / 100].some((one) =>
      given.some((own) => isNear(own, one)),
    );
    return !isGiven && !texts.has(String(value)) && !texts.has(raw);
  });
  if (left.length === 0) return call;
  const open = left.map(({ raw }) => raw).filter((raw) => !unused.some((one) => one.startsWith(raw)));
  return { ...call, unused: [...unused, ...open], band: 'likely', unsettled: true };
}

/**
 * A call that takes up what was done before, held to the values of the message between, where that was not understood or
 * left one open: who asks `and at 90/10?` in vain and goes on with `and 11% dropout` still means both.
 */
export function holdLeftOpen(call: PlannedCall, message: string, before: Turn | undefined): PlannedCall {
  if (before === undefined || call.agreed === true || standingOf(call) !== 'act') return call;
  const { text, said, executed } = before;
  if (text.length > LONGEST || executed.some(({ call: made }) => !isMetaTool(made.name))) return call;
  const given = numbersIn(call.args);
  const now = valuesSaid(message).flatMap(({ values }) => values);
  // Who says all of it begins anew.
  if (given.every((own) => now.some((value) => isGiven(value, [own])))) return call;
  const isAnswered = asksToGoAhead(said) || asksForValues(said);
  const left = valuesSaid(text).filter(({ raw, values }) => {
    const isOpen = !isAnswered || asksWhatIs(said).includes(raw);
    // The one of 90/10 is no complement of the other.
    const isHeld = (value: number) =>
      values.length > 1 ? given.some((own) => isNear(own, value)) : isGiven(value, given);
    return isOpen && !values.every(isHeld);
  });
  if (left.length === 0) return call;
  const unused = [...call.unused, ...left.map(({ raw }) => raw)];
  return { ...call, unused, band: 'likely', unsettled: true };
}

interface SaidValues {
  readonly raw: string;
  readonly values: readonly number[];
}

/** Numbers of a message, and both of each pair. */
function valuesSaid(text: string): SaidValues[] {
  const reader = createReader();
  return reader.read(text, reader.languageOf(text)).mentions.flatMap((mention): SaidValues[] => {
    const { type, raw } = mention;
    if (type === 'pair') return [{ raw, values: mention.values }];
    return type === 'number' ? [{ raw, values: [mention.value] }] : [];
  });
}

/** Whether one of some numbers is the value, as a share, or what is left of it. */
function isGiven(value: number, given: readonly number[]): boolean {
  return [value, value / 100, 1 - value, 1 - value / 100].some((one) =>
    given.some((own) => isNear(own, one)),
  );
}

/** A longer message is a letter, of which much belongs to nothing. */
const LONGEST = 120;
