/** Cochran 5.3 by hand: c sqrt(sum(W^2 (1 - n/N) S^2 / n)) / mean, of `n` valid units in each stratum. */
export function precisionByHand(
  strata: readonly { population: number; mean: number; sd: number }[],
  n: readonly number[],
  critical: number,
): number {
  const N = strata.reduce((a, s) => a + s.population, 0);
  const mean = strata.reduce((a, s) => a + (s.population / N) * s.mean, 0);
  const variance = strata.reduce(
    (a, s, h) =>
      a + (s.population / N) ** 2 * Math.max(0, 1 - (n[h] ?? 0) / s.population) * (s.sd ** 2 / (n[h] ?? 0)),
    0,
  );
  return (critical * Math.sqrt(variance)) / mean;
}
