import type { Stratum } from './stratum.js';

export interface PooledSize {
  /** Unrounded size for the precision of the pooled mean. */
  readonly unrounded: number;
  /** Mean over the strata, weighted by population. */
  readonly mean: number;
}

/**
 * Size that gives the POOLED mean of a stratified sample its relative precision, for any allocation given by
 * `shares`: n = deff sum(W^2 S^2 / a) / (D + deff sum(W S^2) / N), a = shares scaled to 1,
 * D = (e * mean / critical)^2; the design effect enters before the finite population.
 * With proportional shares it is sum(W S^2) / (...), with Neyman's sum(W S)^2 / (...).
 * Source: Cochran, Sampling Techniques, 5.9 (equation 5.46).
 */
export function pooledSize(
  strata: readonly Stratum[],
  shares: readonly number[],
  precision: number,
  critical: number,
  deff = 1,
): PooledSize {
  const population = strata.reduce((a, s) => a + s.population, 0);
  const total = shares.reduce((a, b) => a + b, 0);
  const weight = (s: Stratum) => s.population / population;
  const mean = strata.reduce((a, s) => a + weight(s) * s.mean, 0);
  const within = strata.reduce((a, s) => a + weight(s) * s.sd ** 2, 0);
  const spread = strata.reduce((a, s, h) => {
    const contribution = weight(s) ** 2 * s.sd ** 2;
    return contribution === 0 ? a : a + contribution / ((shares[h] ?? 0) / total);
  }, 0);
  const target = ((precision * mean) / critical) ** 2;
  return { unrounded: Math.min(population, (deff * spread) / (target + (deff * within) / population)), mean };
}
