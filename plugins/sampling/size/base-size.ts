/**
 * Units needed from an unlimited population, unrounded: n0 = c^2 V / e^2.
 * `variance` and `precision` are both relative to the expected value or both in its units; `critical` is the
 * two-sided critical value.
 * Source: Cochran, Sampling Techniques, 4.6 and 4.8; CDM guideline for sampling and surveys.
 */
export function baseSize(variance: number, precision: number, critical: number): number {
  return (critical ** 2 * variance) / precision ** 2;
}
