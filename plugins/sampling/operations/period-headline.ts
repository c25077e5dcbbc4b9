import { INTERVAL_WORDS } from '../estimation/mean-estimate.js';
import type { MissReason } from '../periods/analyse-group.js';
import type { AnalysedPeriod } from '../service.js';
import { describeReadings } from './describe-reading.js';
import { short } from './short-number.js';

const MISSED: Readonly<Record<MissReason, string>> = {
  'no estimate': 'missed, for there are too few valid units for an estimate',
  'too many units': 'missed, for there are more valid units than the population has',
  'too few units': 'missed, for there are fewer valid units than the profile asks for',
  'no variation': 'missed, for all units gave the same value',
  precision: 'missed',
  stratum: 'missed, for not every stratum has what is asked of it',
};

/** An analysis in two sentences: how many units, whether that was enough, by which interval; and how a file was read. */
export function periodHeadline({ pooled, from, to, read, erAdjustment }: AnalysedPeriod): string {
  const { valid, planned, estimate, missed } = pooled;
  const judged = missed === null ? 'met' : MISSED[missed];
  const by =
    estimate === null
      ? ''
      : ` The ${short(estimate.confidence * 100)}% ${INTERVAL_WORDS[estimate.interval]} is ${short(estimate.lower)} to ${short(estimate.upper)}.`;
  const upper =
    erAdjustment?.bound === 'upper'
      ? ' Reductions take the upper bound, for a larger value is said to lower them; the design plans with the lower one.'
      : '';
  return `${valid} of ${planned} planned units are valid from ${from} to ${to}; the precision was ${judged}.${by}${upper}${read === undefined ? '' : ` ${describeReadings(read)}`}`;
}
