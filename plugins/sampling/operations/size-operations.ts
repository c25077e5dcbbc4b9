import { z } from 'zod';
import { type Fault, throwFaults } from '../design/faults.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import { step } from '../schemas/design-record-schema.js';
import {
  confidence,
  criticalValue,
  designEffect,
  dropoutRate,
  expectedMean,
  expectedSD,
  parameterType,
  population,
  precision,
} from '../schemas/design-schema.js';
import { sizeBeforeDropout } from '../size/dropout.js';
import { finitePopulationSize } from '../size/finite-population.js';
import { requiredSize } from '../size/required-size.js';
import { roundUp } from '../size/round-up.js';
import { allocate } from '../strata/allocate.js';
import { allocationShares } from '../strata/allocation-shares.js';
import { stratumPopulations } from '../strata/stratum-populations.js';
import { type AnyOperation, defineOperation } from './operation.js';

const sizeAnswer = z.object({
  size: z.int().describe('Rounded up'),
  unrounded: z.number(),
  working: z.array(step),
});

const size = z
  .number()
  .positive()
  .max(1e12)
  .describe('Sample size to start from, such as 357; unrounded values keep the whole precision')
  .meta({ aliases: ['sample size', 'size', 'base size'] });

/** The steps of a design one by one: base size, finite population, dropout, allocation. */
export const sizeOperations: readonly AnyOperation[] = [
  defineOperation({
    tool: 'calculate_base_size',
    method: 'post',
    path: '/v1/sampling/base-size',
    title: 'Base sample size for an unlimited population',
    description:
      'Calculates the base sample size of a mean or proportion before finite population and dropout. Any confidence and precision, as fractions.',
    input: z.object({
      mean: expectedMean,
      sd: expectedSD.optional(),
      confidence: confidence.default(0.95),
      precision: precision.default(0.05),
      margin: z
        .number()
        .positive()
        .optional()
        .describe(
          'Absolute precision in the unit of the mean (for a proportion 0.05 is 5 points), in the place of precision',
        )
        .meta({ aliases: ['absolute precision', 'margin', 'plus minus'] }),
      parameterType: parameterType.default('mean'),
      criticalValue: criticalValue.default('z'),
      designEffect: designEffect.default(1),
    }),
    answer: { description: 'The base size', schema: sizeAnswer },
    idempotent: true,
    summary: (answer: { size: number }) => `The base size is ${answer.size}.`,
    run: async (input) => {
      throwFaults(baseFaults(input));
      const { size, unrounded, steps } = requiredSize(
        {
          ...input,
          expectedMean: input.mean,
          expectedSD: input.sd ?? 0,
          precision: input.margin ?? input.precision,
          precisionType: input.margin === undefined ? 'relative' : 'absolute',
        },
        await loadDistributions(),
      );
      return { size, unrounded, working: steps };
    },
  }),
  defineOperation({
    tool: 'adjust_for_finite_population',
    method: 'post',
    path: '/v1/sampling/finite-population',
    title: 'Adjust a size to a finite population',
    description: 'Reduces a sample size for an unlimited population to one for a population of N units.',
    input: z.object({
      baseSize: size,
      population: population.min(1),
      form: z
        .enum(['cdm', 's2'])
        .default('cdm')
        .describe('cdm: n0 / (1 + (n0 - 1) / N), as the CDM; s2: n0 / (1 + n0 / N)'),
    }),
    answer: { description: 'The adjusted size', schema: sizeAnswer },
    idempotent: true,
    summary: (answer: { size: number }) => `The size for this population is ${answer.size}.`,
    run: ({ baseSize, population: N, form }) => {
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
    tool: 'adjust_for_dropout',
    method: 'post',
    path: '/v1/sampling/dropout',
    title: 'Adjust a size for expected dropout',
    description:
      'Raises a sample size so that enough units remain after dropout or non-response: n / (1 - d).',
    input: z.object({ sampleSize: size, dropoutRate: dropoutRate.lt(1) }),
    answer: { description: 'The adjusted size', schema: sizeAnswer },
    idempotent: true,
    summary: (answer: { size: number }) => `Draw ${answer.size} units.`,
    run: ({ sampleSize, dropoutRate: d }) =>
      oneStep(
        'dropout',
        'n_adj = n / (1 - d)',
        { n: sampleSize, d },
        sizeBeforeDropout(sampleSize, d),
        'Cochran, Sampling Techniques, 13.2: allowance for non-response',
      ),
  }),
  defineOperation({
    tool: 'allocate_sample',
    method: 'post',
    path: '/v1/sampling/allocation',
    title: 'Divide a total among strata',
    description:
      'Divides a total sample size among strata by weight (or by Neyman, optimal cost, power or equal allocation) so that the parts sum exactly, within floors and caps.',
    input: z.object({
      totalSize: z
        .int()
        .min(1)
        .max(1e9)
        .describe('Total sample size to divide, such as 420')
        .meta({ aliases: ['total', 'total size', 'sample size'] }),
      strata: z
        .array(
          z.object({
            name: z.string().trim().min(1).max(200).describe('Name of the stratum'),
            weight: z
              .number()
              .min(0)
              .max(1)
              .describe('Fraction of the population, such as 0.6; all weights sum to 1'),
            sd: z.number().min(0).optional().describe('Standard deviation, for neyman, optimal and power'),
            mean: z.number().optional().describe('Mean, for power'),
            cost: z.number().positive().optional().describe('Cost of one interview, for optimal'),
            minimum: z.int().min(0).optional().describe('At least this many units'),
            population: z.int().min(0).optional().describe('Units in it: at most this many are drawn'),
          }),
        )
        .min(1)
        .max(1000)
        .describe('The strata with their weights')
        .meta({ aliases: ['strata', 'groups'] }),
      method: z
        .enum(['proportional', 'neyman', 'optimal', 'power', 'equal'])
        .default('proportional')
        .describe('How the total is divided'),
      exponent: z.number().min(0).max(1).default(0.5).describe('Exponent q of the power method'),
    }),
    answer: {
      description: 'The sizes of the strata',
      schema: z.object({
        total: z.int(),
        method: z.string(),
        strata: z.array(z.object({ name: z.string(), weight: z.number(), sampleSize: z.int() })),
        notes: z.array(z.string()),
      }),
    },
    errors: { 409: 'Strata that contradict each other' },
    idempotent: true,
    summary: (answer: { strata: { name: string; sampleSize: number }[] }) =>
      answer.strata.map(({ name, sampleSize }) => `${name} ${sampleSize}`).join(', '),
    run: (input) => allocateTotal(input),
  }),
];

interface AllocationInput {
  readonly totalSize: number;
  readonly method: 'proportional' | 'neyman' | 'optimal' | 'power' | 'equal';
  readonly exponent: number;
  readonly strata: readonly {
    readonly name: string;
    readonly weight: number;
    readonly sd?: number | undefined;
    readonly mean?: number | undefined;
    readonly cost?: number | undefined;
    readonly minimum?: number | undefined;
    readonly population?: number | undefined;
  }[];
}

function allocateTotal({ totalSize, method, exponent, strata }: AllocationInput) {
  throwFaults(allocationFaults(strata, method), undefined, 'The allocation');
  // Any large population turns weights into units; only their ratio matters.
  const units = strata.every((s) => s.population !== undefined)
    ? strata.map((s) => s.population ?? 0)
    : stratumPopulations(
        1e9,
        strata.map((s) => s.weight),
      );
  const shares =
    method === 'proportional'
      ? strata.map((s) => s.weight)
      : allocationShares(
          method,
          strata.map((s, h) => ({
            name: s.name,
            population: units[h] ?? 0,
            mean: s.mean ?? 1,
            sd: s.sd ?? 1,
            cost: s.cost ?? 1,
          })),
          exponent,
        );
  const allocation = allocate(totalSize, shares, {
    floors: strata.map((s) => s.minimum ?? 0),
    caps: strata.map((s) => s.population ?? Number.POSITIVE_INFINITY),
  });
  const names = (indices: readonly number[]) => indices.map((h) => strata[h]?.name).join(', ');
  return {
    total: allocation.total,
    method,
    strata: strata.map(({ name, weight }, h) => ({ name, weight, sampleSize: allocation.sizes[h] ?? 0 })),
    notes: [
      ...(allocation.total > totalSize
        ? [`The minima come to ${allocation.total}, more than ${totalSize}.`]
        : []),
      ...(allocation.total < totalSize ? [`The strata hold only ${allocation.total} units.`] : []),
      ...(allocation.floored.length > 0 ? [`Raised to the minimum: ${names(allocation.floored)}.`] : []),
      ...(allocation.capped.length > 0 ? [`Whole stratum drawn: ${names(allocation.capped)}.`] : []),
    ],
  };
}

function allocationFaults(strata: AllocationInput['strata'], method: string): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, { name, sd }] of strata.entries()) {
    const key = name.normalize('NFC').toLowerCase();
    if (seen.has(key))
      faults.push({ code: 'conflict', field: `strata.${index}.name`, message: `'${name}' is given twice.` });
    seen.add(key);
    if (sd === undefined && (method === 'neyman' || method === 'optimal' || method === 'power'))
      faults.push({
        code: 'invalid_request',
        field: `strata.${index}.sd`,
        message: `is required for method ${method}.`,
      });
  }
  const sum = strata.reduce((a, { weight }) => a + weight, 0);
  if (Math.abs(sum - 1) > 1e-6)
    faults.push({
      code: 'conflict',
      field: 'strata',
      message: `the weights sum to ${Number(sum.toPrecision(10))}, not to 1.`,
    });
  return faults;
}

function baseFaults(input: {
  mean: number;
  sd?: number | undefined;
  confidence: number;
  precision: number;
  parameterType: 'mean' | 'proportion';
}): Fault[] {
  const { mean, sd, parameterType: type } = input;
  const faults: Fault[] = [];
  const invalid = (field: string, message: string) =>
    faults.push({ code: 'invalid_request', field, message });
  if (type === 'proportion' && (mean <= 0 || mean >= 1))
    invalid('mean', `${mean} is no proportion: it must be above 0 and below 1.`);
  if (type === 'mean' && mean <= 0) invalid('mean', `${mean} is not allowed: it must be above 0.`);
  if (type === 'mean' && sd === undefined) invalid('sd', 'is required for a mean.');
  for (const field of ['confidence', 'precision'] as const)
    if (input[field] <= 0 || input[field] >= 1)
      invalid(field, `${input[field]} is not allowed: it must be above 0 and below 1.`);
  return faults;
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
