import type { Distributions } from '../distributions/load-distributions.js';

/** `z`: normal quantile, for planning. `t`: Student's quantile with n - 1 degrees of freedom, as the analysis uses. */
export type CriticalValueKind = 'z' | 't';

/** The two-sided normal critical value of a confidence level: 0.95 -> 1.959963984540054. */
export function twoSidedZ(confidence: number, distributions: Distributions): number {
  return distributions.normalQuantile(1 - (1 - confidence) / 2);
}

/** The two-sided t critical value with `df` degrees of freedom. */
export function twoSidedT(confidence: number, df: number, distributions: Distributions): number {
  return distributions.tQuantile(1 - (1 - confidence) / 2, df);
}

/** The critical value of an estimate from n units by the declared kind. */
export function criticalValueOf(
  kind: CriticalValueKind,
  confidence: number,
  df: number,
  distributions: Distributions,
): number {
  return kind === 'z' ? twoSidedZ(confidence, distributions) : twoSidedT(confidence, df, distributions);
}
