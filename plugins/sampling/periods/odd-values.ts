import type { OddValues, UnevenDays } from '../trail/trail-entry.js';
import type { Reading } from './reading.js';
import { unitOutcomes } from './unit-outcomes.js';

/** Fewer units may share a value, or have two values between them, by chance. */
const FEW_ALIKE = 5;
const FEW_OF_TWO = 10;
/** One value is filled in where it comes this many times as often as any other does. */
const OFTENER = 4;
/** A mean beyond this many times the expected one, or its part, is hardly of the same unit of measurement. */
const FAR = 5;
/** Share of units whose days are what others could have had: a few repeat visits are no rule for all. */
const USUAL = 0.25;
const FEWER_DAYS = 0.8;
const MANY_UNITS = 0.1;
const EXAMPLES = 5;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly parameterType: 'mean' | 'proportion';
  readonly expectedMean: number;
  /** Of the analysis. */
  readonly mean: number | null;
}

/** What is odd about the values of some days, though each can be read; undefined where nothing is. */
export function oddValues(
  readings: readonly Reading[],
  { from, to, parameterType, expectedMean, mean }: Asked,
): OddValues | undefined {
  const inside = readings.filter(({ date }) => date >= from && date <= to);
  const outcomes = unitOutcomes(inside);
  const silent = outcomes.filter(({ value, reason }) => value === null && reason === 'invalid value');
  const values = outcomes.flatMap(({ value }) => (value === null ? [] : [value]));
  const isMean = parameterType === 'mean';
  const odd = {
    parts: isMean ? 0 : inside.filter(({ value }) => value !== null && value > 0 && value < 1).length,
    unexplained:
      silent.length === 0
        ? null
        : { units: silent.length, examples: silent.slice(0, EXAMPLES).map(({ unitId }) => unitId) },
    clashes: outcomes.filter(({ clash }) => clash !== undefined).length,
    filled: isMean ? filledIn(values) : null,
    two: isMean ? twoValues(values) : null,
    days: unevenDays(inside),
    far: isMean && mean !== null && isFar(mean, expectedMean) ? [String(mean), String(expectedMean)] : null,
  };
  const found = Object.values(odd).some((each) => each !== null && each !== 0);
  return found ? odd : undefined;
}

/** A value other than 0 that many units share, where the others hardly share any. */
function filledIn(values: readonly number[]): OddValues['filled'] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most, next] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || most[0] === 0 || counts.size === 2) return null;
  const [value, units] = most;
  return units >= FEW_ALIKE && units >= OFTENER * (next?.[1] ?? 1)
    ? { value: String(value), units, of: values.length }
    : null;
}

/** Two values that are not 0 and 1: a share that is called a mean. */
function twoValues(values: readonly number[]): OddValues['two'] {
  const [a, b, ...others] = [...new Set(values)].sort((x, y) => x - y);
  if (a === undefined || b === undefined || others.length > 0 || values.length < FEW_OF_TWO) return null;
  return a === 0 && b === 1 ? null : { low: String(a), high: String(b) };
}

/** Where more than a tenth of the units have values of far fewer days than a quarter of them have. */
function unevenDays(inside: readonly Reading[]): UnevenDays | null {
  const daysOf = new Map<string, Set<string>>();
  for (const { unitId, date, value, reason } of inside) {
    if (value === null || reason !== undefined) continue;
    const days = daysOf.get(unitId) ?? new Set();
    daysOf.set(unitId, days.add(date));
  }
  const counts = [...daysOf.values()].map(({ size }) => size).sort((a, b) => b - a);
  const of = counts.length;
  const [most = 0] = counts;
  const usual = counts[Math.ceil(of * USUAL) - 1] ?? 0;
  const units = counts.filter((days) => days < usual * FEWER_DAYS).length;
  return units > of * MANY_UNITS ? { units, of, fewest: counts.at(-1) ?? 0, most, usual } : null;
}

function isFar(mean: number, expected: number): boolean {
  return expected > 0 && mean > 0 && (mean > FAR * expected || mean * FAR < expected);
}
