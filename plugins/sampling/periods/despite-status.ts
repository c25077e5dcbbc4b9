import type { ValuesDespiteStatus } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import type { Reading } from './reading.js';

/**
 * Values beside a status that says that there is none, with their mean and that of the others. Not a 0 of a device that is out
 * of use, which is what it was used. Undefined for none.
 */
export function despiteStatus(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): ValuesDespiteStatus | undefined {
  const inside = readings.filter(({ value, date }) => value !== null && date >= from && date <= to);
  const found = inside.filter(
    ({ despite, value }) => despite !== undefined && !(despite === 'device failed' && value === 0),
  );
  if (found.length === 0) return undefined;
  const reasons: Record<string, number> = {};
  for (const { despite = 'other' } of found) reasons[despite] = (reasons[despite] ?? 0) + 1;
  const valuesOf = (some: readonly Reading[]) => some.flatMap(({ value }) => value ?? []);
  return {
    rows: found.length,
    of: inside.length,
    units: new Set(found.map(({ unitId }) => unitId)).size,
    reasons,
    mean: meanOf(valuesOf(found)) ?? '',
    others: meanOf(valuesOf(inside.filter((each) => !found.includes(each)))),
  };
}
