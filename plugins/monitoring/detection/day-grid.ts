import type { Zone } from '../clock/zone.js';
import type { Readings } from '../logger-files/sensor-log.js';

/** The days of one sensor's readings, by the calendar of its zone. */
export interface DayGrid {
  /** Day number of the first. */
  readonly first: number;
  readonly count: number;
  /** Where the readings of each day begin; one more than there are days. */
  readonly starts: Uint32Array;
  /** First instant of each day, and of the day after the last. */
  readonly midnights: Float64Array;
  /** Seconds between readings: the middle of all steps. */
  readonly interval: number;
}

/** Steps that are looked at for the interval. */
const STEPS = 5_000;

export function dayGrid({ seconds }: Readings, zone: Zone): DayGrid {
  const n = seconds.length;
  const first = zone.dayOf(seconds[0] ?? 0);
  const count = n === 0 ? 0 : zone.dayOf(seconds[n - 1] as number) - first + 1;
  const starts = new Uint32Array(count + 1);
  const midnights = Float64Array.from({ length: count + 1 }, (_, day) => zone.midnight(first + day));
  let at = 0;
  for (let day = 0; day < count; day++) {
    starts[day] = at;
    const end = midnights[day + 1] as number;
    while (at < n && (seconds[at] as number) < end) at++;
  }
  starts[count] = n;
  return { first, count, starts, midnights, interval: intervalOf(seconds) };
}

function intervalOf(seconds: Uint32Array): number {
  const n = Math.min(STEPS, seconds.length - 1);
  if (n < 1) return 0;
  const every = Math.max(1, Math.floor((seconds.length - 1) / n));
  const steps = Float64Array.from(
    { length: n },
    (_, i) => (seconds[i * every + 1] as number) - (seconds[i * every] as number),
  ).sort();
  return steps[n >> 1] ?? 0;
}
