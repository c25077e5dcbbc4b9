import type { Distributions } from '../distributions/load-distributions.js';
import { type Estimate, interval } from '../estimation/mean-estimate.js';
import { scoreInterval } from '../estimation/proportion-interval.js';
import { type CriticalValueKind, twoSidedT } from '../size/critical-value.js';

/** What a stove use monitor recorded in one household in a period. */
export interface MonitoredHousehold {
  readonly household: string;
  /** Days on which the stove was used. */
  readonly useDays: number;
  /** Days on which the monitor recorded; days without a record are missing, not unused. */
  readonly observedDays: number;
  /** Days that it should have recorded. */
  readonly expectedDays: number;
}

export interface UsageRateQuestion {
  readonly households: readonly MonitoredHousehold[];
  readonly confidence: number;
  readonly criticalValue?: CriticalValueKind;
  /** Households observed for a smaller share of their days are left out, 0..1; default 0.5. */
  readonly minimumObserved?: number;
  /** Households in the population; absent for an unlimited number. */
  readonly population?: number;
}

export interface UsageRate extends Estimate {
  readonly households: number;
  /** Observed household-days over expected ones, of all households. */
  readonly observedShare: number;
  /** Households that were observed too little; left out and to be explained. */
  readonly excluded: readonly string[];
}

/**
 * Share of stove-days with use: sum of use days over sum of observed days, with the standard error of a ratio whose
 * clusters are the households (days of one household are alike).
 * The bounds are cut off at 0 and 1, between which a share lies. Where that interval has no width (every stove always
 * in use, or never) they are those of the score interval of as many units as there are households.
 * Source: Cochran, Sampling Techniques, 6.4 and 9A.1; R package survey, svyratio; Franco et al. 2019 (score).
 * @throws RangeError when fewer than two households were observed enough
 */
export function usageRate(question: UsageRateQuestion, distributions: Distributions): UsageRate {
  const { households, confidence, criticalValue = 't', minimumObserved = 0.5, population } = question;
  const enough = households.filter(
    (h) => h.observedDays > 0 && h.observedDays / h.expectedDays >= minimumObserved,
  );
  const n = enough.length;
  if (n < 2) throw new RangeError('Fewer than two households were observed enough.');
  const observed = enough.reduce((a, h) => a + h.observedDays, 0);
  const rate = enough.reduce((a, h) => a + h.useDays, 0) / observed;
  const squares = enough.reduce((a, h) => a + (h.useDays - rate * h.observedDays) ** 2, 0);
  const factor = population === undefined ? 1 : Math.max(0, 1 - n / population);
  const se = Math.sqrt((factor * n * squares) / (n - 1)) / observed;
  const kept = new Set(enough);
  const estimate = interval({ mean: rate, se, df: n - 1, confidence, criticalValue }, distributions);
  const bounded = se > 0 || factor === 0 ? cutOff(estimate) : scored(estimate, n / factor, distributions);
  return {
    ...bounded,
    households: n,
    observedShare: sum(households.map((h) => h.observedDays)) / sum(households.map((h) => h.expectedDays)),
    excluded: households.filter((h) => !kept.has(h)).map((h) => h.household),
  };
}

function cutOff(estimate: Estimate): Estimate {
  const { lower, upper, oneSidedLower, oneSidedUpper } = estimate;
  return {
    ...estimate,
    lower: Math.max(0, lower),
    upper: Math.min(1, upper),
    oneSidedLower: Math.max(0, oneSidedLower),
    oneSidedUpper: Math.min(1, oneSidedUpper),
  };
}

/** The same rate with the bounds of the score interval of so many households. */
function scored(estimate: Estimate, size: number, distributions: Distributions): Estimate {
  const { mean: rate, df, confidence } = estimate;
  const critical = twoSidedT(confidence, df, distributions);
  const { lower, upper } = scoreInterval(rate, size, critical);
  const oneSided = scoreInterval(rate, size, distributions.tQuantile(confidence, df));
  return {
    ...estimate,
    criticalValue: 't',
    critical,
    interval: 'survey-wilson',
    lower,
    upper,
    oneSidedLower: oneSided.lower,
    oneSidedUpper: oneSided.upper,
    relativePrecision: rate > 0 ? (upper - lower) / 2 / rate : null,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
