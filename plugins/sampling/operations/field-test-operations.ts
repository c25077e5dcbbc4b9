import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { loadDistributions } from '../distributions/load-distributions.js';
import { INTERVAL_WORDS } from '../estimation/mean-estimate.js';
import { pilotVariation } from '../estimation/pilot-variation.js';
import { compareKitchens, type KitchenResult } from '../kpt/compare-kitchens.js';
import { isDay } from '../periods/calendar.js';
import { parseSeed } from '../selection/seed.js';
import { type UsageRate, usageRate } from '../sums/usage-rate.js';
import { seedInput } from './draw-terms.js';
import { short } from './short-number.js';

/** The default is that of field test standards. */
const confidence = z.number().gt(0.5).lt(1).default(0.9);

const day = z.object({
  household: z.string().min(1).max(1000),
  date: z.string().refine(isDay, 'must be a day: YYYY-MM-DD').optional().describe('YYYY-MM-DD'),
  fuel: z.string().trim().min(1).max(100).optional(),
  fuelKg: z.number().min(0),
  persons: z.number().positive().describe('Adults fed'),
  moisture: z.number().min(0).lt(1).optional().describe('Wet basis, 0..1'),
  dryWoodEquivalent: z.number().positive().optional().describe('Over dry wood: charcoal 1.8'),
});

const days = (what: string) =>
  z.array(day).min(1).max(200_000).describe(`Fuels weighed ${what}, a row for each day and fuel`);

const kitchens = {
  design: z.enum(['paired', 'parallel']).describe('paired: the same homes; parallel: two groups'),
  minimumDays: z.int().min(1).max(30).default(3),
  confidence,
};

/** As a tool takes them: one list, each day with its stove. */
const kitchenTool = z.object({
  ...kitchens,
  days: z
    .array(day.extend({ stove: z.enum(['baseline', 'project']) }))
    .min(1)
    .max(400_000),
});

/** Kitchen performance tests, stove use monitors and pilots. */
export const fieldTestOperations: readonly AnyOperation[] = [
  defineOperation({
    name: 'estimate_pilot_variation',
    title: 'Coefficient of variation from a pilot',
    description:
      'Coefficient of variation of pilot values, with a bootstrap interval; the sd at its upper bound is the careful expectedSD of a design.',
    effect: 'read',
    scope: 'sampling',
    input: z.object({
      values: z.array(z.number()).min(3).max(20_000),
      seed: seedInput.default('pilot'),
      confidence,
    }),
    answer: { description: 'The variation and the standard deviations to plan with' },
    summary: ({ n, cv, upper }: ReturnType<typeof pilot>) =>
      `The coefficient of variation of ${n} values is ${cv}; it may be as high as ${upper}.`,
    route: {
      method: 'post',
      path: '/v1/sampling/pilot',
      errors: { 422: 'Values that are all alike, or a mean that is not above 0' },
    },
    run: (input) => pilot(input),
  }),
  defineOperation({
    name: 'compare_fuel_use',
    title: 'Compare fuel use in a kitchen performance test',
    description:
      'Compares fuel per person-day (kg dry wood) of baseline and project stove in a kitchen performance test.',
    effect: 'read',
    scope: 'sampling',
    input: z.object({
      ...kitchens,
      baseline: days('with the baseline stove'),
      project: days('with the project stove'),
    }),
    answer: { description: 'Estimates of both, the saving with its interval, and who was left out' },
    summary: ({ saving, savingShare }: KitchenResult) =>
      `The saving is ${short(saving.difference)} kg per person-day (${short(savingShare)} of the baseline); its ${short(saving.confidence * 100)}% Student's t interval is ${short(saving.lower)} to ${short(saving.upper)}.`,
    tool: {
      input: kitchenTool,
      toInput: ({ days: weighed, ...rest }: z.output<typeof kitchenTool>) => ({
        ...rest,
        baseline: weighed.filter(({ stove }) => stove === 'baseline'),
        project: weighed.filter(({ stove }) => stove === 'project'),
      }),
    },
    route: {
      method: 'post',
      path: '/v1/sampling/kitchen-performance',
      errors: {
        409: 'Rows of one day that contradict each other',
        422: 'Fewer than two usable households',
      },
      bodyLimit: 32 * 1024 * 1024,
    },
    run: async (input) => compareKitchens(input, await loadDistributions()),
  }),
  defineOperation({
    name: 'calculate_usage_rate',
    title: 'Usage rate from stove use monitors',
    description:
      'Share of stove-days with use, from stove use monitors. Unrecorded days are missing, not unused.',
    effect: 'read',
    scope: 'sampling',
    input: z.object({
      households: z
        .array(
          z
            .object({
              household: z.string().min(1).max(1000),
              useDays: z.number().min(0),
              observedDays: z.number().min(0),
              expectedDays: z.number().positive(),
            })
            .refine(
              ({ useDays, observedDays, expectedDays }) =>
                useDays <= observedDays && observedDays <= expectedDays,
              {
                message: 'use days must not exceed observed days, nor observed days the expected ones',
              },
            ),
        )
        .min(1)
        .max(200_000),
      minimumObserved: z.number().min(0).max(1).default(0.5).describe('Least share of days, 0..1'),
      population: z.int().min(2).optional(),
      confidence,
    }),
    answer: { description: 'The usage rate with its interval' },
    summary: ({ mean, households, observedShare, confidence: level, lower, upper, interval }: UsageRate) =>
      `The usage rate is ${mean}, from ${households} households observed for ${observedShare} of their days; the ${short(level * 100)}% ${INTERVAL_WORDS[interval]} is ${short(lower)} to ${short(upper)}.`,
    route: {
      method: 'post',
      path: '/v1/sampling/usage-rate',
      errors: { 409: 'A household with two rows', 422: 'Fewer than two households observed enough' },
      bodyLimit: 32 * 1024 * 1024,
    },
    run: async ({ population, ...input }) => {
      refuseRepeats(input.households);
      try {
        return usageRate(
          { ...input, ...(population !== undefined && { population }) },
          await loadDistributions(),
        );
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new OracleError('insufficient_data', {
          detail: error.message,
          errors: [{ field: 'households', message: 'fewer than 2 were observed enough' }],
        });
      }
    },
  }),
];

/** @throws OracleError `conflict` for a household that has two rows: it would count as two */
function refuseRepeats(households: readonly { readonly household: string }[]): void {
  const first = new Map<string, number>();
  const errors = households.flatMap(({ household }, index) => {
    const before = first.get(household);
    if (before === undefined) first.set(household, index);
    return before === undefined
      ? []
      : [
          {
            field: `households.${index}.household`,
            message: `'${household}' is already households.${before}`,
          },
        ];
  });
  if (errors.length > 0)
    throw new OracleError('conflict', {
      detail: `${errors.length} ${errors.length === 1 ? 'household has' : 'households have'} more than one row.`,
      hint: 'Add up the days of a household to one row.',
      errors: errors.slice(0, 100),
    });
}

function pilot({
  values,
  seed,
  confidence: level,
}: {
  values: number[];
  seed: string | number;
  confidence: number;
}) {
  try {
    const found = pilotVariation(values, { seed: parseSeed(seed).text, confidence: level });
    return { ...found, sdAtUpper: found.upper * found.mean };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OracleError('insufficient_data', {
      detail: error.message,
      errors: [{ field: 'values', message: 'say nothing about variation' }],
    });
  }
}
