import type { Distributions } from '../distributions/load-distributions.js';
import { SMALL_SAMPLE } from '../estimation/estimate-population.js';
import { requiredSize } from '../size/required-size.js';
import { tConsistentSize } from '../size/t-consistent-size.js';
import { relativeVariance } from '../size/variance.js';
import { CDM_GUIDELINE } from '../size/working.js';
import type { PlannedStratum, SettledRequest } from './settle-request.js';
import { sizeQuestion } from './size-plan.js';
import { type SizeWithMinimum, withMinimum } from './with-minimum.js';

/**
 * Valid units that keep confidence and precision in one stratum, or in the whole: by the formula, not fewer than the
 * profile asks for, and below 30 as many as Student's t needs, for the analysis of so few takes it whatever was
 * declared.
 */
export function validUnits(
  request: SettledRequest,
  distributions: Distributions,
  stratum?: PlannedStratum,
): SizeWithMinimum {
  const question = sizeQuestion(request, stratum);
  const { population } = question;
  const required = requiredSize(question, distributions);
  const kind = stratum === undefined ? 'minimumSample' : 'minimumStratum';
  const minimum = withMinimum(required.size, population, request.profile, kind, stratum?.name);
  const known = { ...minimum, steps: [...required.steps, ...minimum.steps] };
  if (
    question.parameterType === 'proportion' ||
    question.criticalValue === 't' ||
    minimum.size >= Math.min(SMALL_SAMPLE, population)
  )
    return known;
  const { expectedMean, expectedSD, precision, confidence, designEffect } = question;
  const variance = relativeVariance('mean', expectedMean, expectedSD) * designEffect;
  const byT = tConsistentSize(variance, precision, population, confidence, distributions);
  const size = Math.max(minimum.size, Math.min(byT, SMALL_SAMPLE));
  if (size === minimum.size) return known;
  return {
    ...known,
    size,
    steps: [
      ...known.steps,
      {
        step: 'small sample',
        formula: 'smallest n with t(n - 1) * sqrt(V / n * (1 - n / N)) <= e, at most 30',
        inputs: { V: variance, e: precision, N: population },
        unrounded: size,
        rounded: size,
        carried: 'rounded',
        source: `${CDM_GUIDELINE}: Student's t for means of fewer than 30`,
      },
    ],
  };
}
