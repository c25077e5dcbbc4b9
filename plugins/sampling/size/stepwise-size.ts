import type { Distributions } from '../distributions/load-distributions.js';
import { dropoutStep } from './dropout.js';
import { type FinitePopulationForm, finitePopulationStep } from './finite-population.js';
import { requiredSize, type SizeQuestion } from './required-size.js';
import type { Step } from './working.js';

export interface StepwiseQuestion {
  /** A size that is known already, or what a base size of an unlimited population follows from. */
  readonly start: number | SizeQuestion;
  /** Units in the population; absent for an unlimited one. */
  readonly population?: number | undefined;
  /** Default `cdm`. */
  readonly form?: FinitePopulationForm | undefined;
  /** Expected share lost, 0 up to but not including 1; absent for a size before dropout. */
  readonly dropoutRate?: number | undefined;
}

/**
 * The way to a size as far as it is asked for: base size -> finite population -> dropout, as a design takes it
 * (`planSizes`), without a profile's minima. Empty when a size is given and nothing to adjust it to.
 */
export function stepwiseSize(
  { start, population, form = 'cdm', dropoutRate }: StepwiseQuestion,
  distributions: Distributions,
): readonly Step[] {
  const before = typeof start === 'number' ? adjusted(start) : needed(start);
  if (dropoutRate === undefined) return before.steps;
  return [...before.steps, dropoutStep(before.size, dropoutRate, population)];

  function adjusted(size: number): { size: number; steps: readonly Step[] } {
    if (population === undefined) return { size, steps: [] };
    const step = finitePopulationStep(size, population, form);
    return { size: step.rounded, steps: [step] };
  }

  function needed(question: SizeQuestion): { size: number; steps: readonly Step[] } {
    if (population === undefined) return requiredSize(question, distributions);
    return requiredSize({ ...question, population, populationForm: form }, distributions);
  }
}
