import type { Distributions } from '../distributions/load-distributions.js';
import { baseSize } from './base-size.js';
import { type CriticalValueKind, twoSidedZ } from './critical-value.js';
import { applyDesignEffect } from './design-effect.js';
import { type FinitePopulationForm, finitePopulationStep } from './finite-population.js';
import { roundUp } from './round-up.js';
import { tConsistentSize } from './t-consistent-size.js';
import { absoluteVariance, type ParameterType, relativeVariance } from './variance.js';
import { CDM_GUIDELINE, type Step } from './working.js';

export interface SizeQuestion {
  readonly parameterType: ParameterType;
  /** Expected mean in its unit, or expected proportion 0..1. */
  readonly expectedMean: number;
  /** Expected standard deviation in the unit of the mean; a proportion has its own. */
  readonly expectedSD: number;
  readonly confidence: number;
  readonly precision: number;
  /** Default `relative`: a share of the expected value. `absolute`: in its unit. */
  readonly precisionType?: 'relative' | 'absolute';
  /** Units in the population; absent for an unlimited one. */
  readonly population?: number;
  /** Default `cdm`. */
  readonly populationForm?: FinitePopulationForm;
  /** Default 1: a simple random sample. */
  readonly designEffect?: number;
  /** Default `z`. */
  readonly criticalValue?: CriticalValueKind;
}

export interface RequiredSize {
  /** Valid units that the estimate needs, before any minimum and before dropout. */
  readonly size: number;
  readonly unrounded: number;
  readonly critical: number;
  readonly steps: readonly Step[];
}

/**
 * Valid units that meet the precision: base -> design effect -> finite population, carried unrounded and rounded
 * up once. The design effect comes before the finite population, for after it the size could exceed the
 * population.
 */
export function requiredSize(question: SizeQuestion, distributions: Distributions): RequiredSize {
  const { parameterType, expectedMean, expectedSD, confidence, precision, population } = question;
  const relative = question.precisionType !== 'absolute';
  const variance = relative
    ? relativeVariance(parameterType, expectedMean, expectedSD)
    : absoluteVariance(parameterType, expectedMean, expectedSD);
  const deff = question.designEffect ?? 1;
  const z = twoSidedZ(confidence, distributions);
  const n0 = baseSize(variance, precision, z);
  const steps: Step[] = [
    {
      step: 'base size',
      formula: baseFormula(parameterType, relative),
      inputs: {
        z,
        ...(parameterType === 'mean' ? { mean: expectedMean, SD: expectedSD } : { p: expectedMean }),
        e: precision,
      },
      unrounded: n0,
      rounded: roundUp(n0),
      carried: 'unrounded',
      source: `${CDM_GUIDELINE}; Cochran, Sampling Techniques, 4.6-4.8`,
    },
  ];
  let unrounded = n0;
  if (deff !== 1) {
    unrounded = applyDesignEffect(n0, deff);
    steps.push({
      step: 'design effect',
      formula: 'n_deff = n0 * deff',
      inputs: { n0, deff },
      unrounded,
      rounded: roundUp(unrounded),
      carried: 'unrounded',
      source: 'Kish, Survey Sampling, 5.4; applied before the finite population',
    });
  }
  if (population !== undefined) {
    const step = finitePopulationStep(unrounded, population, question.populationForm ?? 'cdm');
    steps.push(step);
    unrounded = step.unrounded;
  }
  if (question.criticalValue !== 't') return { size: roundUp(unrounded), unrounded, critical: z, steps };

  const limit = population ?? Number.POSITIVE_INFINITY;
  const size = tConsistentSize(variance * deff, precision, limit, confidence, distributions);
  const critical = size > 1 ? distributions.tQuantile(1 - (1 - confidence) / 2, size - 1) : z;
  steps.push({
    step: 'small-sample t',
    formula: 'smallest n with t(n - 1) * sqrt(V / n * (1 - n / N)) <= e',
    inputs: {
      V: variance * deff,
      e: precision,
      t: critical,
      ...(population === undefined ? {} : { N: population }),
    },
    unrounded: size,
    rounded: size,
    carried: 'rounded',
    source: 'R package survey: interval with t and factor 1 - n/N, solved for n',
  });
  return { size, unrounded: size, critical, steps };
}

function baseFormula(type: ParameterType, relative: boolean): string {
  if (type === 'mean') return relative ? 'n0 = (z * SD / (e * mean))^2' : 'n0 = (z * SD / e)^2';
  return relative ? 'n0 = z^2 * (1 - p) / (p * e^2)' : 'n0 = z^2 * p * (1 - p) / e^2';
}
