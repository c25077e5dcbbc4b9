import { addTo } from 'oracle-runtime/kit';
import type { ExtraDays } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import type { Reading } from './reading.js';

/** What the mean may move by without anybody asking why some were visited oftener. */
const MOVES = 0.03;

/**
 * Units with values of more days than most have, where the mean is another one with the first of theirs alone: who measures the
 * low ones anew until they are higher has it so. Undefined where it hardly moves.
 */
export function extraDays(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): ExtraDays | undefined {
  const byUnit = new Map<string, Map<string, number[]>>();
  for (const { unitId, date, value } of readings) {
    if (value === null || date < from || date > to) continue;
    const days = byUnit.get(unitId) ?? new Map<string, number[]>();
    byUnit.set(unitId, days);
    addTo(days, date, value);
  }
  const counts = [...byUnit.values()].map(({ size }) => size).sort((a, b) => a - b);
  const most = counts[Math.floor(counts.length / 2)] ?? 0;
  const more = counts.filter((count) => count > most).length;
  if (more === 0) return undefined;
  const meanOfFirst = (days: ReadonlyMap<string, readonly number[]>, count: number) =>
    average(
      [...days]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, count)
        .flatMap(([, values]) => values),
    );
  const units = [...byUnit.values()];
  const first = units.map((days) => meanOfFirst(days, most));
  const all = units.map((days) => meanOfFirst(days, days.size));
  if (Math.abs(average(all) - average(first)) <= MOVES * Math.abs(average(first))) return undefined;
  return {
    units: more,
    of: units.length,
    usual: most,
    most: counts.at(-1) ?? 0,
    first: meanOf(first) ?? '',
    all: meanOf(all) ?? '',
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
