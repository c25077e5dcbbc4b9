import type { Distributions } from '../distributions/load-distributions.js';
import type { CriticalValueKind } from '../size/critical-value.js';
import type { ParameterType } from '../size/variance.js';
import { type Estimate, interval } from './mean-estimate.js';
import { estimateShare, type ProportionInterval } from './share-estimate.js';
import { poolStrata } from './stratified-mean.js';
import type { StratumEstimate } from './stratum-estimate.js';

/** From this size on a normal critical value may stand for Student's. Source: CDM guideline, t for mean values below. */
export const SMALL_SAMPLE = 30;

export interface EstimationRules {
  readonly parameterType: ParameterType;
  readonly confidence: number;
  /** As the design declared it, for means of what is worth 30 units and more. */
  readonly criticalValue: CriticalValueKind;
  readonly designEffect: number;
  readonly proportionInterval: ProportionInterval;
}

/**
 * The one estimator: what strata (one, for a simple sample) say about the population, with the interval that decides.
 * A design states its precision by it and a period is judged by it.
 */
export function estimatePopulation(
  strata: readonly StratumEstimate[],
  rules: EstimationRules,
  distributions: Distributions,
): Estimate {
  if (rules.parameterType === 'proportion') return estimateShare(strata, rules, distributions);
  const { n, mean, variance, df } = poolStrata(strata);
  // Units of unequal chances are worth as many as their degrees of freedom say.
  const worth = strata.some(({ unequal }) => unequal) ? Math.min(n, df + 1) : n;
  return interval(
    {
      mean,
      se: Math.sqrt(variance * rules.designEffect),
      df: Math.max(1, df),
      confidence: rules.confidence,
      criticalValue: worth < SMALL_SAMPLE ? 't' : rules.criticalValue,
    },
    distributions,
  );
}
