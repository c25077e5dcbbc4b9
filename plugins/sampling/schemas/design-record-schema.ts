import { z } from 'zod';

export const step = z.object({
  step: z.string(),
  formula: z.string(),
  inputs: z.record(z.string(), z.number()),
  unrounded: z.number(),
  rounded: z.number(),
  carried: z.enum(['unrounded', 'rounded']),
  source: z.string(),
});

const alternative = z.object({
  reading: z.string(),
  calculatedSize: z.int().nullable(),
  adjustedSize: z.int().nullable(),
  difference: z.int().nullable(),
  when: z.string(),
});

export const verificationStatus = z.enum(['draft', 'submitted', 'approved', 'rejected', 'superseded']);

/** Where the trail of a design stands. */
export const trailHead = z.object({ length: z.int(), hash: z.string() });

/** The sample design record, as OpenAPI shows it. */
export const designRecord = z.object({
  designId: z.string(),
  projectId: z.string().nullable(),
  profile: z.string(),
  parameters: z.object({
    parameterType: z.enum(['mean', 'proportion']),
    confidence: z.number(),
    precision: z.number(),
    population: z.int(),
    expectedMean: z.number(),
    expectedSD: z.number().nullable(),
    criticalValue: z.enum(['z', 't']),
    designEffect: z.number(),
    calculatedSize: z.int().describe('Valid units needed, before dropout'),
    adjustedSize: z.int().describe('Units to draw'),
    dropoutRate: z.number(),
    expectedPrecision: z.number().describe('What the plan reaches if the expected values hold'),
    interval: z.string().optional().describe('That judges the period'),
    erCoverage: z.number(),
    erCoverageBasis: z.string(),
  }),
  stratification: z
    .object({
      method: z.string(),
      scope: z.enum(['stratum', 'overall']),
      strata: z.array(
        z.object({
          name: z.string(),
          population: z.int(),
          calculatedSize: z.int(),
          sampleSize: z.int().describe('Units to draw'),
          mean: z.number(),
          sd: z.number(),
          expectedPrecision: z.number().optional().describe('Of the stratum by itself'),
        }),
      ),
    })
    .nullable(),
  erAdjustment: z.object({ rule: z.string(), bound: z.enum(['none', 'lower']), factor: z.number() }),
  justification: z.object({
    mean: z.string().optional(),
    sd: z.string().optional(),
    dropout: z.string().optional(),
  }),
  request: z.record(z.string(), z.unknown()),
  verification: z.object({
    status: verificationStatus,
    verifier: z.string().nullable(),
    independent: z.boolean().nullable(),
    timestamp: z.string(),
  }),
  working: z.array(step),
  alternatives: z.array(alternative),
  warnings: z.array(z.string()),
  createdAt: z.string(),
  supersedes: z.string().nullable(),
  trail: trailHead.nullable(),
});

export const designPage = z.object({
  items: z.array(
    z.object({
      designId: z.string(),
      projectId: z.string().nullable(),
      profile: z.string(),
      population: z.int(),
      calculatedSize: z.int(),
      adjustedSize: z.int(),
      status: verificationStatus,
      createdAt: z.string(),
    }),
  ),
  cursor: z.string().optional(),
});
