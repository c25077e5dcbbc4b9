import type { Distributions } from '../distributions/load-distributions.js';
import type { Profiles } from '../profiles/find-profile.js';
import type { DesignRequest } from './design-request.js';
import { expectedEstimate, expectedStrata } from './expected-estimate.js';
import { planSizes } from './plan-sizes.js';
import { settleRequest } from './settle-request.js';
import { total } from './size-plan.js';

/** A size, and the relative precision that it reaches; null where it says nothing. */
export interface SizePrecision {
  /** Valid units in all. */
  readonly size: number;
  readonly precision: number | null;
}

/**
 * What a design would reach with other numbers of valid units, divided among its strata as it divides its own, if the
 * expected values hold: by the estimator and the interval that will judge the period. A stratum keeps two units at
 * least, and has no more than its population.
 * @throws OracleError what computing the design throws
 */
export function precisionBySize(
  request: DesignRequest,
  sizes: readonly number[],
  profiles: Profiles,
  distributions: Distributions,
): SizePrecision[] {
  const settled = settleRequest(request, profiles);
  const plan = planSizes(settled, distributions);
  const caps = plan.strata?.map(({ population }) => population) ?? [settled.population];
  const planned = total(plan.valid);
  return sizes.map((size) => {
    const valid = plan.valid.map((n, h) => Math.min(caps[h] ?? n, Math.max(2, (n * size) / planned)));
    const strata = expectedStrata(settled, { ...plan, valid });
    return { size, precision: expectedEstimate(settled, strata, distributions).relativePrecision };
  });
}
