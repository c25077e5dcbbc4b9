import type { Distributions } from '../distributions/load-distributions.js';
import { summarize } from '../estimation/summarize.js';

/** A difference of two means with Student's t. */
export interface MeanDifference {
  readonly difference: number;
  /** Standard deviation of the differences when paired. */
  readonly sd?: number;
  readonly se: number;
  readonly t: number;
  readonly df: number;
  /** Two-sided. */
  readonly p: number;
  readonly lower: number;
  readonly upper: number;
  readonly confidence: number;
}

/**
 * The mean change in the same homes: first minus second, pair by pair. Source: R, t.test(paired = TRUE).
 * @throws RangeError for lists of different length or fewer than two pairs
 */
export function comparePaired(
  first: readonly number[],
  second: readonly number[],
  confidence: number,
  distributions: Distributions,
): MeanDifference {
  if (first.length !== second.length) throw new RangeError('Paired lists must have the same length.');
  const { n, mean, sd } = summarize(first.map((x, i) => x - (second[i] ?? 0)));
  if (sd === null) throw new RangeError('At least two pairs are needed.');
  return { sd, ...difference(mean, sd / Math.sqrt(n), n - 1, confidence, distributions) };
}

/**
 * The difference between two independent groups in parallel, without assuming equal variances: Welch's test.
 * Source: R, t.test.
 * @throws RangeError for fewer than two values in a group
 */
export function compareParallel(
  first: readonly number[],
  second: readonly number[],
  confidence: number,
  distributions: Distributions,
): MeanDifference {
  const [a, b] = [summarize(first), summarize(second)];
  if (a.sd === null || b.sd === null) throw new RangeError('At least two values in each group are needed.');
  const [va, vb] = [a.sd ** 2 / a.n, b.sd ** 2 / b.n];
  const df = (va + vb) ** 2 / (va ** 2 / (a.n - 1) + vb ** 2 / (b.n - 1));
  return difference(a.mean - b.mean, Math.sqrt(va + vb), df, confidence, distributions);
}

function difference(
  mean: number,
  se: number,
  df: number,
  confidence: number,
  d: Distributions,
): MeanDifference {
  const critical = d.tQuantile(1 - (1 - confidence) / 2, df);
  const t = mean / se;
  return {
    difference: mean,
    se,
    t,
    df,
    p: 2 * d.tUpper(Math.abs(t), df),
    lower: mean - critical * se,
    upper: mean + critical * se,
    confidence,
  };
}
