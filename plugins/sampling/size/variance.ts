/** Whether the monitored quantity is a mean (hours, kilograms, efficiency) or a share of units (in use or not). */
export type ParameterType = 'mean' | 'proportion';

/**
 * The variance that a size formula works with, over the square of the expected value: (SD / mean)^2 for a mean
 * and (1 - p) / p for a proportion p. Both go with a precision that is relative to the expected value.
 * Source: CDM guideline, sampling and surveys for project activities, equations for mean and proportion.
 */
export function relativeVariance(type: ParameterType, expected: number, sd: number): number {
  return type === 'mean' ? (sd / expected) ** 2 : (1 - expected) / expected;
}

/**
 * The variance in the parameter's own units: SD^2, or p(1 - p). It goes with an absolute precision.
 * Source: Cochran, Sampling Techniques, chapters 3 and 4.
 */
export function absoluteVariance(type: ParameterType, expected: number, sd: number): number {
  return type === 'mean' ? sd ** 2 : expected * (1 - expected);
}
