import type { DropReason, Reading } from './reading.js';

/** What became of one unit in a period. */
export interface UnitOutcome {
  readonly unitId: string;
  readonly stratum: string | undefined;
  /** Mean of its valid values; null when it has none. */
  readonly value: number | null;
  /** Valid values behind the mean. */
  readonly readings: number;
  /** Why it has no value; the last one recorded. */
  readonly reason: DropReason | undefined;
  /** First day on which it has values that differ; undefined when there is none. */
  readonly clash?: string | undefined;
  /** Chance to be drawn and to answer, where units had different ones. */
  readonly chance?: number | undefined;
}

/** What the readings of one unit came to so far. */
interface Gathered {
  stratum: string | undefined;
  sum: number;
  count: number;
  reason?: DropReason;
  /** Its last value of each day. */
  readonly days: Map<string, number>;
  clash?: string;
}

/**
 * One outcome a unit: repeated readings of a household are averaged, because the household and not the day is what
 * was drawn. A unit with any valid reading is valid.
 */
export function unitOutcomes(readings: readonly Reading[]): UnitOutcome[] {
  const units = new Map<string, Gathered>();
  for (const { unitId, stratum, date, value, reason } of readings) {
    const unit: Gathered = units.get(unitId) ?? { stratum, sum: 0, count: 0, days: new Map() };
    unit.stratum ??= stratum;
    if (value !== null && reason === undefined) {
      unit.sum += value;
      unit.count += 1;
      if ((unit.days.get(date) ?? value) !== value) unit.clash ??= date;
      unit.days.set(date, value);
    } else unit.reason = reason ?? 'invalid value';
    units.set(unitId, unit);
  }
  return [...units].map(([unitId, { stratum, sum, count, reason, clash }]) => ({
    unitId,
    stratum,
    value: count === 0 ? null : sum / count,
    readings: count,
    reason: count === 0 ? reason : undefined,
    ...(clash !== undefined && { clash }),
  }));
}
