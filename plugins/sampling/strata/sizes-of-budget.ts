import type { Stratum } from './stratum.js';

/**
 * Sizes, unrounded, that a budget pays for when they are divided by `shares`: n_h = C a_h / sum(a c).
 * Source: Cochran, Sampling Techniques, 5.5; R PracTools, strAlloc with a given cost.
 */
export function sizesOfBudget(
  budget: number,
  strata: readonly Pick<Stratum, 'cost'>[],
  shares: readonly number[],
): number[] {
  const price = strata.reduce((a, { cost }, h) => a + (shares[h] ?? 0) * cost, 0);
  return shares.map((share) => (budget * share) / price);
}
