import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Fault, throwFaults } from '../design/faults.js';
import { plainWords } from '../schemas/plain-words.js';
import { allocate } from '../strata/allocate.js';
import { allocationShares } from '../strata/allocation-shares.js';
import { stratumPopulations } from '../strata/stratum-populations.js';

/** Dividing a total among strata. */
export const allocationOperation: AnyOperation = defineOperation({
  name: 'allocate_sample',
  title: 'Divide a total among strata',
  description: 'Divides a total sample size among strata, exactly, within floors and caps.',
  effect: 'read',
  scope: 'sampling',
  input: z.object({
    totalSize: withWords(z.int().min(1).max(1e9).describe('Such as 420'), {
      aliases: ['total', 'total size', 'sample size'],
    }),
    strata: withWords(
      z
        .array(
          z.object({
            name: plainWords(200),
            weight: z.number().min(0).max(1).describe('Share, such as 0.6; all sum to 1'),
            sd: z.number().min(0).optional().describe('For neyman, optimal, power'),
            mean: z.number().optional().describe('For power'),
            cost: z.number().positive().optional().describe('Of one interview, for optimal'),
            minimum: z.int().min(0).optional(),
            population: z.int().min(0).optional(),
          }),
        )
        .min(1)
        .max(1000)
        .describe('Strata with weights'),
      { aliases: ['strata', 'groups'] },
    ),
    method: z.enum(['proportional', 'neyman', 'optimal', 'power', 'equal']).default('proportional'),
    exponent: z.number().min(0).max(1).default(0.5).describe('Of power'),
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
  summary: (answer: { strata: { name: string; sampleSize: number }[] }) =>
    answer.strata.map(({ name, sampleSize }) => `${name} ${sampleSize}`).join(', '),
  route: {
    method: 'post',
    path: '/v1/sampling/allocation',
    errors: { 409: 'Strata that contradict each other', 422: 'Strata without variation to divide by' },
  },
  run: (input) => allocateTotal(input),
});

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
  if (shares.every((share) => share === 0))
    throwFaults(
      [
        {
          code: 'insufficient_data',
          field: 'strata',
          message: `every share by ${method} is 0: there is no variation to divide the total by.`,
        },
      ],
      undefined,
      'The allocation',
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
  const units = strata.reduce((a, { population }) => a + (population ?? 0), 0);
  const allUnits = strata.every(({ population }) => population !== undefined);
  for (const [index, stratum] of strata.entries()) {
    const { name, sd, mean, weight, minimum = 0, population } = stratum;
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
    if (method === 'power' && mean === undefined)
      faults.push({
        code: 'invalid_request',
        field: `strata.${index}.mean`,
        message: 'is required for method power.',
      });
    if (population !== undefined && minimum > population)
      faults.push({
        code: 'conflict',
        field: `strata.${index}.minimum`,
        message: `${minimum} is more than the population ${population}.`,
      });
    if (allUnits && Math.abs(weight * units - (population ?? 0)) > Math.max(1, 0.01 * units))
      faults.push({
        code: 'conflict',
        field: `strata.${index}.weight`,
        message: `${weight} contradicts the population ${population} of ${units}.`,
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
