import type { Distributions } from '../distributions/load-distributions.js';
import type { CriticalValueKind } from '../size/critical-value.js';
import { type Estimate, interval } from './mean-estimate.js';
import { type StratumEstimate, stratumOfSummary } from './stratum-estimate.js';

export interface StratumSummary {
  readonly n: number;
  readonly mean: number;
  readonly sd: number;
  readonly population: number;
}

/**
 * `design`: n - H, as R's `degf`. `satterthwaite`: Cochran 5.4, closer when strata differ much in size and spread.
 */
export type DegreesOfFreedom = 'design' | 'satterthwaite';

export interface StratifiedQuestion {
  /** At least two valid units each. */
  readonly strata: readonly StratumSummary[];
  readonly confidence: number;
  readonly criticalValue?: CriticalValueKind;
  readonly degreesOfFreedom?: DegreesOfFreedom;
  readonly designEffect?: number;
}

/**
 * The pooled mean of a stratified sample, weighted by population: SE^2 = sum W^2 (1 - f) s^2 / n.
 * Source: Cochran, Sampling Techniques, 5.3-5.4; R package survey, svymean.
 */
export function estimateStratifiedMean(question: StratifiedQuestion, distributions: Distributions): Estimate {
  const { strata, confidence, criticalValue = 't', degreesOfFreedom = 'design', designEffect = 1 } = question;
  const { mean, variance, df } = poolStrata(strata.map(stratumOfSummary), degreesOfFreedom);
  return interval(
    { mean, se: Math.sqrt(variance * designEffect), df, confidence, criticalValue },
    distributions,
  );
}

/** Mean, variance and degrees of freedom over strata, each weighted by its share of the population. */
export function poolStrata(
  strata: readonly StratumEstimate[],
  degreesOfFreedom: DegreesOfFreedom = 'design',
): Pick<StratumEstimate, 'n' | 'mean' | 'variance' | 'df'> {
  const population = strata.reduce((a, s) => a + s.population, 0);
  const parts = strata.map(({ population: N, variance, df }) => ({
    variance: (N / population) ** 2 * variance,
    df,
  }));
  const variance = parts.reduce((a, p) => a + p.variance, 0);
  return {
    n: strata.reduce((a, s) => a + s.n, 0),
    mean: strata.reduce((a, s) => a + (s.population / population) * s.mean, 0),
    variance,
    df:
      degreesOfFreedom === 'design' || variance === 0
        ? parts.reduce((a, p) => a + p.df, 0)
        : variance ** 2 / parts.reduce((a, p) => a + p.variance ** 2 / p.df, 0),
  };
}

/**
 * How much the stratified sample's variance differs from that of a simple one of the same size.
 * Source: R package survey, svymean(deff = TRUE), where the population variance is estimated from the strata.
 */
export function stratifiedDesignEffect(strata: readonly StratumSummary[], se: number): number {
  const N = strata.reduce((a, s) => a + s.population, 0);
  const n = strata.reduce((a, s) => a + s.n, 0);
  const mean = strata.reduce((a, s) => a + (s.population / N) * s.mean, 0);
  // Weighted sum of squares around the pooled mean: within strata plus between them.
  const squares = strata.reduce(
    (a, s) => a + (s.population / N) * (((s.n - 1) / s.n) * s.sd ** 2 + (s.mean - mean) ** 2),
    0,
  );
  const simple = ((squares * n) / (n - 1) / n) * (1 - n / N);
  return se ** 2 / simple;
}
