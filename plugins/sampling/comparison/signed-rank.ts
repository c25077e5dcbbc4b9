import type { Distributions } from '../distributions/load-distributions.js';

export interface SignedRankTest {
  /** Sum of the ranks of positive differences. */
  readonly v: number;
  /** Two-sided. */
  readonly p: number;
  /** `exact`, or the normal approximation with continuity correction when values tie or n is 50 and more. */
  readonly method: 'exact' | 'normal';
}

/**
 * Wilcoxon's signed-rank test of paired values, for small or skewed data. Zero differences are left out.
 * Source: R, wilcox.test(paired = TRUE).
 * @throws RangeError when no pair differs
 */
export function signedRankTest(
  first: readonly number[],
  second: readonly number[],
  distributions: Distributions,
): SignedRankTest {
  // Differences like 7.1 - 4.2 carry noise in the 16th digit that would hide ties.
  const differences = first
    .map((x, i) => Number((x - (second[i] ?? 0)).toPrecision(12)))
    .filter((x) => x !== 0);
  const n = differences.length;
  if (n === 0) throw new RangeError('No pair differs.');
  const { ranks, ties } = midRanks(differences.map(Math.abs));
  const v = differences.reduce((a, x, i) => a + (x > 0 ? (ranks[i] ?? 0) : 0), 0);
  if (ties.length === 0 && n < 50) return { v, p: exactP(v, n), method: 'exact' };
  const expected = (n * (n + 1)) / 4;
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties.reduce((a, t) => a + (t ** 3 - t), 0) / 48;
  const z = (Math.abs(v - expected) - 0.5) / Math.sqrt(variance);
  return { v, p: Math.min(1, 2 * distributions.normalUpper(z)), method: 'normal' };
}

/** Ranks with the mean rank for equal values, and the sizes of groups of equal values. */
function midRanks(values: readonly number[]): { ranks: number[]; ties: number[] } {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length).fill(0);
  const ties: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && order[end]?.value === order[start]?.value) end++;
    for (const { index } of order.slice(start, end)) ranks[index] = (start + 1 + end) / 2;
    if (end - start > 1) ties.push(end - start);
    start = end;
  }
  return { ranks, ties };
}

/** Two-sided p by counting, among all 2^n signs, the rank sums as far out as v. */
function exactP(v: number, n: number): number {
  const most = (n * (n + 1)) / 2;
  const counts = new Array<number>(most + 1).fill(0);
  counts[0] = 1;
  for (let rank = 1; rank <= n; rank++)
    for (let sum = most; sum >= rank; sum--) counts[sum] = (counts[sum] ?? 0) + (counts[sum - rank] ?? 0);
  const tail = Math.min(v, most - v);
  const beyond = counts.slice(0, tail + 1).reduce((a, b) => a + b, 0);
  return Math.min(1, (2 * beyond) / 2 ** n);
}
