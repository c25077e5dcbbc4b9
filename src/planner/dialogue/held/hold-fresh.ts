import { canonical, type PlannedCall, standingOf } from '../planned-call.js';
import { saidNumbers } from './called-numbers.js';

/** Rounding, and what is left of a share taken from one. */
const NEAR = 1e-6;

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
      given.some((own) => Math.abs(own - one) <= NEAR * Math.max(1, Math.abs(own))),
    );
    return !isGiven && !texts.has(String(value)) && !texts.has(raw);
  });
  if (left.length === 0) return call;
  const open = left.map(({ raw }) => raw).filter((raw) => !unused.some((one) => one.startsWith(raw)));
  return { ...call, unused: [...unused, ...open], band: 'likely', unsettled: true };
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
