import type { Distributions } from '../distributions/load-distributions.js';
import { baseSize } from './base-size.js';
import { twoSidedT, twoSidedZ } from './critical-value.js';
import { finitePopulationSize } from './finite-population.js';
import { roundUp } from './round-up.js';

/**
 * Half-width of the confidence interval that n valid units of N give: t(n - 1) * sqrt(V / n * (1 - n / N)).
 * In the units of the root of `variance`. N may be Infinity.
 * Source: R package survey (`svymean` with fpc), where the finite population factor is 1 - n/N.
 */
export function tMargin(
  n: number,
  variance: number,
  population: number,
  confidence: number,
  distributions: Distributions,
): number {
  const t = twoSidedT(confidence, n - 1, distributions);
  return t * Math.sqrt((variance / n) * Math.max(0, 1 - n / population));
}

/**
 * The smallest n whose own t interval is no wider than `precision`, an integer: what a design must plan when the
 * analysis will use t. The margin falls as n grows, so bisection finds it; iterating n = (t(n-1) CV / e)^2 may
 * cycle for ever.
 */
export function tConsistentSize(
  variance: number,
  precision: number,
  population: number,
  confidence: number,
  distributions: Distributions,
): number {
  if (variance === 0) return Math.min(2, population);
  const reaches = (n: number) =>
    n >= population || tMargin(n, variance, population, confidence, distributions) <= precision;
  // The size by z is a unit or three short of it, so the search begins there.
  const z = twoSidedZ(confidence, distributions);
  const guess = Math.max(2, roundUp(finitePopulationSize(baseSize(variance, precision, z), population)));
  // The search would never end.
  if (!Number.isSafeInteger(guess)) throw new RangeError('The variance is too large for a size.');
  let low = 1;
  let high = guess;
  for (let stride = 1; !reaches(high); stride *= 2) {
    low = high;
    high += stride;
  }
  for (let stride = 1; low === 1 && high > 2; stride *= 2) {
    const below = Math.max(2, high - stride);
    if (reaches(below)) high = below;
    else low = below;
    if (below === 2) break;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return Math.min(high, population);
}
