import type { MeasuredDays, OddValues, UnevenDays } from '../trail/analysed-entry.js';
import { copiedValues } from './copied-values.js';
import type { Reading } from './reading.js';
import { unitOutcomes } from './unit-outcomes.js';

/** Fewer units may share a value, or have two values between them, by chance. */
const FEW_ALIKE = 5;
const FEW_OF_TWO = 10;
/** One value is filled in where it comes this many times as often as any other does. */
const OFTENER = 4;
/** The whole of a share, the days of a week, the hours of a day, percent. */
const CEILINGS: ReadonlySet<number> = new Set([1, 7, 24, 100]);
/** Whole numbers up to the days of a month, of more steps than these, are counts of days or meals. */
const MOST_DAYS = 31;
const FEW_STEPS = 3;
/** A mean beyond this many times the expected one, or its part, is hardly of the same unit of measurement or the same homes. */
const FAR = 3;
/** A standard deviation below this part of the expected one, of at least so many units, is hardly of what units measured. */
const NARROW = 1 / 3;
const FEW_SPREAD = 20;
/** Digits of a standard deviation that are told. */
const DIGITS = 3;
/** Share of units whose days are what others could have had: a few repeat visits are no rule for all. */
const USUAL = 0.25;
const FEWER_DAYS = 0.8;
const MANY_UNITS = 0.1;
const EXAMPLES = 5;
const DAY_MS = 86_400_000;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly parameterType: 'mean' | 'proportion';
  readonly expectedMean: number;
  /** Null or absent where the design plans with none. */
  readonly expectedSD?: number | null | undefined;
  /** Of the analysis. */
  readonly mean: number | null;
}

/** What is odd about the values of some days, though each can be read; undefined where nothing is. */
export function oddValues(
  readings: readonly Reading[],
  { from, to, parameterType, expectedMean, expectedSD, mean }: Asked,
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
    copied: isMean ? copiedValues(values) : null,
    narrow: isMean ? narrowSpread(values, inside, expectedSD ?? 0) : null,
    far: isMean && mean !== null && isFar(mean, expectedMean) ? [String(mean), String(expectedMean)] : null,
  };
  const found = Object.values(odd).some((each) => each !== null && each !== 0);
  return found ? odd : undefined;
}

/**
 * A value that many units share, where the others hardly share any. Not 0, and not the most that there can be: all of the
 * week, all of the day, or the whole of a share is what a good stove gives.
 */
function filledIn(values: readonly number[]): OddValues['filled'] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most, next] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || most[0] === 0 || counts.size === 2 || isCeiling(most[0], values)) return null;
  const [value, units] = most;
  return units >= FEW_ALIKE && units >= OFTENER * (next?.[1] ?? 1)
    ? { value: String(value), units, of: values.length }
    : null;
}

/** Whether a value is the highest, and one beyond which its measure does not go or goes by whole numbers alone. */
function isCeiling(value: number, values: readonly number[]): boolean {
  if (values.some((each) => each > value || each < 0)) return false;
  if (CEILINGS.has(value)) return true;
  const steps = new Set(values);
  return steps.size > FEW_STEPS && [...steps].every((each) => Number.isInteger(each) && each <= MOST_DAYS);
}

/**
 * A spread far below the expected one, both between units and between their days. Not of values of which most are none or
 * all that there can be, nor where all are one value, which is said by itself.
 */
function narrowSpread(
  values: readonly number[],
  inside: readonly Reading[],
  expected: number,
): NonNullable<OddValues['narrow']> | null {
  if (values.length < FEW_SPREAD || expected <= 0) return null;
  const single = inside.flatMap(({ value, reason }) =>
    value === null || reason !== undefined ? [] : [value],
  );
  const spread = Math.max(deviationOf(values), deviationOf(single));
  const atBound = values.filter((value) => value === 0 || isCeiling(value, values)).length;
  if (spread === 0 || spread >= expected * NARROW || atBound * 2 >= values.length) return null;
  return [String(Number(spread.toPrecision(DIGITS))), String(expected)];
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** Two values that are not 0 and 1: a share that is called a mean. */
function twoValues(values: readonly number[]): OddValues['two'] {
  const [a, b, ...others] = [...new Set(values)].sort((x, y) => x - y);
  if (a === undefined || b === undefined || others.length > 0 || values.length < FEW_OF_TWO) return null;
  return a === 0 && b === 1 ? null : { low: String(a), high: String(b) };
}

/** Of how many days the units with values have one, the most first. */
function dayCounts(inside: readonly Reading[]): number[] {
  const daysOf = new Map<string, Set<string>>();
  for (const { unitId, date, value, reason } of inside) {
    if (value === null || reason !== undefined) continue;
    const days = daysOf.get(unitId) ?? new Set();
    daysOf.set(unitId, days.add(date));
  }
  return [...daysOf.values()].map(({ size }) => size).sort((a, b) => b - a);
}

/** Of how many of the days of a period the units have values; undefined where none has more than one. */
export function measuredDays(
  readings: readonly Reading[],
  { from, to }: Pick<Asked, 'from' | 'to'>,
): MeasuredDays | undefined {
  const inside = readings.filter(({ date }) => date >= from && date <= to);
  const counts = dayCounts(inside);
  const [most = 0] = counts;
  if (most < 2) return undefined;
  return {
    fewest: counts.at(-1) ?? 0,
    most,
    mean: (counts.reduce((sum, days) => sum + days, 0) / counts.length).toFixed(1),
    withRows: new Set(inside.map(({ date }) => date)).size,
    of: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1,
  };
}

/** Where more than a tenth of the units have values of far fewer days than a quarter of them have. */
function unevenDays(inside: readonly Reading[]): UnevenDays | null {
  const counts = dayCounts(inside);
  const of = counts.length;
  const [most = 0] = counts;
  const usual = counts[Math.ceil(of * USUAL) - 1] ?? 0;
  const units = counts.filter((days) => days < usual * FEWER_DAYS).length;
  return units > of * MANY_UNITS ? { units, of, fewest: counts.at(-1) ?? 0, most, usual } : null;
}

function isFar(mean: number, expected: number): boolean {
  return expected > 0 && mean > 0 && (mean > FAR * expected || mean * FAR < expected);
}
