import { addTo, canonicalJson, daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { Reading } from '../periods/reading.js';
import { isOfDraw } from '../periods/reading.js';
import type { HeldFact } from '../trail/held-marks.js';
import { meanOf } from '../trail/judged-marks.js';

/** Values of units that this oracle holds beside those of an analysis: an analysis of another design, a report of devices. */
export interface HeldSet {
  /** In words, such as `analysis period-… of design-…`. */
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Of each unit; the values of one day, or of all days together. */
  readonly values: ReadonlyMap<string, readonly { readonly day: string; readonly value: number }[]>;
  /** Whether it is of the list that was drawn from: its ids are the same homes. */
  readonly sameList: boolean;
  /** Whether its values are those of one day each, so that they can be held against readings of that day. */
  readonly daily: boolean;
}

/** What an analysis took. */
export interface Taken {
  readonly readings: readonly Reading[];
  /** Those that were drawn or called, replaced ones among them. */
  readonly units: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/** Part of the units of a draw that a set must have, and part of its own units that must be of the draw, to be of these homes. */
const [MOST_OF_DRAW, MOST_OF_SET] = [0.5, 0.8];
/** With less of the units alike on their days, another measure was taken. */
const OF_ONE_MEASURE = 0.25;
const SAME = 1e-9;
const EXAMPLES = 5;
/** Sets that an entry tells. */
const MOST_FACTS = 20;
/** Standard errors that two means lie apart where chance hardly made them. */
const FAR = 2;
/** A set of less of the days says little of who would have had a value. */
const MOST_OF_DAYS = 0.5;

/**
 * What an analysis did not take of what is held here: units that have values there alone, other values of the same days, and
 * whether it is of these homes, so that its days can be held against those that were analysed. Sets of other homes give nothing.
 */
export function heldFacts(sets: readonly HeldSet[], { readings, units, from, to }: Taken): HeldFact[] {
  const here = new Map<string, Reading[]>();
  for (const reading of readings)
    if (isOfDraw(reading) && reading.value !== null && reading.date >= from && reading.date <= to)
      addTo(here, reading.unitId, reading);
  const facts = sets.flatMap((set): HeldFact[] => {
    const shared = [...set.values].filter(([unitId]) => units.has(unitId));
    const ofTheseHomes =
      shared.length >= MOST_OF_DRAW * units.size && shared.length >= MOST_OF_SET * set.values.size;
    if (shared.length === 0 || !(set.sameList || ofTheseHomes || shared.length >= MOST_OF_DRAW * units.size))
      return [];
    const means = new Map(
      shared.map(([unitId, values]) => [unitId, average(values.map(({ value }) => value))]),
    );
    const covers =
      daysInCommon(set, { from, to }) >= MOST_OF_DAYS * Math.min(daysIn(set), daysIn({ from, to }));
    return [
      {
        what: set.what,
        from: set.from,
        to: set.to,
        units: shared.length,
        mean: meanOf([...means.values()]) ?? '',
        ofTheseHomes,
        differ: set.daily ? differOf(shared, here) : null,
        missing: covers || set.sameList ? missingOf(means, here) : null,
      },
    ];
  });
  // One file is often read several times, with one result.
  const once = new Map(facts.map((fact) => [canonicalJson({ ...fact, what: '' }), fact]));
  return [...once.values()].slice(0, MOST_FACTS);
}

type Shared = readonly (readonly [string, readonly { readonly day: string; readonly value: number }[]])[];

/** Units that have other values on the days that both have, where most of them are of one measure. */
function differOf(shared: Shared, here: ReadonlyMap<string, readonly Reading[]>): HeldFact['differ'] {
  const both = shared.flatMap(([unitId, values]) => {
    const pairs = values.flatMap(({ day, value }) =>
      (here.get(unitId) ?? []).flatMap((each) =>
        each.date === day ? [{ there: value, here: each.value ?? 0 }] : [],
      ),
    );
    return pairs.length === 0 ? [] : [pairs];
  });
  const apart = both.filter((pairs) => pairs.every((pair) => !isSame(pair.there, pair.here)));
  if (apart.length === 0 || both.length - apart.length < OF_ONE_MEASURE * both.length) return null;
  const all = both.flat();
  return {
    units: apart.length,
    there: meanOf(all.map(({ there }) => there)) ?? '',
    here: meanOf(all.map((pair) => pair.here)) ?? '',
  };
}

/** Units that have values there and none here, and how theirs differ from those of the others. */
function missingOf(
  means: ReadonlyMap<string, number>,
  here: ReadonlyMap<string, readonly Reading[]>,
): HeldFact['missing'] {
  const gone = [...means].filter(([unitId]) => !here.has(unitId));
  const others = [...means].flatMap(([unitId, mean]) => (here.has(unitId) ? [mean] : []));
  if (gone.length === 0 || others.length === 0) return null;
  const values = gone.map(([, mean]) => mean);
  const error = spread([...values, ...others]) * Math.sqrt(1 / values.length + 1 / others.length);
  return {
    units: gone.length,
    examples: gone.slice(0, EXAMPLES).map(([unitId]) => unitId),
    mean: meanOf(values) ?? '',
    others: meanOf(others) ?? '',
    byChance: Math.abs(average(values) - average(others)) <= FAR * error,
  };
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): number {
  const mean = average(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
  );
}
