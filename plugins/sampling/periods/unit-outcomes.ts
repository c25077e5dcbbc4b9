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
  /** Chance to be drawn and to answer, where units had different ones. */
  readonly chance?: number | undefined;
}

/**
 * One outcome a unit: repeated readings of a household are averaged, because the household and not the day is what
 * was drawn. A unit with any valid reading is valid.
 */
export function unitOutcomes(readings: readonly Reading[]): UnitOutcome[] {
  const units = new Map<
    string,
    { stratum: string | undefined; sum: number; count: number; reason?: DropReason }
  >();
  for (const { unitId, stratum, value, reason } of readings) {
    const unit = units.get(unitId) ?? { stratum, sum: 0, count: 0 };
    unit.stratum ??= stratum;
    if (value !== null && reason === undefined) {
      unit.sum += value;
      unit.count += 1;
    } else unit.reason = reason ?? 'invalid value';
    units.set(unitId, unit);
  }
  return [...units].map(([unitId, { stratum, sum, count, reason }]) => ({
    unitId,
    stratum,
    value: count === 0 ? null : sum / count,
    readings: count,
    reason: count === 0 ? reason : undefined,
  }));
}
