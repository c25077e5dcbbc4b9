import type { LostUnits, MeansIfLost } from '../trail/analysed-entry.js';
import type { PeriodAnalysis } from './analyse-period.js';
import { answeredOf } from './low-response.js';
import type { PeriodBasis } from './period-basis.js';
import { lostBeyond } from './period-warnings.js';
import type { Reading } from './reading.js';

/** As a part of those who were asked: fewer hardly move a mean, however few a design plans to lose. */
const FEW = 0.05;
/** So many are told however many a design plans to lose: the plan is the word of whoever measures. */
const MANY = 0.1;

type Asked = Pick<PeriodBasis['question'], 'from' | 'to' | 'parameterType'> &
  Partial<Pick<PeriodBasis['question'], 'precision'>>;

/**
 * Where more are missing than the design plans to lose, with the mean had all of them been at one end: by the units, as if
 * none of a stratum counted more than another.
 * @returns undefined where as many were planned for and they are not many, or few are missing
 */
export function lostUnits(
  { pooled }: Pick<PeriodAnalysis, 'pooled'>,
  readings: readonly Reading[],
  { from, to, plan, parameterType }: Pick<PeriodBasis['question'], 'from' | 'to' | 'plan' | 'parameterType'>,
): LostUnits | undefined {
  const planned = plan.expectedDropout;
  if (planned === undefined) return undefined;
  const { asked, valid } = answeredOf(pooled);
  if (asked - valid <= (lostBeyond(pooled, planned) ? FEW : MANY) * asked) return undefined;
  const ends = ifLost({ pooled }, readings, { from, to, parameterType });
  return ends && { asked, valid, planned: String(planned), low: ends.low, high: ends.high };
}

/**
 * The mean, had all who were asked and gave none been at one end, by the units; undefined where none is missing. `beyond` is the
 * relative precision that was asked for, where either of the two is further from the mean.
 */
export function ifLost(
  { pooled }: Pick<PeriodAnalysis, 'pooled'>,
  readings: readonly Reading[],
  { from, to, parameterType, precision }: Asked,
): MeansIfLost | undefined {
  const { mean } = pooled;
  const { asked, valid } = answeredOf(pooled);
  if (mean === null || asked <= valid) return undefined;
  const values = readings.flatMap(({ value, date }) =>
    value !== null && date >= from && date <= to ? [value] : [],
  );
  const ends =
    parameterType === 'proportion'
      ? [0, 1]
      : [values.reduce((a, b) => Math.min(a, b), 0), values.reduce((a, b) => Math.max(a, b))];
  const [low = mean, high = mean] = ends.map((end) => (valid * mean + (asked - valid) * end) / asked);
  const isBeyond = precision !== undefined && Math.max(mean - low, high - mean) > precision * Math.abs(mean);
  return { low: digits(low), high: digits(high), ...(isBeyond && { beyond: String(precision) }) };
}

const digits = (mean: number) => String(Number(mean.toPrecision(4)));
