import type { RowsWithoutValue } from '../trail/analysed-entry.js';
import type { Reading } from './reading.js';

/** A unit that is called on until it answers has a value of one day. */
const SEVERAL_DAYS = 2;

/**
 * Rows without a value of units that have values of several days, with their reasons: of many days the best could be kept
 * by a word for the others. Undefined for none.
 */
export function rowsWithoutValue(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): RowsWithoutValue | undefined {
  const inside = readings.filter(({ date }) => date >= from && date <= to);
  const valued = new Map<string, Set<string>>();
  for (const { unitId, date, value } of inside)
    if (value !== null) valued.set(unitId, (valued.get(unitId) ?? new Set()).add(date));
  const own = inside.filter(({ unitId }) => (valued.get(unitId)?.size ?? 0) >= SEVERAL_DAYS);
  const empty = own.filter(({ value }) => value === null);
  if (empty.length === 0) return undefined;
  const reasons: Record<string, number> = {};
  for (const { reason = 'no reason' } of empty) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    rows: empty.length,
    of: own.length,
    units: new Set(empty.map(({ unitId }) => unitId)).size,
    reasons,
  };
}
