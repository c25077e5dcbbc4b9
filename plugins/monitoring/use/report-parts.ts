import { VARIANTS } from '../detection/variants.js';
import type { HouseholdUse, Stacking } from './household-use.js';
import type { SensorUse } from './sensor-use.js';
import type { HouseholdReport, SensorReport } from './use-report.js';

export function householdReport({ stoves, ...household }: HouseholdUse): HouseholdReport {
  return { ...household, stoves: stoves.map(({ days: _, ...rest }) => rest) };
}

export function sensorReport(use: SensorUse): SensorReport {
  const { sensor, household, stove, kind, recorded, intervalSeconds, observed, used, eventCounts } = use;
  const { notEvents, gaps, disordered, duplicates, conflicts, empty, outliers, states, sketch } = use;
  const at = (seconds: number) => (recorded === 0 ? null : new Date(seconds * 1000).toISOString());
  return {
    sensor,
    household,
    stove,
    kind,
    readings: recorded,
    first: at(use.firstAt),
    last: at(use.lastAt),
    intervalSeconds,
    usualAmbient: Math.round(use.usualAmbient * 10) / 10,
    useDays: used.declared.filter((flag, day) => flag === 1 && observed[day] === 1).length,
    observedDays: observed.filter((flag) => flag === 1).length,
    expectedDays: use.placed.last - use.placed.first + 1,
    events: eventCounts.declared,
    eventsBy: Object.fromEntries(
      VARIANTS.map((variant) => [variant, eventCounts[variant]]),
    ) as typeof eventCounts,
    notEvents,
    gaps,
    disordered,
    duplicates,
    conflicts,
    empty,
    outliers,
    states,
    sketch,
  };
}

/** Stacking over all households with several stoves; null when there are none. */
export function stackingOfAll(households: readonly HouseholdUse[]): Stacking | null {
  const own = households.flatMap(({ stacking }) => (stacking === undefined ? [] : [stacking]));
  if (own.length === 0) return null;
  const sum = (of: (one: Stacking) => number) => own.reduce((total, one) => total + of(one), 0);
  const stoves = [...new Set(own.flatMap(({ alone }) => Object.keys(alone)))];
  return {
    days: sum(({ days }) => days),
    several: sum(({ several }) => several),
    none: sum(({ none }) => none),
    alone: Object.fromEntries(stoves.map((stove) => [stove, sum(({ alone }) => alone[stove] ?? 0)])),
  };
}
