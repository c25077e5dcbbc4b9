import { z } from 'zod';
import { requestFaults } from '../design/request-faults.js';
import type { Profiles } from '../profiles/find-profile.js';
import { wholeNumber, withRules } from './with-rules.js';

/** `did:<method>:project/<id>`. */
export const projectId = z
  .string()
  .regex(/^did:[a-z0-9]+:project\/[A-Za-z0-9._:%-]+$/, 'must have the form did:<method>:project/<id>')
  .describe('Project identifier, did:<method>:project/<id>, such as did:ixo:project/abc123')
  .meta({ aliases: ['project', 'project id'] });

const fraction = (description: string, aliases: string[]) =>
  z.number().min(0).max(1).describe(description).meta({ aliases });

export const population = wholeNumber()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .describe('Number of units in the population, such as 5000 households')
  .meta({
    aliases: ['population', 'households', 'stoves', 'units', 'devices', 'homes', 'families', 'users'],
  });

export const confidence = fraction(
  'Confidence level as a fraction, such as 0.95. The profile fixes it: 0.95 by default',
  ['confidence', 'confidence level'],
);

export const precision = fraction(
  'Relative precision (margin of error) as a fraction of the expected value, such as 0.05. The profile fixes it: 0.05 by default',
  ['precision', 'margin of error', 'margin', 'error'],
);

export const expectedMean = z
  .number()
  .describe(
    'Expected mean in its own unit (hours a day, kg, efficiency), such as 0.8; for parameterType proportion the expected share 0..1',
  )
  .meta({
    aliases: [
      'mean',
      'average',
      'expected mean',
      'expected usage',
      'usage',
      'usage rate',
      'in use',
      'proportion',
      'share',
    ],
  });

export const expectedSD = z
  .number()
  .min(0)
  .describe(
    'Expected standard deviation in the unit of the mean, such as 0.2. Required for a mean, unused for a proportion',
  )
  .meta({ aliases: ['sd', 'standard deviation', 'std', 'stdev', 'deviation', 'spread', 'sigma'] });

export const dropoutRate = fraction('Expected share of units lost (dropout, non-response), such as 0.15', [
  'dropout',
  'dropout rate',
  'drop-out',
  'attrition',
  'non-response',
  'nonresponse',
  'loss',
]);

export const parameterType = z
  .enum(['mean', 'proportion'])
  .describe(
    'mean: a measured quantity (default). proportion: a share of units, such as the usage rate of stoves',
  )
  .meta({ aliases: ['parameter type'] });

export const criticalValue = z
  .enum(['z', 't'])
  .describe("Critical value of design and analysis: z (normal, default) or t (Student's)")
  .meta({ aliases: ['critical value'] });

export const designEffect = z
  .number()
  .min(1)
  .max(1000)
  .describe('Design effect of a clustered sample, 1 for a simple one, such as 1.5')
  .meta({ aliases: ['design effect', 'deff'] });

const stratum = z
  .object({
    name: z.string().trim().min(1).max(200).describe('Name of the stratum, such as urban'),
    weight: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Fraction of the population in it, 0..1; all weights sum to 1'),
    population: wholeNumber()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Units in it; replaces the weight when every stratum has one'),
    mean: z.number().optional().describe('Expected mean (or proportion) in it; default the overall one'),
    sd: z.number().min(0).optional().describe('Expected standard deviation in it; default the overall one'),
    dropoutRate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Expected dropout in it, 0..1; default the overall one'),
    cost: z.number().positive().optional().describe('Cost of one interview in it, for the optimal method'),
  })
  .describe('One stratum');

const stratification = z
  .object({
    enabled: z.boolean().describe('Whether the sample is stratified'),
    method: z
      .enum(['proportional', 'independent', 'neyman', 'optimal', 'power', 'equal'])
      .optional()
      .describe(
        'How the total is divided: proportional (default), independent (each stratum its own size), neyman, optimal (with costs), power, equal',
      ),
    scope: z
      .enum(['stratum', 'overall'])
      .optional()
      .describe('Who keeps confidence and precision: each stratum (default) or only the overall result'),
    exponent: z.number().min(0).max(1).optional().describe('Exponent q of the power method, default 0.5'),
    strata: z.array(stratum).max(200).optional().describe('The strata, such as urban 0.6 and rural 0.4'),
  })
  .describe('Strata with their weights, when the sample is stratified')
  .meta({ aliases: ['strata', 'stratified', 'stratification', 'split', 'groups'] });

const justification = z
  .object({
    mean: z.string().max(2000).optional().describe('Where the expected mean comes from'),
    sd: z.string().max(2000).optional().describe('Where the expected standard deviation comes from'),
    dropout: z.string().max(2000).optional().describe('Where the expected dropout rate comes from'),
  })
  .describe('The data that the expected values rest on, such as a baseline survey');

/** The same for an agent, as a map: beside `expectedSD`, a field `sd` of text would draw its value. */
const toolJustification = z
  .partialRecord(z.enum(['mean', 'sd', 'dropout']), z.string().max(2000))
  .describe('Where the expected mean, sd and dropout come from: text by the keys mean, sd, dropout');

export const profileName = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'Standard to follow: swiss-95-5 (default), cdm-90-10, cdm-95-10, gs-90-10, or one that the operator added',
  )
  .meta({ aliases: ['profile', 'standard'] });

const erCoverage = fraction(
  'Share of the claimed emission reductions that the sampled frame represents; default 1 - dropoutRate',
  ['er coverage', 'emission reduction coverage', 'coverage'],
);

const extensions = {
  parameterType: parameterType.optional(),
  profile: profileName.optional(),
  designEffect: designEffect.optional(),
  criticalValue: criticalValue.optional(),
  stratification: stratification.optional(),
  justification: justification.optional(),
  erCoverage: erCoverage.optional(),
};

/**
 * The body of the calculation call: the fields of the service's contract, required as it says, and the documented
 * extensions. All faults of shape and rule come together.
 */
export function designBody(profiles: Profiles) {
  return withRules(
    z.strictObject({
      projectId,
      population,
      confidence,
      precision,
      expectedMean,
      expectedSD,
      dropoutRate,
      ...extensions,
    }),
    (raw) => requestFaults(raw, profiles),
  );
}

/**
 * The same question as an agent asks it: what has a sound default may be left out. Rules are left to the
 * computation, whose answer the model reads.
 */
export const designToolInput = z.object({
  ...extensions,
  population,
  expectedMean,
  expectedSD: expectedSD.optional(),
  dropoutRate: dropoutRate.default(0),
  confidence: confidence.optional(),
  precision: precision.optional(),
  projectId: projectId.optional(),
  justification: toolJustification.optional(),
});
