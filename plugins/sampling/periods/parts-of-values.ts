import { nextTurn } from 'oracle-runtime/kit';
import { quoted } from '../selection/quoted.js';
import { oneShift, type ValuePair } from './again.js';
import { type BesideReadings, besideReadings } from './beside-readings.js';
import { correlation } from './correlation.js';
import type { Reading } from './reading.js';
import { saysTheSame } from './says-the-same.js';

/** Columns that may be the parts of a day or of a month, beside each other. */
const [LEAST_PARTS, MOST_PARTS] = [2, 31];
/** Cells that are added up in all. */
const MOST_CELLS = 1_500_000;
/** Readings that are looked at, as far apart as they are many. */
const MOST_READINGS = 500;
/** Lengths that are looked at before the longest. */
const FEW = 6;
const LEAST_PAIRS = 10;
/** A part goes with the whole by so much at least, and all of them together by so much. */
const [OF_PART, OF_WHOLE] = [0.2, 0.9];
const OF_ONE_SCALE = 1.95;
/** Of parts no one is more: what is put on top of a column makes no part of it. */
const MOST_OF_WHOLE = 0.65;
/** Days of a week, of which the others are two. */
const WEEKDAYS = 5 / 7;
const SHOWN = 4;
const EPSILON = 1e-3;

/** Columns whose sum or mean is held against values. */
interface Together {
  readonly names: readonly string[];
  readonly words: string;
  readonly beside: BesideReadings['beside'];
}

type Columns = readonly (readonly [name: string, numbers: ReadonlyMap<number, number>])[];

/**
 * Columns that stand beside each other and add up to values, or have them as their mean: their numbers are no other ones.
 * And those that do so but for one factor or difference, which whoever wants the values otherwise takes apart.
 * @param columns whose numbers are not the values by themselves
 */
export async function partsOfValues(
  readings: readonly Reading[],
  columns: ReadonlyMap<string, ReadonlyMap<number, number>>,
): Promise<{ readonly parts: ReadonlySet<string>; readonly together: Together | undefined }> {
  const apartBy = Math.ceil(readings.length / MOST_READINGS);
  const may: Columns = [...columns]
    .map(([name, numbers]) => [name, someOf(numbers, apartBy)] as const)
    .filter(([, numbers]) => {
      const { pairs } = besideReadings(readings, numbers);
      return pairs.length >= LEAST_PAIRS && correlation(pairs) >= OF_PART;
    });
  const parts = new Set<string>();
  for await (const run of runsOf(may)) {
    if (run.every(([name]) => parts.has(name))) continue;
    const { pairs } = besideReadings(readings, addedUp(run, 1));
    const mean = besideReadings(readings, addedUp(run, 1 / run.length));
    const isWeek = () =>
      run.length === 2 &&
      [run, run.toReversed()].some((days) =>
        saysTheSame(besideReadings(readings, addedUp(days, WEEKDAYS, 1 - WEEKDAYS)).pairs, 2),
      );
    const isSum = () => saysTheSame(pairs, run.length) && shareOfMost(run) <= MOST_OF_WHOLE;
    if (isSum() || saysTheSame(mean.pairs) || isWeek()) for (const [name] of run) parts.add(name);
  }
  const others = may.filter(([name]) => !parts.has(name));
  // One of them may be of one factor by itself.
  const alone = others.map(([, numbers]) => shiftOf(besideReadings(readings, numbers).pairs));
  let [together, apart]: [Together | undefined, number] = [
    undefined,
    Math.min(Math.log(OF_ONE_SCALE), ...alone),
  ];
  for await (const run of runsOf(others))
    for (const [what, share] of [
      ['sum', 1],
      ['mean', 1 / run.length],
    ] as const) {
      const by = shiftOf(besideReadings(readings, addedUp(run, share)).pairs);
      if (by >= apart - EPSILON) continue;
      apart = by;
      const names = run.map(([name]) => name);
      const whole = names.map((name) => [name, columns.get(name) ?? new Map()] as const);
      const { beside } = besideReadings(readings, addedUp(whole, share));
      together = { names, words: `the ${what} of the ${run.length} columns ${listed(names)}`, beside };
    }
  return { parts, together };
}

/** All that stand beside each other: few of them, which parts of a day are, before the many of a month. */
async function* runsOf(columns: Columns): AsyncGenerator<Columns> {
  const rows = Math.max(0, ...columns.map(([, numbers]) => numbers.size));
  let left = MOST_CELLS;
  const most = Math.min(MOST_PARTS, columns.length);
  const lengths = Array.from({ length: Math.max(0, most - LEAST_PARTS + 1) }, (_, at) => LEAST_PARTS + at);
  for (const length of [...lengths.slice(0, FEW), ...lengths.slice(FEW).toReversed()])
    for (let at = 0; at + length <= columns.length; at++) {
      left -= length * rows;
      if (left < 0) return;
      await nextTurn();
      yield columns.slice(at, at + length);
    }
}

/** Numbers of every so many readings. */
function someOf(numbers: ReadonlyMap<number, number>, apartBy: number): ReadonlyMap<number, number> {
  return apartBy <= 1 ? numbers : new Map([...numbers].filter(([index]) => index % apartBy === 0));
}

/** The numbers of rows that all of some columns have, each with its weight; the last weight is that of all others. */
function addedUp(columns: Columns, ...weights: readonly number[]): Map<number, number> {
  const [first, ...others] = columns;
  const sums = new Map<number, number>();
  for (const [index, number] of first?.[1] ?? []) {
    let sum: number | undefined = number * (weights[0] ?? 1);
    for (const [at, [, numbers]] of others.entries()) {
      const more = numbers.get(index);
      if (more === undefined) {
        sum = undefined;
        break;
      }
      sum += more * (weights[Math.min(at + 1, weights.length - 1)] ?? 1);
    }
    if (sum !== undefined) sums.set(index, sum);
  }
  return sums;
}

/** How far values lie from those of before, as the logarithm of their factor, where one makes all of them; else infinity. */
function shiftOf(pairs: readonly ValuePair[]): number {
  if (pairs.length < LEAST_PAIRS || correlation(pairs) < OF_WHOLE || oneShift(pairs) === undefined)
    return Infinity;
  const factor = sumOf(pairs.map(({ value }) => value)) / sumOf(pairs.map(({ old }) => old));
  return factor > 0 ? Math.abs(Math.log(factor)) : Infinity;
}

/** The part of the sum of some columns that the largest of them is. */
function shareOfMost(columns: Columns): number {
  const sums = columns.map(([, numbers]) => sumOf([...numbers.values()]));
  return Math.max(...sums) / sumOf(sums);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function listed(names: readonly string[]): string {
  return names.length <= SHOWN
    ? names.map(quoted).join(', ')
    : `${names
        .slice(0, SHOWN - 1)
        .map(quoted)
        .join(', ')}, …, ${quoted(names.at(-1) ?? '')}`;
}
