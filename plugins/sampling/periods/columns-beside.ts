import { nextTurn } from 'oracle-runtime/kit';
import { quoted } from '../selection/quoted.js';
import type { ValuePair } from './again.js';
import { type BesideReadings, besideReadings } from './beside-readings.js';
import { correlation } from './correlation.js';
import { isNamedAsFound, isOfOtherUnit } from './named-unit.js';
import type { ColumnNumbers } from './other-numbers.js';
import { partsOfValues } from './parts-of-values.js';
import type { Reading } from './reading.js';
import { saysTheSame } from './says-the-same.js';
import { unitsToOne } from './units-to-one.js';

/** Fewer pairs say nothing of two columns. */
const LEAST_PAIRS = 10;
/** Two columns of one thing go together by so much; */
const GO_TOGETHER = 0.9;
/** or have so many values alike, and go together by so much all the same. */
const [ALIKE, SOMEWHAT] = [0.5, 0.5];
/** With fewer kinds of values, such as yes and no, anything goes together. */
const LEAST_KINDS = 3;
const SAME = 1e-9;

/** Where columns stand. */
interface OfFile {
  /** The column that the values were read from. */
  readonly value: string | undefined;
  /** Whether a form wrote both: what it computes a value from goes with it. */
  readonly isForm: boolean;
}

/** What a column, or several of them, say beside readings. */
export interface ColumnBeside {
  readonly readings: readonly Reading[];
  /** Whether its name says that it is what was found of the same thing. */
  readonly isLike: boolean;
  /** Whether it says that it is of another thing: one factor makes kilowatt hours of hours. */
  readonly isOfOtherUnit: boolean;
}

/**
 * What columns of numbers say of the units and days of readings, in words for each, where they are of the same thing as the
 * readings: some of them raised, all of them by a factor, in another unit, or in several parts. What says the same is not among it.
 * @param columns by name, in the order of the file; their numbers by the index of a reading
 */
export async function columnsBeside(
  readings: readonly Reading[],
  columns: ReadonlyMap<string, ColumnNumbers>,
  { value, isForm }: OfFile,
): Promise<Map<string, ColumnBeside>> {
  const found = new Map<string, ColumnBeside>();
  const open = new Map<string, ReadonlyMap<number, number>>();
  for (const [name, { numbers, unit }] of columns) {
    await nextTurn();
    const { pairs, beside } = besideReadings(readings, numbers);
    const isSame = saysTheSame(pairs);
    const per = isSame || isForm ? undefined : unitsToOne(value ?? '', `${name} ${unit ?? ''}`, pairs);
    if (!isSame && per?.isSame !== true) open.set(name, numbers);
    if (!areOfOneThing(pairs, isForm) || (isSame && pairs.length === beside.length)) continue;
    const of = per === undefined || per.isSame ? undefined : per.count;
    found.set(
      `the column ${quoted(name)}${of === undefined ? '' : ` (${Number(of.toPrecision(4))} of it taken for one)`}`,
      {
        readings: asReadings(beside.map((each) => ({ ...each, value: each.value / (of ?? 1) }))),
        isLike: isNamedAsFound(name, value ?? ''),
        isOfOtherUnit: isOfOtherUnit(value ?? '', `${name} ${unit ?? ''}`),
      },
    );
  }
  if (isForm) return found;
  const { parts, together } = await partsOfValues(readings, open);
  for (const name of [...parts, ...(together?.names ?? [])]) forget(found, name);
  if (together !== undefined)
    found.set(together.words, { readings: asReadings(together.beside), isLike: false, isOfOtherUnit: false });
  return found;
}

function forget(found: Map<string, ColumnBeside>, name: string): void {
  for (const words of found.keys()) if (words.startsWith(`the column ${quoted(name)}`)) found.delete(words);
}

function asReadings(beside: BesideReadings['beside']): Reading[] {
  return beside.map(({ reading: { unitId, date }, value }) => ({ unitId, date, value }));
}

function areOfOneThing(pairs: readonly ValuePair[], isForm: boolean): boolean {
  if (pairs.length < LEAST_PAIRS || new Set(pairs.map(({ value }) => value)).size < LEAST_KINDS) return false;
  const together = correlation(pairs);
  const alike = pairs.filter(({ value, old }) => Math.abs(value - old) <= SAME).length;
  return (alike >= ALIKE * pairs.length && together >= SOMEWHAT) || (!isForm && together >= GO_TOGETHER);
}
