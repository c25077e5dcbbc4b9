import { addTo, canonicalJson, daysIn, daysInCommon } from 'oracle-runtime/kit';
import { comesAgain, type ValuePair } from '../periods/again.js';
import type { Reading } from '../periods/reading.js';
import { isOfDraw } from '../periods/reading.js';
import type { HeldFact } from '../trail/held-marks.js';
import { meanOf } from '../trail/judged-marks.js';
import { apartByMean } from './apart-by-mean.js';
import { isWeekBesideOther, type LieApart, lieApart, type OneMeasure } from './of-one-measure.js';

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
  /** Whether it is said to be of the same thing, such as a sheet with the same headings. */
  readonly sameMeasure: boolean;
  /** Whether it may be, by what its design expects and the column that it was read from. */
  readonly likeMeasure?: boolean;
  /** Whether it stands in the same file under another head: honest files have kilowatt hours or the old stove beside hours. */
  readonly underOtherHead?: boolean;
  /** Whether that head says another unit, so that one factor makes the one of the other. */
  readonly inOtherUnit?: boolean;
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
/** With so many of the units alike on their days, both are of one measure, and any other value is told. */
const OF_ONE_MEASURE = 0.25;
const SAME = 1e-9;
/** Standard errors that a mean lies from another where chance hardly makes it. */
const FAR = 3;
/** Sets that an entry tells. */
const MOST_FACTS = 20;
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
  const taken = [...here.values()].flat().map(({ value }) => value ?? 0);
  const facts = sets.flatMap((set): HeldFact[] => {
    const shared = [...set.values].filter(([unitId]) => units.has(unitId));
    const ofTheseHomes =
      shared.length >= MOST_OF_DRAW * units.size && shared.length >= MOST_OF_SET * set.values.size;
    if (shared.length === 0 || !(set.sameList || ofTheseHomes || shared.length >= MOST_OF_DRAW * units.size))
      return [];
    const means = new Map(
      shared.map(([unitId, values]) => [unitId, average(values.map(({ value }) => value))]),
    );
    // Of few of them, homes of another project may have the same ids.
    const hasMost = shared.length >= MOST_OF_DRAW * units.size;
    const covers =
      daysInCommon(set, { from, to }) >= MOST_OF_DAYS * Math.min(daysIn(set), daysIn({ from, to }));
    return [
      {
        what: set.what,
        from: set.from,
        to: set.to,
        units: shared.length,
        mean: meanOf([...means.values()]) ?? '',
        ofTheseHomes:
          ofTheseHomes &&
          !isWeekBesideOther(
            taken,
            shared.flatMap(([, values]) => values.map(({ value }) => value)),
          ),
        differ: set.daily
          ? unlessOfOther(
              set,
              differOf(shared, here, { from, to }, { ...set, measure: hasMost ? measureOf(set) : 'unknown' }),
            )
          : null,
        missing: covers || set.sameList ? (apartByMean(means, (unitId) => here.has(unitId)) ?? null) : null,
      },
    ];
  });
  // One file is often read several times, with one result.
  const once = new Map(facts.map((fact) => [canonicalJson({ ...fact, what: '' }), fact]));
  // What stands out first: else whoever wants it untold makes many others.
  const standsOut = ({ differ, missing }: HeldFact) =>
    Number(differ !== null) * 2 + Number(missing !== null && !missing.byChance);
  return [...once.values()].sort((a, b) => standsOut(b) - standsOut(a)).slice(0, MOST_FACTS);
}

/** That the means lie apart says nothing where the head says that both are of two things; one factor or difference does. */
function unlessOfOther(
  { underOtherHead = false, inOtherUnit = false }: HeldSet,
  differ: HeldFact['differ'],
): HeldFact['differ'] {
  const by = differ?.by;
  const isByChance = by !== undefined && 'chance' in by;
  const isByFactor = by !== undefined && 'factor' in by;
  return (underOtherHead && isByChance) || (inOtherUnit && isByFactor) ? null : differ;
}

function measureOf({ sameMeasure, likeMeasure = false }: HeldSet): OneMeasure {
  if (sameMeasure) return 'said';
  return likeMeasure ? 'perhaps' : 'unknown';
}

type Shared = readonly (readonly [string, readonly { readonly day: string; readonly value: number }[]])[];

/**
 * Units that have other values on the days that both have: of one measure, or all of them otherwise by more than chance makes.
 * Where hardly a unit has one day in both, what each has within these days is held against the other.
 */
function differOf(
  shared: Shared,
  here: ReadonlyMap<string, readonly Reading[]>,
  { from, to }: Pick<Taken, 'from' | 'to'>,
  { measure, underOtherHead = false }: { readonly measure: OneMeasure } & Pick<HeldSet, 'underOtherHead'>,
): HeldFact['differ'] {
  const both = shared.flatMap(([unitId, values]) => {
    const pairs = values.flatMap(({ day, value }) =>
      (here.get(unitId) ?? []).flatMap((each) =>
        each.date === day ? [{ old: value, value: each.value ?? 0 }] : [],
      ),
    );
    return pairs.length === 0 ? [] : [pairs];
  });
  const within = shared.flatMap(([unitId, values]) => {
    const old = values.flatMap(({ day, value }) => (day >= from && day <= to ? [value] : []));
    const own = (here.get(unitId) ?? []).map(({ value }) => value ?? 0);
    return old.length === 0 || own.length === 0 ? [] : [{ unitId, old: average(old), value: average(own) }];
  });
  if (both.length < MOST_OF_DRAW * within.length) {
    const again = comesAgain(
      new Map(within.map(({ unitId, value }) => [unitId, value])),
      new Map(within.map(({ unitId, old }) => [unitId, old])),
    );
    const isSameAsThere =
      again !== undefined && 'difference' in again.by && Number(again.by.difference) === 0;
    if (!isSameAsThere) return withMeans(lieApart(within, measure), within);
    const others = within.filter(({ old, value }) => !isSame(old, value)).length;
    return withMeans(others === 0 ? undefined : { units: others }, within);
  }
  const apart = both.filter((pairs) => pairs.every(({ old, value }) => !isSame(old, value))).length;
  if (apart === 0) return null;
  if (both.length - apart >= OF_ONE_MEASURE * both.length) {
    // What was asked twice is otherwise now and then, up and down.
    const isUpAndDown = underOtherHead && !movesTheMean(both.flat());
    return isUpAndDown ? null : withMeans({ units: apart }, both.flat());
  }
  const byUnit = both.map((pairs) => ({
    value: average(pairs.map(({ value }) => value)),
    old: average(pairs.map(({ old }) => old)),
  }));
  return withMeans(lieApart(byUnit, measure), both.flat());
}

function withMeans(
  found: { readonly units: number } | LieApart | undefined,
  pairs: readonly ValuePair[],
): HeldFact['differ'] {
  return found === undefined
    ? null
    : {
        ...found,
        there: meanOf(pairs.map(({ old }) => old)) ?? '',
        here: meanOf(pairs.map(({ value }) => value)) ?? '',
      };
}

/** Whether values lie further from the others, taken together, than chance makes. */
function movesTheMean(pairs: readonly ValuePair[]): boolean {
  const differences = pairs.map(({ value, old }) => value - old);
  const mean = average(differences);
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return (
    Math.abs(mean) > (FAR * Math.sqrt(squares / Math.max(1, pairs.length - 1))) / Math.sqrt(pairs.length)
  );
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
