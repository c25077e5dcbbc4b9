import { continuedFraction } from './continued-fraction.js';

const HALF_LOG_2PI = 0.9189385332046727;
/** From here on Stirling's series of six terms is exact to the last digit. */
const SERIES_FROM = 15;

/**
 * What Stirling's formula leaves out: log Γ(n + 1) - (n + 1/2) log n + n - log √(2π), for n > 0. Below 15 the recurrence
 * of Γ leads to the series.
 */
export function stirlingError(n: number): number {
  if (n < SERIES_FROM) {
    const steps = Math.ceil(SERIES_FROM - n);
    const up = n + steps;
    let product = 1;
    for (let step = 1; step <= steps; step++) product *= n + step;
    return (
      stirlingError(up) + (up + 0.5) * Math.log(up) - (n + 0.5) * Math.log(n) - steps - Math.log(product)
    );
  }
  const s = 1 / (n * n);
  const tail = 1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360360));
  return (1 / 12 - s * (1 / 360 - s * tail)) / n;
}

/**
 * x log(x / m) + m - x without the cancellation near x = m. C. Loader, Fast and accurate computation of binomial
 * probabilities (2000): with `stirlingError` it gives densities that keep their digits at any size.
 */
export function deviance(x: number, m: number): number {
  if (Math.abs(x - m) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = (x - m) / (x + m);
  let sum = (x - m) * v;
  let term = 2 * x * v;
  for (let j = 3; Math.abs(term) > Math.abs(sum) * Number.EPSILON; j += 2) {
    term *= v * v;
    sum += term / j;
  }
  return sum;
}

/** x^a e^-x / Γ(a + 1). */
const density = (a: number, x: number) =>
  Math.exp(-stirlingError(a) - deviance(a, x) - HALF_LOG_2PI) / Math.sqrt(a);

/**
 * Q(a, x) = Γ(a, x) / Γ(a) for a > 0: the share of a gamma distribution beyond x, exact in its far tail.
 * DLMF 8.11.4 (series) below a + 1, 8.9.2 (continued fraction, contracted) above.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  if (x < a + 1) {
    let term = 1;
    let sum = 1;
    for (let n = 1; term > sum * Number.EPSILON; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - density(a, x) * sum;
  }
  const fraction = continuedFraction(x + 1 - a, (n) => [-n * (n - a), x + 2 * n + 1 - a]);
  return (density(a, x) * a) / fraction;
}
