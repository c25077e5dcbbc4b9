import type { Reading } from './reading.js';

/** Units that a mark names. */
const EXAMPLES = 5;

/** Units of which rows within some days say that the device is broken or out of use, without a value; undefined for none. */
export function unitsOutOfUse(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): { readonly rows: number; readonly units: number; readonly examples: readonly string[] } | undefined {
  const rows = readings.filter(
    ({ date, value, reason }) => date >= from && date <= to && value === null && reason === 'device failed',
  );
  const units = [...new Set(rows.map(({ unitId }) => unitId))];
  if (rows.length === 0) return undefined;
  return { rows: rows.length, units: units.length, examples: units.slice(0, EXAMPLES) };
}
