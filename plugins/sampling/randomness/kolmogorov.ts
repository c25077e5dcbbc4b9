/** Largest distance between the empirical distribution of `sorted` values and the uniform one on 0..1. */
export function kolmogorovDistance(sorted: readonly number[]): number {
  const n = sorted.length;
  let distance = 0;
  for (const [at, value] of sorted.entries())
    distance = Math.max(distance, (at + 1) / n - value, value - at / n);
  return distance;
}

/**
 * P(D >= distance) by Kolmogorov's limit law, the p-value that R's `ks.test(x, 'punif', exact = FALSE)` prints (two theta
 * series, each where it converges fast).
 */
export function kolmogorovP(distance: number, n: number): number {
  const x = Math.sqrt(n) * distance;
  if (x <= 0) return 1;
  if (x < 1) {
    let below = 0;
    for (let k = 1; k < 40; k += 2) below += Math.exp((-(k ** 2) * Math.PI ** 2) / (8 * x ** 2));
    return 1 - (Math.sqrt(2 * Math.PI) / x) * below;
  }
  let above = 0;
  for (let k = 1; k < 40; k++) above += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k ** 2 * x ** 2);
  return above;
}
