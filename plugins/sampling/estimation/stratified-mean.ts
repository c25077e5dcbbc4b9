import type { Distributions } from '../distributions/load-distributions.js';
import type { CriticalValueKind } from '../size/critical-value.js';
import { type Estimate, interval } from './mean-estimate.js';

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
  const population = strata.reduce((a, s) => a + s.population, 0);
  const parts = strata.map(({ n, mean, sd, population: N }) => ({
    n,
    mean: (N / population) * mean,
    variance: (N / population) ** 2 * Math.max(0, 1 - n / N) * (sd ** 2 / n) * designEffect,
  }));
  const variance = parts.reduce((a, p) => a + p.variance, 0);
  const units = parts.reduce((a, p) => a + p.n, 0);
  return interval(
    {
      mean: parts.reduce((a, p) => a + p.mean, 0),
      se: Math.sqrt(variance),
      df:
        degreesOfFreedom === 'design' || variance === 0
          ? units - strata.length
          : variance ** 2 / parts.reduce((a, p) => a + p.variance ** 2 / (p.n - 1), 0),
      confidence,
      criticalValue,
    },
    distributions,
  );
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
