/** Quantiles and tail probabilities that the formulas need; see `loadDistributions`. */
export interface Distributions {
  /** z with P(Z <= z) = p for a standard normal Z. */
  normalQuantile(p: number): number;
  /** P(Z > z), exact in the far tail. */
  normalUpper(z: number): number;
  /** t with P(T <= t) = p for Student's T with `df` degrees of freedom (any positive real). */
  tQuantile(p: number, df: number): number;
  /** P(T > t), exact in the far tail. */
  tUpper(t: number, df: number): number;
  /** P(X > x) for chi-square with `df` degrees of freedom, exact in the far tail. */
  chiSquareUpper(x: number, df: number): number;
  /** x with P(B <= x) = p for B ~ Beta(a, b). */
  betaQuantile(p: number, a: number, b: number): number;
}

let loading: Promise<Distributions> | undefined;

/**
 * Loads the @stdlib distribution functions once (some 300 ms the first time, so never at boot). They agree with
 * R to 1e-12 on every reference value, the far tails included. Upper tails are computed as tails, because `1 - cdf` is zero
 * where a small p-value matters.
 */
export function loadDistributions(): Promise<Distributions> {
  loading ??= importDistributions();
  return loading;
}

async function importDistributions(): Promise<Distributions> {
  const [normalQuantile, normalCdf, tQuantile, tCdf, betaQuantile, gammainc] = await Promise.all([
    import('@stdlib/stats-base-dists-normal-quantile'),
    import('@stdlib/stats-base-dists-normal-cdf'),
    import('@stdlib/stats-base-dists-t-quantile'),
    import('@stdlib/stats-base-dists-t-cdf'),
    import('@stdlib/stats-base-dists-beta-quantile'),
    import('@stdlib/math-base-special-gammainc'),
  ]);
  return Object.freeze({
    normalQuantile: (p: number) => farQuantile(p, normalQuantile.default(p, 0, 1), normalCdf.default),
    normalUpper: (z: number) => normalCdf.default(-z, 0, 1),
    tQuantile: (p: number, df: number) => tQuantile.default(p, df),
    tUpper: (t: number, df: number) => tCdf.default(-t, df),
    chiSquareUpper: (x: number, df: number) => (x <= 0 ? 1 : gammainc.default(x / 2, df / 2, true, true)),
    betaQuantile: (p: number, a: number, b: number) => betaQuantile.default(p, a, b),
  });
}

/** Beyond this tail the library's quantile loses digits (2e-9 at 1e-10) and then ends at infinity (1e-20). */
const FAR = 1e-4;

/** `z` itself in the body; in the far tails corrected by Halley's method on the distribution function, exact there. */
function farQuantile(p: number, z: number, cdf: (z: number, mean: number, sd: number) => number): number {
  const tail = Math.min(p, 1 - p);
  if (!(tail > 0 && tail < FAR)) return z;
  let x = -Math.min(Math.abs(z), Math.sqrt(-2 * Math.log(tail)));
  for (let step = 0; step < 8; step++) {
    const density = Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const newton = (cdf(x, 0, 1) - tail) / density;
    const next = x - newton / (1 + (x * newton) / 2);
    if (Math.abs(next - x) <= 1e-15 * Math.abs(x)) break;
    x = next;
  }
  return p < 0.5 ? x : -x;
}
