import type { Readings } from '../logger-files/sensor-log.js';

/** A reading that no stove gives; it is left out of the detection and told. */
export interface Outlier {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly celsius: number;
  readonly why: 'out of range' | 'error value' | 'spike';
}

export interface Screened {
  readonly readings: Readings;
  readonly outliers: { readonly count: number; readonly examples: readonly Outlier[] };
}

/** What a thermocouple on a stove can show, °C. */
const LEAST = -40;
const MOST = 1200;
/** A reading this far from both its neighbours, in one step, is a fault of the sensor. */
const SPIKE = 150;
/** What common sensors give when they fail: -127 unplugged, 85 after a reset, full scale of 16 bits. */
const ERROR_VALUES = new Set([-127, 85, 127.9375, 327.67, 655.35, 850, 999, 999.9, 1372]);
/** A real fire passes through 85 °C: only one that stands alone, this far from both neighbours, is an error. */
const ALONE = 20;
const EXAMPLES = 5;

/** Takes out readings that no stove gives. The count and the first of them are told. */
export function screenReadings({ seconds, celsius }: Readings): Screened {
  const n = seconds.length;
  const bad: { index: number; why: Outlier['why'] }[] = [];
  for (let i = 0; i < n; i++) {
    const value = celsius[i] as number;
    const before = i > 0 ? Math.abs(value - (celsius[i - 1] as number)) : Number.POSITIVE_INFINITY;
    const after = i + 1 < n ? Math.abs(value - (celsius[i + 1] as number)) : Number.POSITIVE_INFINITY;
    if (value < LEAST || value > MOST) bad.push({ index: i, why: 'out of range' });
    else if (before > ALONE && after > ALONE && i > 0 && i + 1 < n) {
      if (ERROR_VALUES.has(Math.round(value * 1e4) / 1e4)) bad.push({ index: i, why: 'error value' });
      else if (before > SPIKE && after > SPIKE && !between(celsius, i)) bad.push({ index: i, why: 'spike' });
    }
  }
  if (bad.length === 0) return { readings: { seconds, celsius }, outliers: { count: 0, examples: [] } };
  const examples = bad.slice(0, EXAMPLES).map(({ index, why }) => ({
    at: seconds[index] as number,
    celsius: Math.round((celsius[index] as number) * 100) / 100,
    why,
  }));
  let [kept, next] = [0, 0];
  for (let i = 0; i < n; i++) {
    if (bad[next]?.index === i) {
      next++;
      continue;
    }
    seconds[kept] = seconds[i] as number;
    celsius[kept++] = celsius[i] as number;
  }
  return {
    readings: { seconds: seconds.subarray(0, kept), celsius: celsius.subarray(0, kept) },
    outliers: { count: bad.length, examples },
  };
}

/** Whether a value lies between its neighbours: then it is a steep way up or down, and no spike. */
function between(celsius: Float32Array, i: number): boolean {
  const [a, b, c] = [celsius[i - 1] as number, celsius[i] as number, celsius[i + 1] as number];
  return (a < b && b < c) || (a > b && b > c);
}
