import type { Readings } from '../logger-files/sensor-log.js';
import type { DayGrid } from './day-grid.js';
import type { DetectorSettings } from './detector-settings.js';

/** One time of cooking. */
export interface CookingEvent {
  /** Seconds since the epoch; `end` is one interval after the last hot reading. */
  readonly start: number;
  readonly end: number;
  /** °C, and how far that is above the ambient temperature of its day. */
  readonly peak: number;
  readonly overAmbient: number;
}

export interface Detected {
  readonly events: readonly CookingEvent[];
  /** Hot times that are no events, and why not. */
  readonly tooShort: number;
  readonly tooSlow: number;
  readonly tooLong: readonly CookingEvent[];
  /** Begin of hot times of which nobody can say whether they rose fast enough: the readings are too far apart. */
  readonly unclear: readonly number[];
}

/** How long before the first hot reading its rise may have begun, seconds. */
const RISE = 1800;

/**
 * Finds the cooking events of one sensor: hot times (at or over ambient plus threshold) that lie close together are
 * one; it must have risen steeply, lasted long enough, and not too long. Readings must be in order.
 */
export function detectEvents(
  { seconds, celsius }: Readings,
  grid: DayGrid,
  ambient: Float32Array,
  { threshold, slope, minimumMinutes, mergeMinutes, maximumMinutes }: DetectorSettings,
): Detected {
  const events: CookingEvent[] = [];
  const tooLong: CookingEvent[] = [];
  const unclear: number[] = [];
  let [tooShort, tooSlow] = [0, 0];
  const merge = mergeMinutes * 60;
  // First and last hot reading of the time that may become an event.
  let [from, to] = [-1, -1];
  const close = () => {
    if (from < 0) return;
    const start = seconds[from] as number;
    const end = (seconds[to] as number) + grid.interval;
    const rise = slope === 0 ? 'fast' : riseOf({ seconds, celsius }, from, to, slope, threshold);
    if (end - start < minimumMinutes * 60) tooShort++;
    else if (rise === 'slow') tooSlow++;
    else if (rise === 'unclear') unclear.push(start);
    else {
      let top = from;
      for (let i = from; i <= to; i++) if ((celsius[i] as number) > (celsius[top] as number)) top = i;
      const peak = celsius[top] as number;
      const event = { start, end, peak, overAmbient: peak - (ambient[dayAt(grid, top)] as number) };
      if (end - start > maximumMinutes * 60) tooLong.push(event);
      else events.push(event);
    }
    from = -1;
  };
  for (let day = 0; day < grid.count; day++) {
    const hot = (ambient[day] as number) + threshold;
    const last = grid.starts[day + 1] as number;
    for (let i = grid.starts[day] as number; i < last; i++) {
      if ((celsius[i] as number) < hot) continue;
      if (from >= 0 && (seconds[i] as number) - (seconds[to] as number) > merge + grid.interval) close();
      if (from < 0) from = i;
      to = i;
    }
  }
  close();
  return { events, tooShort, tooSlow, tooLong, unclear };
}

/**
 * Whether it rose fast enough at its steepest, from half an hour before it was hot to its end. The step into its first hot
 * reading counts however long it is: what rises so much on average rose so fast at some time. A step in which a fire that
 * rises by `slope` would have become hot and cooled again shows less than its slope; where it shows as much as half of the
 * threshold (the rise may fall into two steps) it is `unclear`, and so is a time that was hot when the readings began.
 */
function riseOf(
  { seconds, celsius }: Readings,
  from: number,
  to: number,
  slope: number,
  threshold: number,
): 'fast' | 'slow' | 'unclear' {
  const begin = (seconds[from] as number) - RISE;
  let unclear = from === 0;
  for (let i = to; i > 0 && (i >= from || (seconds[i - 1] as number) >= begin); i--) {
    const minutes = ((seconds[i] as number) - (seconds[i - 1] as number)) / 60;
    const rise = (celsius[i] as number) - (celsius[i - 1] as number);
    if (rise >= slope * minutes) return 'fast';
    if (slope * minutes > threshold && rise >= threshold / 2) unclear = true;
  }
  return unclear ? 'unclear' : 'slow';
}

/** The day (from the first) that a reading is of. */
function dayAt({ starts, count }: DayGrid, reading: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= reading) low = middle;
    else high = middle - 1;
  }
  return low;
}
