import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Fault, throwFaults } from '../design/faults.js';
import { type Loose, populationFaults, profileFaults } from '../design/request-faults.js';
import { variationFault } from '../design/variation-fault.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { Profiles } from '../profiles/find-profile.js';
import { step } from '../schemas/design-record-schema.js';
import {
  confidence,
  criticalValue,
  DROPOUT_ALIASES,
  designEffect,
  expectedMean,
  expectedSD,
  parameterType,
  population,
  precision,
  profileName,
} from '../schemas/design-schema.js';
import { withRules } from '../schemas/with-rules.js';
import type { SamplingService } from '../services/sampling-service.js';
import { sizeBeforeDropout } from '../size/dropout.js';
import { finitePopulationSize } from '../size/finite-population.js';
import { requiredSize } from '../size/required-size.js';
import { roundUp } from '../size/round-up.js';
import { allocationOperation } from './allocation-operation.js';

const sizeAnswer = z.object({
  size: z.int().describe('Rounded up'),
  unrounded: z.number(),
  working: z.array(step),
});

const size = z
  .number()
  .positive()
  .max(1e12)
  .describe('Sample size to start from, such as 357')
  .meta({ aliases: ['sample size', 'size', 'base size'] });

/** The steps of a design one by one: base size, finite population, dropout, allocation. */
export function sizeOperations({ profiles }: Pick<SamplingService, 'profiles'>): AnyOperation[] {
  return [
    defineOperation({
      name: 'calculate_base_size',
      title: 'Base sample size for an unlimited population',
      description: 'Base sample size of a mean or proportion before finite population and dropout.',
      effect: 'read',
      scope: 'sampling',
      input: withRules(
        z.object({
          mean: expectedMean.describe('Such as 0.8; for a proportion the share 0..1'),
          sd: expectedSD.optional().describe('Such as 0.2; required for a mean'),
          confidence: confidence.optional(),
          precision: precision.optional(),
          profile: profileName.optional(),
          margin: z
            .number()
            .positive()
            .optional()
            .describe('Absolute precision in the unit of the mean, in the place of precision')
            .meta({ aliases: ['absolute precision', 'margin', 'plus minus'] }),
          parameterType: parameterType.default('mean'),
          criticalValue: criticalValue.default('z'),
          designEffect: designEffect.default(1),
        }),
        (raw) => baseFaults(raw, profiles),
      ),
      answer: { description: 'The base size', schema: sizeAnswer },
      summary: (answer: { size: number }) => `The base size is ${answer.size}.`,
      route: {
        method: 'post',
        path: '/v1/sampling/base-size',
      },
      run: async (input) => {
        throwFaults(baseFaults(input, profiles));
        const level = profiles.find(input.profile ?? profiles.defaultName);
        if (level === undefined) throw new RangeError('The profile was checked and is gone.');
        const { size, unrounded, steps } = requiredSize(
          {
            parameterType: input.parameterType,
            expectedMean: input.mean,
            expectedSD: input.sd ?? 0,
            confidence: level.confidence,
            precision: input.margin ?? level.precision,
            criticalValue: input.criticalValue,
            designEffect: input.designEffect,
            precisionType: input.margin === undefined ? 'relative' : 'absolute',
          },
          await loadDistributions(),
        );
        return { size, unrounded, working: steps };
      },
    }),
    defineOperation({
      name: 'adjust_for_finite_population',
      title: 'Adjust a size to a finite population',
      description: 'Reduces a sample size to one for a population of N units.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        baseSize: size,
        population,
        form: z.enum(['cdm', 's2']).default('cdm').describe('cdm: n0/(1 + (n0 - 1)/N); s2: n0/(1 + n0/N)'),
      }),
      answer: { description: 'The adjusted size', schema: sizeAnswer },
      summary: (answer: { size: number }) => `The size for this population is ${answer.size}.`,
      route: {
        method: 'post',
        path: '/v1/sampling/finite-population',
        errors: { 422: 'Insufficient population data' },
      },
      run: ({ baseSize, population: N, form }) => {
        throwFaults(populationFaults({ population: N }));
        const unrounded = finitePopulationSize(baseSize, N, form);
        return oneStep(
          'finite population',
          form === 'cdm' ? 'n = n0 / (1 + (n0 - 1) / N), at most N' : 'n = n0 / (1 + n0 / N), at most N',
          { n0: baseSize, N },
          unrounded,
          form === 'cdm' ? 'CDM guideline: sampling and surveys' : 'Cochran, Sampling Techniques, 4.7',
        );
      },
    }),
    defineOperation({
      name: 'adjust_for_dropout',
      title: 'Adjust a size for expected dropout',
      description: 'Raises a sample size so that enough remain after dropout: n/(1 - d).',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        sampleSize: size,
        dropoutRate: z.number().min(0).lt(1).describe('Such as 0.15').meta({ aliases: DROPOUT_ALIASES }),
      }),
      answer: { description: 'The adjusted size', schema: sizeAnswer },
      summary: (answer: { size: number }) => `Draw ${answer.size} units.`,
      route: {
        method: 'post',
        path: '/v1/sampling/dropout',
      },
      run: ({ sampleSize, dropoutRate: d }) => {
        const unrounded = sizeBeforeDropout(sampleSize, d);
        if (unrounded > Number.MAX_SAFE_INTEGER)
          throwFaults([
            {
              code: 'invalid_request',
              field: 'dropoutRate',
              message: `${d} leaves next to nobody: the size would be beyond counting.`,
            },
          ]);
        return oneStep(
          'dropout',
          'n_adj = n / (1 - d)',
          { n: sampleSize, d },
          unrounded,
          'Cochran, Sampling Techniques, 13.2: allowance for non-response',
        );
      },
    }),
    allocationOperation,
  ];
}

function baseFaults(raw: unknown, profiles: Profiles): Fault[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return [];
  const request = raw as Loose;
  const { mean, sd, parameterType: type, margin } = request;
  const faults: Fault[] = [];
  const invalid = (field: string, message: string) =>
    faults.push({ code: 'invalid_request', field, message });
  if (typeof mean === 'number') {
    if (type === 'proportion' && (mean <= 0 || mean >= 1))
      invalid('mean', `${mean} is no proportion: it must be above 0 and below 1.`);
    if (type !== 'proportion' && mean <= 0) invalid('mean', `${mean} is not allowed: it must be above 0.`);
  }
  if (type !== 'proportion' && sd === undefined) invalid('sd', 'is required for a mean.');
  const variation = variationFault(type, mean, sd);
  if (variation !== undefined) invalid(variation.of, variation.message);
  if (type === 'proportion' && typeof margin === 'number' && margin >= 1)
    invalid('margin', `${margin} is not allowed: the margin of a proportion must be below 1.`);
  // A margin takes the place of the precision, which then says nothing.
  const { precision: _, ...withoutPrecision } = request;
  return [...faults, ...profileFaults(margin === undefined ? request : withoutPrecision, profiles)];
}

function oneStep(
  name: string,
  formula: string,
  inputs: Readonly<Record<string, number>>,
  unrounded: number,
  source: string,
) {
  const size = roundUp(unrounded);
  const working = [
    { step: name, formula, inputs, unrounded, rounded: size, carried: 'rounded' as const, source },
  ];
  return { size, unrounded, working };
}
