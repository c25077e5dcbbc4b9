import type { ChosenReading } from '../../sampling/service.js';
import { sensorsOn } from '../use/household-use.js';
import type { SensorUse } from '../use/sensor-use.js';

/** A unit with a value. */
export interface UnitOfDevices {
  readonly household: string;
  readonly devices: readonly Pick<SensorUse, 'sensor' | 'placed'>[];
  /** For each day 2 with use, 1 without, 0 not observed. */
  readonly days: Uint8Array;
}

type Recording = Pick<SensorUse, 'sensor' | 'household' | 'observed' | 'used' | 'placed'>;

/** Fewer units vary by too little to be told apart from none. */
const FEWEST = 5;
/** Part of the devices that went on which must have seen a fire: in a bag they see none. */
const WITH_FIRES = 1 / 3;
const EXAMPLES = 3;

/**
 * Units whose devices were others from some day on, with their rates before and from then on, beside those of units that kept
 * theirs, of the same days; null for none.
 */
export function changedDevices(
  units: readonly UnitOfDevices[],
): NonNullable<ChosenReading['changed']> | null {
  const cuts = new Map(
    units.flatMap((unit) => {
      const cut = changeOf(unit);
      return cut === undefined ? [] : [[unit, cut] as const];
    }),
  );
  if (cuts.size === 0) return null;
  const sorted = [...cuts.values()].sort((a, b) => a - b);
  const usual = sorted[sorted.length >> 1] ?? 0;
  const without = units.filter((unit) => !cuts.has(unit));
  const kept = ratesAround(without, () => usual);
  const others = kept.length < FEWEST ? [] : kept;
  const own = ratesAround([...cuts.keys()], (unit) => cuts.get(unit) ?? usual);
  if (own.length === 0) return null;
  // What the season changed, from each day on.
  const usually = new Map(
    [...new Set(cuts.values())].map((cut) => [
      cut,
      others.length === 0 ? 0 : meanOf(ratesAround(without, () => cut).map(changeIn)),
    ]),
  );
  const apart = standardErrorsApart(
    own.map((each) => changeIn(each) - (usually.get(each.cut) ?? 0)),
    others.map((each) => changeIn(each) - (usually.get(usual) ?? 0)),
  );
  return {
    units: own.length,
    of: units.length,
    ...meansOf(own),
    others: others.length === 0 ? null : meansOf(others),
    apart: apart.toFixed(1),
  };
}

interface Rates {
  readonly before: number;
  readonly after: number;
  readonly cut: number;
}

/** Shares of days with use before a day and from then on, of units that were observed at both times. */
function ratesAround(units: readonly UnitOfDevices[], cutOf: (unit: UnitOfDevices) => number): Rates[] {
  return units.flatMap((unit) => {
    const cut = cutOf(unit);
    const [before, after] = [shareOf(unit.days.subarray(0, cut)), shareOf(unit.days.subarray(cut))];
    return before === undefined || after === undefined ? [] : [{ before, after, cut }];
  });
}

function changeIn({ before, after }: Rates): number {
  return after - before;
}

function meansOf(all: readonly Rates[]) {
  return {
    before: meanOf(all.map(({ before }) => before)).toFixed(3),
    after: meanOf(all.map(({ after }) => after)).toFixed(3),
  };
}

/** The first day from which the devices of a unit are others than before; undefined for none. */
function changeOf({ devices, days }: UnitOfDevices): number | undefined {
  let before: string | undefined;
  for (let day = 0; day < days.length; day++) {
    const own = sensorsOn(devices, day).map(({ sensor }) => sensor);
    if (own.length === 0) continue;
    const now = JSON.stringify(own.sort());
    if (before !== undefined && before !== now) return day;
    before = now;
  }
  return undefined;
}

/**
 * Devices that went on and saw fires after the last day that the list has of them at a unit, beside what counts of these units
 * on the same days; null for none.
 */
export function leftOnDevices(
  recordings: readonly Recording[],
  units: readonly UnitOfDevices[],
): NonNullable<ChosenReading['leftOn']> | null {
  const daysOf = new Map(units.map(({ household, days }) => [household, days]));
  const all = recordings.flatMap(({ sensor, household, observed, used }) => {
    const days = daysOf.get(household);
    if (days === undefined) return [];
    const both = days.map((state, day) => (observed[day] === 1 ? state : 0));
    const counted = shareOf(both);
    const there = shareOf(both.map((state, day) => (state === 0 ? 0 : used.declared[day] === 1 ? 2 : 1)));
    return counted === undefined || there === undefined ? [] : [{ sensor, household, counted, there }];
  });
  const found = all.filter(({ there }) => there > 0);
  if (found.length === 0 || found.length < WITH_FIRES * all.length) return null;
  return {
    devices: found.length,
    units: new Set(found.map(({ household }) => household)).size,
    examples: found.slice(0, EXAMPLES).map(({ sensor, household }) => `${sensor} at ${household}`),
    rate: meanOf(found.map(({ there }) => there)).toFixed(3),
    counted: meanOf(found.map(({ counted }) => counted)).toFixed(3),
    apart: standardErrorsApart(
      found.map(({ counted, there }) => counted - there),
      [],
    ).toFixed(1),
  };
}

/** Of the difference of two shares of a unit: those of few days may all be the same by chance. */
const LEAST_SD = 0.15;

/**
 * How far the mean of some differences lies from that of others, or from none, in standard errors: those of the normal
 * distribution that chance gives as rarely as the ones of so few. Source: D. Wallace, Bounds on normal approximations to
 * Student's and the chi-square distributions, 1959. 0 for too few.
 */
function standardErrorsApart(own: readonly number[], others: readonly number[]): number {
  const freedom = own.length + others.length - (others.length === 0 ? 1 : 2);
  if (freedom < FEWEST - 1) return 0;
  const squares = (all: readonly number[]) => {
    const mean = meanOf(all);
    return all.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  };
  const variance = Math.max((squares(own) + squares(others)) / freedom, LEAST_SD ** 2);
  const error = Math.sqrt(variance * (1 / own.length + (others.length === 0 ? 0 : 1 / others.length)));
  const t = Math.abs(meanOf(own) - meanOf(others)) / error;
  return ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p(t ** 2 / freedom));
}

/** Days of use over observed days; undefined where none was observed. */
function shareOf(days: Uint8Array): number | undefined {
  let [observed, used] = [0, 0];
  for (const state of days) {
    if (state > 0) observed++;
    if (state === 2) used++;
  }
  return observed === 0 ? undefined : used / observed;
}

function meanOf(all: readonly number[]): number {
  return all.length === 0 ? 0 : all.reduce((sum, each) => sum + each, 0) / all.length;
}
