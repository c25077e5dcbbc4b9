import type { Distributions } from '../distributions/load-distributions.js';
import { type Estimate, INTERVAL_WORDS, withinPrecision } from '../estimation/mean-estimate.js';
import { type StratumEstimate, stratumOfSummary } from '../estimation/stratum-estimate.js';
import { bisect } from '../strata/bisect.js';
import { expectedEstimate } from './expected-estimate.js';
import { percent } from './percent.js';
import { keepsStrata, type SettledRequest } from './settle-request.js';

/**
 * What a plan says where its own expected values would miss the precision: by the interval that will judge the period,
 * by Student's t where it was planned with z, or in a stratum that has to keep it alone.
 */
export function precisionWarnings(
  settled: SettledRequest,
  strata: readonly StratumEstimate[],
  expected: Estimate,
  each: readonly number[],
  distributions: Distributions,
): string[] {
  const { precision, parameterType, stratification } = settled;
  const misses = (value: number | null) => !withinPrecision(value, precision);
  const said: string[] = [];
  if (misses(expected.relativePrecision)) {
    const reaches = `reaches ${percent(expected.relativePrecision ?? 0)} and misses ${percent(precision)} on exactly these data`;
    said.push(
      parameterType === 'mean'
        ? `The plan ${reaches}.`
        : `A share is judged by its interval: the ${INTERVAL_WORDS[expected.interval]} ${reaches}.${unitsThatHold(settled, strata, distributions)}`,
    );
  } else if (parameterType === 'mean' && settled.criticalValue === 'z') {
    const t = expectedEstimate(settled, strata, distributions, 't').relativePrecision;
    if (misses(t))
      said.push(
        `Planned with z; an analysis with Student's t would reach ${percent(t ?? 0)} and miss ${percent(precision)} on exactly these data. Declare one critical value for both.`,
      );
  }
  if (stratification !== undefined && keepsStrata(stratification))
    for (const [h, { name }] of stratification.strata.entries())
      if (misses(each[h] ?? 0))
        said.push(
          `Stratum ${name} reaches ${percent(each[h] ?? 0)} by itself and misses ${percent(precision)}.`,
        );
  return said;
}

/** How many valid units, divided as these are, would hold the precision of a share. */
function unitsThatHold(
  settled: SettledRequest,
  strata: readonly StratumEstimate[],
  distributions: Distributions,
): string {
  const planned = strata.reduce((a, { n }) => a + n, 0);
  const holds = (total: number) => {
    const larger = strata.map(({ n, mean, sd, population }) =>
      stratumOfSummary({ n: Math.min(population, (n * total) / planned), mean, sd, population }),
    );
    return withinPrecision(
      expectedEstimate(settled, larger, distributions).relativePrecision,
      settled.precision,
    );
  };
  const most = settled.population;
  if (!holds(most)) return '';
  return ` With ${bisect(Math.floor(planned), most, holds)} valid units it would hold.`;
}
