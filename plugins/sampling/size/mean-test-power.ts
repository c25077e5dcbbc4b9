import type { Distributions } from '../distributions/load-distributions.js';
import type { TestLevel } from './comparison-size.js';

/** Steps of Simpson's rule; the integrand is smooth, so this leaves an error below 1e-10. */
const STEPS = 400;

/**
 * Power of a t test with n units per group (n may be fractional) at a standardized effect: P(T' > t) for the
 * noncentral T', computed as the mean of Phi(ncp - t u) over u = sqrt(chi2 / df). The far tail of the other side
 * is left out, as R's power.t.test does.
 */
export function meanTestPower(
  n: number,
  effect: number,
  design: 'parallel' | 'paired',
  { alpha, sides }: Pick<TestLevel, 'alpha' | 'sides'>,
  d: Distributions,
): number {
  const df = design === 'paired' ? n - 1 : 2 * (n - 1);
  const ncp = Math.abs(effect) * Math.sqrt(design === 'paired' ? n : n / 2);
  const t = d.tQuantile(1 - alpha / sides, df);
  const reach = 12 / Math.sqrt(2 * df);
  const from = Math.max(1e-12, 1 - reach);
  const step = (1 + reach - from) / STEPS;
  let power = 0;
  let mass = 0;
  for (let i = 0; i <= STEPS; i++) {
    const u = from + i * step;
    // Density of sqrt(chi2 / df) up to a constant, scaled to 1 near its mode so that it cannot underflow.
    const density = Math.exp((df - 1) * Math.log(u) - (df * (u ** 2 - 1)) / 2);
    const weight = (i === 0 || i === STEPS ? 1 : i % 2 === 1 ? 4 : 2) * density;
    power += weight * d.normalUpper(t * u - ncp);
    mass += weight;
  }
  return power / mass;
}
