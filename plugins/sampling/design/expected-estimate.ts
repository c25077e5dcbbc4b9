import type { Distributions } from '../distributions/load-distributions.js';
import { estimatePopulation } from '../estimation/estimate-population.js';
import type { Estimate } from '../estimation/mean-estimate.js';
import { type StratumEstimate, stratumOfSummary } from '../estimation/stratum-estimate.js';
import { absoluteVariance } from '../size/variance.js';
import type { SettledRequest } from './settle-request.js';
import type { SizePlan } from './size-plan.js';

/** What the strata of a plan, or the whole, would say if the expected values hold to the last digit. */
export function expectedStrata(request: SettledRequest, plan: SizePlan): StratumEstimate[] {
  const { expectedMean: mean, expectedSD = 0, parameterType, population } = request;
  const whole = { mean, sd: Math.sqrt(absoluteVariance(parameterType, mean, expectedSD)), population };
  return (plan.strata ?? [whole]).map(({ mean, sd, population }, h) =>
    stratumOfSummary({ n: plan.valid[h] ?? 0, mean, sd, population }),
  );
}

/**
 * What a period will show if the expected values hold: by the estimator and the interval that will judge it. `kind`
 * defaults to the declared critical value.
 */
export function expectedEstimate(
  request: SettledRequest,
  strata: readonly StratumEstimate[],
  distributions: Distributions,
  kind = request.criticalValue,
): Estimate {
  const { parameterType, confidence, designEffect, profile } = request;
  const { proportionInterval = 'wilson' } = profile;
  return estimatePopulation(
    strata,
    { parameterType, confidence, criticalValue: kind, designEffect, proportionInterval },
    distributions,
  );
}
