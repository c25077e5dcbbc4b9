import type { Distributions } from '../distributions/load-distributions.js';
import { criticalValueOf } from '../size/critical-value.js';
import { relativeVariance } from '../size/variance.js';
import type { SizePlan } from './plan-sizes.js';
import type { SettledRequest } from './settle-request.js';

/**
 * Relative precision that a plan reaches when the expected values hold and exactly the calculated size is valid:
 * c * sqrt(deff * sum(W^2 (1 - n/N) S^2 / n)) / mean. Source: Cochran, Sampling Techniques, 5.3; factor 1 - n/N
 * as in R's survey package. `kind` defaults to the declared critical value.
 */
export function expectedPrecision(
  request: SettledRequest,
  plan: SizePlan,
  distributions: Distributions,
  kind = request.criticalValue,
): number {
  const groups = plan.strata?.map((s) => ({
    n: s.calculatedSize,
    N: s.population,
    mean: s.mean,
    variance: s.sd ** 2,
  })) ?? [
    {
      n: plan.calculatedSize,
      N: request.population,
      mean: request.expectedMean,
      variance:
        relativeVariance(request.parameterType, request.expectedMean, request.expectedSD ?? 0) *
        request.expectedMean ** 2,
    },
  ];
  const weight = (N: number) => N / request.population;
  const mean = groups.reduce((a, g) => a + weight(g.N) * g.mean, 0);
  const variance = groups.reduce((a, g) => a + weight(g.N) ** 2 * (1 - g.n / g.N) * (g.variance / g.n), 0);
  const df = Math.max(1, plan.calculatedSize - groups.length);
  const critical = criticalValueOf(kind, request.confidence, df, distributions);
  return (critical * Math.sqrt(request.designEffect * Math.max(0, variance))) / mean;
}
