import { addTo, daysIn, daysInCommon } from 'oracle-runtime/kit';
import type { ChosenReading, Seal } from '../../sampling/service.js';
import type { Zone } from '../clock/zone.js';
import { STOVE_KINDS } from '../detection/detector-settings.js';
import { copiedDevices, repeatedDevices } from '../devices/copied-devices.js';
import { sameFires } from '../devices/same-fires.js';
import type { FileRead } from '../logger-files/read-logger-file.js';
import { changedDevices, leftOnDevices, type UnitOfDevices } from '../protocol/changed-devices.js';
import type { ReportOfHomes } from '../protocol/reports-of-homes.js';
import type { SealedTerms } from '../protocol/sealed-protocol.js';
import { takenRows } from '../protocol/taken-rows.js';
import { type HouseholdUse, sensorsOn } from '../use/household-use.js';
import type { SensorUse } from '../use/sensor-use.js';
import { MOVES_BY } from '../use/stove-summary.js';
import type { AnalysedUse } from './analysed-use.js';
import { isEnough } from './held-against-draw.js';
import { saysProject } from './says-project.js';

/** An analysis, and what of it seals bind. */
export interface ReadBy extends AnalysedUse {
  readonly terms: SealedTerms;
  /** Whether the list that says which stove is whose is the sealed one. */
  readonly isListSealed: boolean;
  readonly zone: Zone;
  /** Day number of `from`. */
  readonly firstDay: number;
  /** Reports of these homes. */
  readonly earlier: readonly ReportOfHomes[];
  /** What devices recorded after the last day that the list has of them at a place. */
  readonly leftOn: readonly SensorUse[];
  /** Of the list, oldest first. */
  readonly listSeals: readonly Seal[];
}

const HOUR = 3600;
/** Other stoves that are told. */
const MOST_STOVES = 5;
/** A report of less of the days says little of them. */
const MOST_OF_DAYS = 0.5;
/** Hours after midnight at which days might begin as well. */
const OTHER_MIDNIGHTS = [6, 12, 18] as const;

/** What of an analysis was chosen without a seal, with what another choice gives. */
export function chosenReading(read: ReadBy): ChosenReading {
  const { stove, from, to, homes, uses, files, reports, listSeals, leftOn } = read;
  const devices = uses.filter((each) => each.stove === stove && homes.has(each.household));
  const units = unitsOf(read, devices);
  const rate = shareOf(units, ({ used }) => used);
  const taken = takenRows(
    listSeals,
    uses.map(({ sensor, firstAt, used, observed }) => ({
      sensor,
      firstAt,
      useDays: used.declared.filter((flag, day) => flag === 1 && observed[day] === 1).length,
      observedDays: observed.filter((flag) => flag === 1).length,
    })),
    homes,
  );
  const copied = copiedDevices(devices);
  return {
    midnight: rate === undefined ? null : otherMidnight(read, units, rate),
    kinds: rate === undefined ? null : otherKinds(read, units, rate),
    stoves: rate === undefined ? [] : otherStoves(read, rate),
    doubled: rate === undefined ? null : doubledUnits(units, rate, read.terms),
    changed: changedDevices(units),
    leftOn: leftOnDevices(
      leftOn.filter((each) => each.stove === stove),
      units,
    ),
    read: columnsRead(files),
    named: namedOf(files),
    taken: taken === undefined ? null : { ...taken, others: rate?.toFixed(3) ?? null },
    copied: copied === undefined ? null : { units: copied.units, examples: copied.examples },
    fires: sameFires(devices, copied?.homes ?? new Set()) ?? null,
    repeated: repeatedDevices(devices, { from, to, reports }) ?? null,
  };
}

interface Unit extends UnitOfDevices {
  readonly devices: readonly SensorUse[];
  readonly used: number;
  readonly observed: number;
}

function unitsOf({ stove, homes, households }: ReadBy, devices: readonly SensorUse[]): Unit[] {
  const byHome = new Map<string, SensorUse[]>();
  for (const device of devices) addTo(byHome, device.household, device);
  return households.flatMap(({ household, stoves }) => {
    const use = stoves.find((each) => each.stove === stove);
    if (use === undefined || !homes.has(household) || !isEnough(use)) return [];
    const { days, useDays, observedDays } = use;
    return [{ household, devices: byHome.get(household) ?? [], days, used: useDays, observed: observedDays }];
  });
}

/** Days of use over observed days; undefined where none was observed. */
function shareOf(units: readonly Unit[], used: (unit: Unit) => number): number | undefined {
  const observed = units.reduce((sum, unit) => sum + unit.observed, 0);
  return observed === 0 ? undefined : units.reduce((sum, unit) => sum + used(unit), 0) / observed;
}

/** Units with several devices at a time, and the rate had each of them one alone, that which saw least; null for none. */
function doubledUnits(
  units: readonly Unit[],
  rate: number,
  { severalDevices }: SealedTerms,
): NonNullable<ChosenReading['doubled']> | null {
  const isDoubled = ({ devices, days }: Unit) => days.some((_, day) => sensorsOn(devices, day).length > 1);
  const doubled = new Set(units.filter(isDoubled));
  if (doubled.size === 0) return null;
  const usedBy = (device: SensorUse, { devices, days }: Unit) =>
    days.reduce((sum, state, day) => {
      const own = sensorsOn(devices, day);
      const seenBy = own.includes(device) ? [device] : own;
      return sum + Number(state !== 0 && seenBy.some(({ used }) => used.declared[day] === 1));
    }, 0);
  const least =
    shareOf(units, (unit) =>
      doubled.has(unit) ? Math.min(...unit.devices.map((device) => usedBy(device, unit))) : unit.used,
    ) ?? rate;
  return {
    units: doubled.size,
    of: units.length,
    rate: rate.toFixed(3),
    least: least.toFixed(3),
    ...(severalDevices && { sealed: true }),
  };
}

/** The midnight by which the rate is lowest, where it is much lower: one that parts evenings from mornings makes two days of one. */
function otherMidnight({ terms, zone, firstDay }: ReadBy, units: readonly Unit[], rate: number) {
  if (terms.timeZone !== undefined) return null;
  const rates = OTHER_MIDNIGHTS.map((hours) => ({
    hours,
    rate:
      shareOf(units, ({ devices, days, observed }) => {
        const used = new Set(
          devices.flatMap(({ events }) =>
            events.map(({ start }) => zone.dayOf(start - hours * HOUR) - firstDay),
          ),
        );
        return Math.min(observed, [...used].filter((day) => days[Math.max(0, day)] !== 0).length);
      }) ?? rate,
  }));
  const lowest = rates.reduce((low, each) => (each.rate < low.rate ? each : low));
  return rate - lowest.rate > MOVES_BY ? { hours: lowest.hours, rate: lowest.rate.toFixed(3) } : null;
}

/** Between what the settings of other kinds of stove bring the rate, where that is far. */
function otherKinds({ terms, isListSealed }: ReadBy, units: readonly Unit[], rate: number) {
  if (terms.stove !== undefined || isListSealed) return null;
  const kinds = STOVE_KINDS.filter((kind) =>
    units.some(({ devices }) => devices.some(({ usedAs }) => usedAs.has(kind))),
  );
  const rates = kinds.map(
    (kind) =>
      shareOf(units, ({ devices, days }) =>
        days.reduce(
          (sum, state, day) =>
            sum +
            Number(
              state !== 0 &&
                devices.some(({ usedAs, used }) => (usedAs.get(kind) ?? used.declared)[day] === 1),
            ),
          0,
        ),
      ) ?? rate,
  );
  const [low, high] = [Math.min(rate, ...rates), Math.max(rate, ...rates)];
  return high - low > MOVES_BY ? { low: low.toFixed(3), high: high.toFixed(3), as: kinds.join(', ') } : null;
}

/**
 * Other stoves of these files, and of reports of these homes and days, where somebody said which one counts after all of them had
 * recorded and the rate moves by it.
 */
function otherStoves({ stove, terms, homes, households, uses, from, to, earlier }: ReadBy, rate: number) {
  if (terms.stove !== undefined || saysProject(stove)) return [];
  const here = households.flatMap(({ household, stoves }) => (homes.has(household) ? stoves : []));
  const found = new Map([...ratesOf(here)].filter(([name]) => name !== stove));
  // What a device of these recorded is this stove's, whatever a report calls it.
  const own = new Set(uses.map(({ sensor }) => sensor));
  for (const { report, homeOf } of earlier) {
    const common = daysInCommon(report, { from, to });
    if (common < MOST_OF_DAYS * Math.min(daysIn(report), daysIn({ from, to }))) continue;
    const there = report.households.flatMap(({ household, stoves }) =>
      homeOf.has(household) ? stoves.filter((each) => !each.sensors.some((name) => own.has(name))) : [],
    );
    for (const [name, other] of ratesOf(there))
      if (name !== stove && !found.has(name)) found.set(name, other);
  }
  return [...found]
    .filter(([, other]) => Math.abs(other - rate) > MOVES_BY)
    .sort(([, a], [, b]) => a - b)
    .slice(0, MOST_STOVES)
    .map(([name, other]) => ({
      stove: name,
      rate: other.toFixed(3),
      ...(other > rate && { higher: true as const }),
    }));
}

/** Days of use over observed days of each stove, of homes that were observed enough. */
function ratesOf(stoves: readonly Omit<HouseholdUse['stoves'][number], 'days'>[]): Map<string, number> {
  const sums = new Map<string, { used: number; observed: number }>();
  for (const each of stoves) {
    if (!isEnough(each)) continue;
    const { used, observed } = sums.get(each.stove) ?? { used: 0, observed: 0 };
    sums.set(each.stove, { used: used + each.useDays, observed: observed + each.observedDays });
  }
  return new Map([...sums].map(([name, { used, observed }]) => [name, used / observed]));
}

function columnsRead(files: readonly FileRead[]): string[] {
  const all = files.flatMap(({ columns: { date, time, sensor, household } }) => [
    ...(date === undefined ? [] : [`date "${date}"`]),
    `time "${time}"`,
    ...(sensor === undefined ? [] : [`device "${sensor}"`]),
    ...(household === undefined ? [] : [`household "${household}"`]),
  ]);
  return [...new Set(all)].slice(0, 8);
}

function namedOf(files: readonly FileRead[]): ChosenReading['named'] {
  const named = new Map(
    files.flatMap((file) => file.named ?? []).map((each) => [JSON.stringify(each), each] as const),
  );
  return [...named.values()].slice(0, 5);
}
