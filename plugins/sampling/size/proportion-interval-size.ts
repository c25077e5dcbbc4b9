/**
 * Sizes for a proportion whose interval is not the plain Wald one, all unrounded and for an unlimited population.
 * `p` is the expected proportion, `precision` the half-width in absolute terms, `critical` the two-sided normal
 * critical value.
 */

/**
 * Half-width of the Wilson score interval: the n that solves e (n + z^2) = z sqrt(n p q + z^2 / 4).
 * Source: Valliant, Dever, Kreuter, Practical Tools for Designing and Weighting Survey Samples, 3.5 (nWilson).
 */
export function wilsonSize(p: number, precision: number, critical: number): number {
  const pq = p * (1 - p);
  const e2 = precision ** 2;
  return (critical ** 2 * (pq - 2 * e2 + Math.sqrt(pq ** 2 - 4 * pq * e2 + e2))) / (2 * e2);
}

/**
 * Half-width of the interval that is symmetric in log odds. Source: as above (nLogOdds), solved for n.
 */
export function logOddsSize(p: number, precision: number, critical: number): number {
  const odds = (1 - p) / p;
  const e = precision;
  const spread = e * (1 + odds ** 2);
  const y = (spread + Math.sqrt(spread ** 2 + odds ** 2 * (1 - 4 * e ** 2))) / (odds * (1 - 2 * e));
  return (critical / Math.log(y)) ** 2 / (p * (1 - p));
}

/**
 * Fleiss' size, which guards against proportions near 0 or 1.
 * Source: Fleiss, Statistical Methods for Rates and Proportions, as in samplics and svy.
 */
export function fleissSize(p: number, precision: number, critical: number): number {
  const factor = fleissFactor(p, precision);
  return (
    factor * (critical / (2 * precision)) ** 2 + 1 / precision - 2 * critical ** 2 + (critical + 2) / factor
  );
}

function fleissFactor(p: number, d: number): number {
  if (p < d || p > 1 - d) return 8 * d * (1 - 2 * d);
  if (p < 0.3) return 4 * (p + d) * (1 - p - d);
  if (p > 0.7) return 4 * (p - d) * (1 - p + d);
  return 1;
}
