import { roundUp } from './round-up.js';
import { CDM_GUIDELINE, type Step } from './working.js';

/**
 * `cdm`: n = n0 / (1 + (n0 - 1) / N), the form of the CDM guideline, where the variance has divisor N.
 * `s2`: n = n0 / (1 + n0 / N), the form of Cochran 4.7 and of R's samplingbook and PracTools, divisor N - 1.
 */
export type FinitePopulationForm = 'cdm' | 's2';

/**
 * Reduces a size for an unlimited population to one of `population` units, unrounded. Never exceeds the
 * population: a size at or beyond it is a census.
 */
export function finitePopulationSize(
  size: number,
  population: number,
  form: FinitePopulationForm = 'cdm',
): number {
  const reduced = form === 'cdm' ? size / (1 + (size - 1) / population) : size / (1 + size / population);
  return Math.min(reduced, population);
}

/** The same as a line of working. */
export function finitePopulationStep(size: number, population: number, form: FinitePopulationForm): Step {
  const unrounded = finitePopulationSize(size, population, form);
  return {
    step: 'finite population',
    formula: `n = n0 / (1 + ${form === 'cdm' ? '(n0 - 1)' : 'n0'} / N), at most N`,
    inputs: { n0: size, N: population },
    unrounded,
    rounded: roundUp(unrounded),
    carried: 'rounded',
    source: form === 'cdm' ? CDM_GUIDELINE : 'Cochran, Sampling Techniques, 4.7',
  };
}
