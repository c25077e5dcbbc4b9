import type { Readings } from '../logger-files/sensor-log.js';
import type { DayGrid } from './day-grid.js';
import type { DetectorSettings } from './detector-settings.js';

/** Readings from which a day has an ambient temperature of its own. */
const ENOUGH = 12;

/**
 * The ambient temperature of each day, °C: a low percentile of the day's own readings, for a stove is cold for most of
 * it; of all readings where the day has few.
 */
export function ambientByDay(
  { celsius }: Readings,
  grid: DayGrid,
  ambient: DetectorSettings['ambient'],
): Float32Array {
  const days = new Float32Array(grid.count);
  if ('celsius' in ambient) return days.fill(ambient.celsius);
  const share = ambient.percentile / 100;
  let overall: number | undefined;
  const scratch = new Float32Array(celsius.length);
  for (let day = 0; day < grid.count; day++) {
    const [from, to] = [grid.starts[day] as number, grid.starts[day + 1] as number];
    if (to - from >= ENOUGH) {
      const own = scratch.subarray(0, to - from);
      own.set(celsius.subarray(from, to));
      days[day] = selected(own, Math.floor(share * (own.length - 1)));
    } else {
      if (overall === undefined) {
        scratch.set(celsius);
        overall = selected(scratch, Math.floor(share * (scratch.length - 1)));
      }
      days[day] = overall;
    }
  }
  return days;
}

/** The k-th smallest value; the array is reordered. Source: Hoare, Algorithm 65 (Find). */
export function selected(values: Float32Array, k: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = values[(left + right) >> 1] as number;
    let [i, j] = [left, right];
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i <= j) {
        const swap = values[i] as number;
        values[i++] = values[j] as number;
        values[j--] = swap;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return values[k] as number;
}
