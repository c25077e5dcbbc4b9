import type { NumberMention } from '../../reading/reading.js';
import { canonical, type PlannedCall, standingOf } from '../planned-call.js';
import { saidNumbers } from './called-numbers.js';

/** Rounding, and what is left of a share taken from one. */
const NEAR = 1e-6;
/** How a number in one unit may stand in another: kilograms and grams, hours and minutes, days and weeks. */
const FACTORS = [1, 10, 100, 1e3, 1e6, 60, 3_600, 24, 7, 12, 4.184, 3.6];

/**
 * Calls held to the amounts and pairs of the messages that they rest on: one with a unit or a percent sign, and `95/10`, that
 * none of them holds is named as unused, wherever it stands, until it is said what it is.
 */
export function holdHeard(calls: readonly PlannedCall[], said: readonly string[]): readonly PlannedCall[] {
  const [first] = calls;
  const isOver = calls.some(
    (call) => call.agreed === true || call.settled === true || standingOf(call) === 'refuse',
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
  const isTold = (raw: string) => told.some((words) => words.includes(raw));
  const messages = said.map(saidNumbers);
  const amounts = messages
    .flatMap(({ numbers }) => numbers)
    .filter((one) => (one.unit !== undefined || one.percent) && !given.some((own) => standsFor(own, one)));
  const pairs = messages
    .flatMap((one) => one.pairs)
    .filter(({ values }) => !values.every((one) => has(given, one)));
  const left = [...amounts, ...pairs].map(({ raw }) => raw).filter((raw) => !isTold(raw));
  if (left.length === 0) return calls;
  const unused = [...first.unused, ...new Set(left)];
  return [{ ...first, unused, band: 'likely', unsettled: true }, ...calls.slice(1)];
}

function standsFor(own: number, { value, percent, fraction, unit }: NumberMention): boolean {
  const said = percent || fraction ? [value, 1 - value, value * 100] : [value];
  const factors = unit === undefined ? [1] : FACTORS;
  return said.some((one) => factors.some((factor) => isNear(own, one * factor) || isNear(own, one / factor)));
}

/** A share, or the percentage that a field may take in its place. */
function has(given: readonly number[], value: number): boolean {
  return given.some((own) => isNear(own, value) || isNear(own, value * 100));
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a));
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
