import type { LostUnits } from '../trail/analysed-entry.js';
import type { PeriodAnalysis } from './analyse-period.js';
import { answeredOf } from './low-response.js';
import type { PeriodBasis } from './period-basis.js';
import { lostBeyond } from './period-warnings.js';
import type { Reading } from './reading.js';

/** As a part of those who were asked: fewer hardly move a mean, however few a design plans to lose. */
const FEW = 0.05;

/**
 * Where more are missing than the design plans to lose, with the mean had all of them been at one end: by the units, as if
 * none of a stratum counted more than another.
 * @returns undefined where as many were planned for, or few are missing
 */
export function lostUnits(
  { pooled }: Pick<PeriodAnalysis, 'pooled'>,
  readings: readonly Reading[],
  { from, to, plan, parameterType }: Pick<PeriodBasis['question'], 'from' | 'to' | 'plan' | 'parameterType'>,
): LostUnits | undefined {
  const { mean } = pooled;
  const planned = plan.expectedDropout;
  if (mean === null || planned === undefined || !lostBeyond(pooled, planned)) return undefined;
  const { asked, valid } = answeredOf(pooled);
  if (asked - valid <= FEW * asked) return undefined;
  const values = readings.flatMap(({ value, date }) =>
    value !== null && date >= from && date <= to ? [value] : [],
  );
  const ends =
    parameterType === 'proportion'
      ? [0, 1]
      : [values.reduce((a, b) => Math.min(a, b), 0), values.reduce((a, b) => Math.max(a, b))];
  const [low = mean, high = mean] = ends.map((end) => (valid * mean + (asked - valid) * end) / asked);
  return { asked, valid, planned: String(planned), low: digits(low), high: digits(high) };
}

const digits = (mean: number) => String(Number(mean.toPrecision(4)));
