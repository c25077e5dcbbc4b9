import type { Distributions } from '../distributions/load-distributions.js';
import { twoSidedT } from './critical-value.js';

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
  let low = 1;
  let high = 2;
  while (!reaches(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return Math.min(high, population);
}
