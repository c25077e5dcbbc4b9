import { isRecord } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Fault, throwFaults } from '../design/faults.js';
import { type Loose, populationFaults } from '../design/request-faults.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { Profiles } from '../profiles/find-profile.js';
import { population } from '../schemas/design-schema.js';
import { withRules } from '../schemas/with-rules.js';
import { withoutWords } from '../schemas/without-words.js';
import type { SizeQuestion } from '../size/required-size.js';
import { stepwiseSize } from '../size/stepwise-size.js';
import {
  baseFaults,
  baseQuestion,
  baseTerms,
  form,
  lostShare,
  sizeAfter,
  sizeAnswer,
  startSize,
} from './size-terms.js';

function stepwiseTerms(profiles: Profiles) {
  const terms = baseTerms(profiles);
  // `design_sample`, which a model always sees beside it, explains these.
  const { profile, confidence, precision, parameterType, criticalValue, designEffect } = withoutWords(terms);
  return z.object({
    mean: terms.mean.optional(),
    sd: terms.sd,
    margin: terms.margin.describe('Absolute precision'),
    profile,
    confidence,
    precision,
    parameterType,
    criticalValue,
    designEffect,
    sampleSize: startSize.optional().describe('To start from in the place of a mean, such as 357'),
    population: population.optional().describe('Such as 5000'),
    form,
    dropoutRate: lostShare.optional(),
  });
}

type StepwiseTerms = z.output<ReturnType<typeof stepwiseTerms>>;

/** The tool of agents for base size, finite population and dropout: steps of one way, taken as far as is asked. */
export function stepwiseOperation(profiles: Profiles): AnyOperation {
  return defineOperation({
    name: 'calculate_sample_size',
    title: 'Calculate a sample size step by step',
    description:
      'Calculates a sample size, storing nothing: base size of a mean or proportion, or a size to start from; then finite population and dropout, where given.',
    effect: 'read',
    scope: 'sampling',
    input: withRules(stepwiseTerms(profiles), (raw) => stepwiseFaults(raw, profiles)),
    answer: { description: 'The size and the steps that lead to it', schema: sizeAnswer },
    summary: ({ size, working }: z.output<typeof sizeAnswer>) => {
      const steps = working.map(({ step, rounded }) => `${step} ${rounded}`).join(', ');
      return working.at(-1)?.step === 'dropout'
        ? `Draw ${size} units (${steps}).`
        : `The size is ${size} (${steps}).`;
    },
    run: async (terms) => {
      throwFaults(stepwiseFaults(terms, profiles));
      const { form: of, population: N, dropoutRate } = terms;
      const question = { start: startOf(terms, profiles), population: N, form: of, dropoutRate };
      return sizeAfter(stepwiseSize(question, await loadDistributions()));
    },
  });
}

function startOf({ sampleSize, mean, ...rest }: StepwiseTerms, profiles: Profiles): number | SizeQuestion {
  if (sampleSize !== undefined) return sampleSize;
  if (mean === undefined) throw new RangeError('The start was checked and is gone.');
  return baseQuestion({ ...rest, mean }, profiles);
}

/** There is one start, and somewhere to go from it. Takes unchecked input. */
function stepwiseFaults(raw: unknown, profiles: Profiles): Fault[] {
  if (!isRecord(raw)) return [];
  const terms = raw as Loose;
  const invalid = (field: string, message: string): Fault => ({ code: 'invalid_request', field, message });
  const { sampleSize, mean, population: N, dropoutRate } = terms;
  if (sampleSize === undefined)
    return mean === undefined
      ? [invalid('mean', 'is required, or a sampleSize to start from.')]
      : [...baseFaults(terms, profiles), ...populationFaults(terms)];
  return [
    ...['mean', 'sd', 'margin'].flatMap((field) =>
      terms[field] === undefined ? [] : [invalid(field, 'cannot go with sampleSize.')],
    ),
    ...(N === undefined && dropoutRate === undefined
      ? [invalid('population', 'or dropoutRate is required with sampleSize.')]
      : []),
    ...populationFaults(terms),
  ];
}
