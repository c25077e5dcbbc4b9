import { canonicalJson } from 'oracle-runtime/kit';
import type { Zone } from '../clock/zone.js';
import { ambientByDay, selected } from '../detection/ambient.js';
import { dayGrid } from '../detection/day-grid.js';
import { type CookingEvent, detectEvents } from '../detection/detect-events.js';
import {
  type DetectorSettings,
  kindOf,
  STOVE_KINDS,
  type StoveKind,
} from '../detection/detector-settings.js';
import { VARIANTS, type Variant, variantsOf } from '../detection/variants.js';
import {
  type DeviceState,
  dayStates,
  type Gaps,
  gapsOf,
  isLowBattery,
  SOUND,
  statesOf,
} from '../devices/device-states.js';
import { type FireShape, fireShapes } from '../devices/fire-shapes.js';
import { type Outlier, screenReadings } from '../devices/screen-readings.js';
import { temperatureSketch } from '../devices/temperature-sketch.js';
import type { SensorLog } from '../logger-files/sensor-log.js';

/** First and last day of a period as day numbers, both included. */
export interface PeriodDays {
  readonly first: number;
  readonly last: number;
}

/** Hot times that are no events, by what they failed; `unclear` are those whose rise the readings do not show. */
export interface NotEvents {
  readonly tooShort: number;
  readonly tooSlow: number;
  readonly tooLong: number;
  readonly unclear: number;
}

/** What the sensor of one stove recorded in a period. */
export interface SensorUse {
  readonly sensor: string;
  readonly household: string;
  readonly stove: string;
  readonly kind: StoveKind;
  /** Days of the period on which it was at this stove, by their places in it from 0. */
  readonly placed: PeriodDays;
  /** The first whole day there, as the list has it, where it was moved; else empty. */
  readonly placedFrom: string;
  /** Readings in the period; of the whole file in `recorded`. */
  readonly recorded: number;
  /** Seconds since the epoch; 0 for none. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly intervalSeconds: number;
  /** Ambient temperature of its middle day, °C; 0 without a reading. */
  readonly usualAmbient: number;
  /** A flag for each day of the period: enough samples, from a device that was sound. */
  readonly observed: Uint8Array;
  /** Days before or after the period that were observed alike. */
  readonly observedOutside: number;
  /** Seconds since the epoch of the first reading of the period; null for none. */
  readonly firstInPeriod: number | null;
  /** A flag for each day on which an event began, by variant of the settings. */
  readonly used: Readonly<Record<Variant, Uint8Array>>;
  /** The same by the settings of other kinds of stove that detect otherwise; empty unless it is asked for. */
  readonly usedAs: ReadonlyMap<StoveKind, Uint8Array>;
  /** By which it was detected, as canonical JSON. */
  readonly settings: string;
  /** When events of the period began, by the declared settings and those that were tried before; keys are their canonical JSON. */
  readonly startsBy: ReadonlyMap<string, readonly number[]>;
  /** The temperatures of the period in brief, by which copies are known. */
  readonly sketch: string;
  /** Of each event, where it is asked for. */
  readonly shapes: readonly FireShape[];
  /** Minutes of cooking that began on each day. */
  readonly minutes: Float32Array;
  readonly eventsByDay: Uint16Array;
  readonly events: readonly CookingEvent[];
  /** Events of the period by variant. */
  readonly eventCounts: Readonly<Record<Variant, number>>;
  readonly notEvents: NotEvents;
  readonly gaps: Gaps;
  readonly disordered: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly empty: number;
  readonly outliers: { readonly count: number; readonly examples: readonly Outlier[] };
  readonly states: readonly DeviceState[];
}

/** A day counts with this share of its samples. */
export const ENOUGH_OF_DAY = 0.9;

/** Readings that are further apart show no cooking: an hour at the fire lies between two of them. */
export const COARSEST_SECONDS = 3600;
/** A clock that is slow by a second an hour records hourly all the same. */
const CLOCK_ROOM = 1.01;

export function isTooCoarse(intervalSeconds: number): boolean {
  return intervalSeconds > COARSEST_SECONDS * CLOCK_ROOM;
}

/**
 * What one sensor says of a period. The log is empty afterwards.
 * @param named whose sensor it is
 * @param trials settings that reports before were made by
 */
export function sensorUse(
  log: SensorLog,
  named: { readonly household: string; readonly stove: string },
  settings: Readonly<Record<StoveKind, DetectorSettings>>,
  zone: Zone,
  { first, last }: PeriodDays,
  {
    otherKinds = false,
    trials = [],
    placed = { first: 0, last: last - first },
    placedFrom = '',
    withShapes = false,
  }: {
    readonly otherKinds?: boolean;
    readonly trials?: readonly DetectorSettings[];
    readonly placed?: PeriodDays;
    readonly placedFrom?: string;
    readonly withShapes?: boolean;
  } = {},
): SensorUse {
  const kind = kindOf(named.stove);
  const { empty, battery } = log;
  const { disordered, duplicates, conflicts, ...raw } = log.settle();
  const { readings, outliers } = screenReadings(raw);
  const n = readings.seconds.length;
  const grid = dayGrid(readings, zone);
  const own = settings[kind];
  const ambient = ambientByDay(readings, grid, own.ambient);
  const usual = n === 0 ? 0 : selected(Float32Array.from(ambient), ambient.length >> 1);
  const sound = dayStates(readings, grid, usual);
  const days = last - first + 1;
  const observed = new Uint8Array(days);
  let observedOutside = 0;
  for (let day = 0; day < grid.count; day++) {
    const place = grid.first + day - first;
    if (sound[day] !== SOUND || isTooCoarse(grid.interval)) continue;
    if (sampled(readings.seconds, grid, day) < ENOUGH_OF_DAY) continue;
    if (place < 0 || place >= days) observedOutside++;
    else observed[place] = 1;
  }
  const begins = readings.seconds[grid.starts[Math.max(0, first - grid.first)] ?? n];
  const firstInPeriod = begins !== undefined && zone.dayOf(begins) <= last ? begins : null;
  const detectBy = (each: DetectorSettings, ambientThere = ambient) => {
    const detected = detectEvents(readings, grid, ambientThere, each);
    const flags = new Uint8Array(days);
    const inPeriod = detected.events.filter(({ start }) => {
      const place = zone.dayOf(start) - first;
      if (place < 0 || place >= days) return false;
      flags[place] = 1;
      return true;
    });
    return { detected, flags, inPeriod };
  };
  const found = Object.entries(variantsOf(own)).map(([variant, each]) => ({
    variant: variant as Variant,
    ...detectBy(each),
  }));
  const others = otherKinds
    ? STOVE_KINDS.filter((each) => canonicalJson(settings[each]) !== canonicalJson(own))
    : [];
  const tried = trials.map((each) => {
    const { inPeriod: starts } = detectBy(each, ambientByDay(readings, grid, each.ambient));
    return [canonicalJson(each), starts.map(({ start }) => start)] as const;
  });
  const declared = found.find(({ variant }) => variant === 'declared');
  const events = declared?.inPeriod ?? [];
  // A day on which the only sign of use is an unclear one is neither a day of use nor one without.
  for (const start of declared?.detected.unclear ?? []) {
    const place = zone.dayOf(start) - first;
    if (place >= 0 && place < days && declared?.flags[place] === 0) observed[place] = 0;
  }
  const minutes = new Float32Array(days);
  const eventsByDay = new Uint16Array(days);
  for (const { start, end } of events) {
    const place = zone.dayOf(start) - first;
    minutes[place] = (minutes[place] as number) + (end - start) / 60;
    eventsByDay[place] = (eventsByDay[place] as number) + 1;
  }
  const byVariant = <Value>(pick: (one: (typeof found)[number]) => Value) =>
    Object.fromEntries(found.map((one) => [one.variant, pick(one)])) as Record<Variant, Value>;
  return {
    sensor: log.name,
    ...named,
    kind,
    placed,
    placedFrom,
    recorded: n,
    firstAt: readings.seconds[0] ?? 0,
    lastAt: readings.seconds[n - 1] ?? 0,
    intervalSeconds: grid.interval,
    usualAmbient: usual,
    observed,
    observedOutside,
    firstInPeriod,
    used: byVariant(({ flags }) => flags),
    usedAs: new Map(others.map((each) => [each, detectBy(settings[each]).flags])),
    settings: canonicalJson(own),
    startsBy: new Map([...tried, [canonicalJson(own), events.map(({ start }) => start)]]),
    sketch: temperatureSketch(readings, zone.midnight(first), zone.midnight(last + 1)),
    shapes: withShapes ? fireShapes(readings, events) : [],
    minutes,
    eventsByDay,
    events,
    eventCounts: byVariant(({ inPeriod }) => inPeriod.length),
    notEvents: {
      tooShort: declared?.detected.tooShort ?? 0,
      tooSlow: declared?.detected.tooSlow ?? 0,
      tooLong: declared?.detected.tooLong.length ?? 0,
      unclear: declared?.detected.unclear.length ?? 0,
    },
    gaps: gapsOf(readings, grid),
    disordered,
    duplicates,
    conflicts,
    empty,
    outliers,
    states: n === 0 ? [] : statesOf(sound, grid, first + placed.last, isLowBattery(battery)),
  };
}

/**
 * Share of a day that its samples cover: each stands for the time to the next, at most one interval. A clock that wanders by
 * some seconds loses no sample by it.
 */
function sampled(
  seconds: Uint32Array,
  { starts, midnights, interval }: ReturnType<typeof dayGrid>,
  day: number,
): number {
  if (interval <= 0) return 0;
  const [begin, end] = [midnights[day] as number, midnights[day + 1] as number];
  const [from, to] = [starts[day] as number, starts[day + 1] as number];
  let covered = 0;
  // The last of the day before stands for the first minutes of this one.
  if (from > 0)
    covered += Math.max(
      0,
      Math.min((seconds[from - 1] as number) + interval, seconds[from] ?? end, end) - begin,
    );
  for (let i = from; i < to; i++) {
    const at = seconds[i] as number;
    covered += Math.min(interval, (seconds[i + 1] ?? end) - at, end - at);
  }
  return covered / (end - begin);
}

/** An empty count by variant. */
export function zeroByVariant(): Record<Variant, number> {
  return Object.fromEntries(VARIANTS.map((variant) => [variant, 0])) as Record<Variant, number>;
}
