import { computeDesign } from '../design/compute-design.js';
import type { DesignRequest } from '../design/design-request.js';
import type { Distributions } from '../distributions/load-distributions.js';
import type { Profiles } from '../profiles/find-profile.js';
import { largestRemainder } from '../strata/largest-remainder.js';
import { type Actuals, withActuals } from './recalculate.js';

/** What one change alone does to the number of units to draw. */
export interface Cause {
  readonly factor: 'mean' | 'standard deviation' | 'dropout' | 'population' | 'strata';
  /** Expected and actual value; null for strata, which have many. */
  readonly expected: number | null;
  readonly actual: number | null;
  /** Units to draw if only this had changed. */
  readonly adjustedSize: number;
  readonly delta: number;
}

/** Explains a recalculated size: each change by itself, all else as expected. Changes without effect are listed too. */
export function causes(
  request: DesignRequest,
  actuals: Actuals,
  profiles: Profiles,
  distributions: Distributions,
): Cause[] {
  const size = (only: Actuals) =>
    computeDesign(withActuals(request, only), profiles, distributions).parameters.adjustedSize;
  const before = size({});
  const cause = (
    factor: Cause['factor'],
    expected: number | null,
    actual: number | null | undefined,
    only: Actuals,
  ): Cause[] => {
    if (actual === undefined || (actual !== null && actual === expected)) return [];
    const adjustedSize = size(only);
    return [{ factor, expected, actual, adjustedSize, delta: adjustedSize - before }];
  };
  const { strata, populations } = actuals;
  const sizes = populations?.map((stratum) => stratum.population);
  const population = sizes?.reduce((a, b) => a + b, 0) ?? actuals.population;
  const shares = sizes === undefined ? [] : largestRemainder(request.population, sizes);
  return [
    ...cause('mean', request.expectedMean, actuals.mean, { mean: actuals.mean }),
    ...cause('standard deviation', request.expectedSD ?? null, actuals.sd, { sd: actuals.sd }),
    ...cause('dropout', request.dropoutRate ?? 0, actuals.dropoutRate, { dropoutRate: actuals.dropoutRate }),
    ...cause('population', request.population, population, { population }),
    ...cause('strata', null, strata === undefined && populations === undefined ? undefined : null, {
      strata,
      // Their shares alone: a changed total is a cause of its own.
      populations: populations?.map(({ name }, h) => ({ name, population: shares[h] ?? 0 })),
    }),
  ];
}
