import type { Stratum } from './stratum.js';

/** How a total is divided among strata. */
export type AllocationMethod = 'proportional' | 'neyman' | 'optimal' | 'power' | 'equal';

/**
 * Shares (to be scaled to a total) of each stratum:
 * proportional N_h; neyman N_h S_h; optimal N_h S_h / sqrt(c_h); power (N_h mean_h)^q CV_h; equal 1.
 * Sources: Cochran, Sampling Techniques, 5.5-5.9 (Neyman, optimal); Bankier 1988, Power allocations, where q = 1
 * is Neyman's and q = 0 gives every stratum the same coefficient of variation.
 */
export function allocationShares(
  method: AllocationMethod,
  strata: readonly Stratum[],
  exponent = 0.5,
): number[] {
  const shareOf: Readonly<Record<AllocationMethod, (stratum: Stratum) => number>> = {
    proportional: (s) => s.population,
    neyman: (s) => s.population * s.sd,
    optimal: (s) => (s.population * s.sd) / Math.sqrt(s.cost),
    power: (s) =>
      s.mean === 0 ? 0 : (s.population * Math.abs(s.mean)) ** exponent * (s.sd / Math.abs(s.mean)),
    equal: () => 1,
  };
  return strata.map(shareOf[method]);
}
