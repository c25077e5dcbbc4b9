import { isRecord } from 'oracle-runtime/kit';
import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Fault } from '../design/faults.js';
import { requestFaults } from '../design/request-faults.js';
import type { Profiles } from '../profiles/find-profile.js';
import { plainWords } from './plain-words.js';
import { wholeNumber, withRules } from './with-rules.js';

/** `did:<method>:project/<id>`. */
export const projectId = withWords(
  z
    .string()
    .regex(/^did:[a-z0-9]+:project\/[A-Za-z0-9._:%-]+$/, 'must have the form did:<method>:project/<id>')
    .describe('Such as did:ixo:project/abc123'),
  { aliases: ['project', 'project id'] },
);

const fraction = (description: string, aliases: string[]) =>
  withWords(z.number().min(0).max(1, 'must be at most 1: write 95% as 0.95').describe(description), {
    aliases,
  });

export const population = withWords(
  wholeNumber().min(0).max(Number.MAX_SAFE_INTEGER).describe('Units in all, such as 5000'),
  { aliases: ['population', 'households', 'stoves', 'units', 'devices', 'homes', 'families', 'users'] },
);

export const confidence = fraction('Confidence, such as 0.95; set by the profile', [
  'confidence',
  'confidence level',
]);

export const precision = fraction('Relative precision, such as 0.05; set by the profile', [
  'precision',
  'margin of error',
  'margin',
  'error',
]);

export const expectedMean = withWords(
  z.number().describe('In its own unit (hours, kg), such as 0.8; of a proportion the share 0..1'),
  {
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
  },
);

export const expectedSD = withWords(
  z.number().min(0).describe('In the unit of the mean, such as 0.2; required for a mean'),
  { aliases: ['sd', 'standard deviation', 'std', 'stdev', 'deviation', 'spread', 'sigma'] },
);

export const DROPOUT_ALIASES = [
  'dropout',
  'dropout rate',
  'drop-out',
  'attrition',
  'non-response',
  'nonresponse',
  'loss',
];

export const dropoutRate = fraction('Share lost to dropout or non-response, such as 0.15', DROPOUT_ALIASES);

export const parameterType = withWords(
  z.enum(['mean', 'proportion']).describe('mean: a quantity (default); proportion: a share of units'),
  {
    aliases: ['parameter type'],
    values: {
      proportion: {
        en: ['proportion'],
        fr: ['proportion'],
        es: ['proporcion'],
        pt: ['proporcao'],
        sw: ['uwiano'],
      },
    },
  },
);

export const criticalValue = withWords(z.enum(['z', 't']).describe("z (default) or Student's t"), {
  aliases: ['critical value'],
});

export const designEffect = withWords(z.number().min(1).max(1000).describe('Of clusters, such as 1.5'), {
  aliases: ['design effect', 'deff'],
});

const stratum = z.object({
  name: plainWords(200),
  weight: z.number().min(0).max(1).optional().describe('Share, 0..1; all sum to 1'),
  population: wholeNumber()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Units, in the place of weights'),
  mean: z.number().optional(),
  sd: z.number().min(0).optional(),
  dropoutRate: z.number().min(0).max(1).optional(),
  cost: z.number().positive().optional().describe('Of one interview, for optimal'),
});

const stratification = withWords(
  z.object({
    enabled: z.boolean(),
    method: z
      .enum(['proportional', 'independent', 'neyman', 'optimal', 'power', 'equal'])
      .optional()
      .describe('Default proportional; independent: each its own size; optimal: by costs'),
    scope: z
      .enum(['stratum', 'overall'])
      .optional()
      .describe('What keeps the precision: each stratum (default) or the whole'),
    exponent: z.number().min(0).max(1).optional().describe('Of power, default 0.5'),
    strata: z
      .array(stratum)
      .max(200)
      .optional()
      .describe('Such as urban 0.6 and rural 0.4; else as the whole'),
  }),
  { aliases: ['strata', 'stratified', 'stratification', 'split', 'groups'] },
);

const justification = z
  .object({
    mean: z.string().max(2000).optional().describe('Where the expected mean comes from'),
    sd: z.string().max(2000).optional().describe('Where the expected standard deviation comes from'),
    dropout: z.string().max(2000).optional().describe('Where the expected dropout rate comes from'),
  })
  .describe('The data that the expected values rest on, such as a baseline survey');

/** The same for an agent, as a map: beside `expectedSD`, a field `sd` of text would draw its value. */
const toolJustification = z
  .partialRecord(z.enum(['mean', 'sd', 'dropout']), z.string().max(2000).optional())
  .describe('Sources of the values');

/** The standards that this oracle allows, by name, with what people call those whose name does not say it. */
export function profileName({ all, defaultName }: Profiles) {
  const called = all.flatMap(({ name, title }) => {
    const [short = ''] = title.split(',');
    const known = name.split('-').some((part) => short.toLowerCase().split(' ').includes(part));
    return known ? [] : [`${name} (${short})`];
  });
  return withWords(
    z.enum(all.map(({ name }) => name)).describe([`Default ${defaultName}`, ...called].join('; ')),
    { aliases: ['profile', 'standard'] },
  );
}

const erCoverage = fraction('Share of the claimed reductions in the frame; default 1 - dropoutRate', [
  'er coverage',
  'emission reduction coverage',
  'coverage',
]);

const extensions = {
  parameterType: parameterType.optional(),
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
      confidence: confidence.optional().describe('Such as 0.95; required, but with a profile, which sets it'),
      precision: precision.optional().describe('Such as 0.05; required, but with a profile, which sets it'),
      expectedMean,
      expectedSD: expectedSD.optional(),
      dropoutRate,
      profile: profileName(profiles).optional(),
      ...extensions,
    }),
    (raw) => [...levelFaults(raw), ...requestFaults(raw, profiles)],
  );
}

/** A level that nobody says, where no profile does. */
function levelFaults(raw: unknown): Fault[] {
  if (!isRecord(raw) || raw['profile'] !== undefined) return [];
  return (['confidence', 'precision'] as const).flatMap((field): Fault[] =>
    raw[field] === undefined
      ? [{ code: 'invalid_request', field, message: 'required, number; or name a `profile`, which sets it' }]
      : [],
  );
}

/**
 * The same question as an agent asks it: what has a sound default may be left out. Rules are left to the
 * computation, whose answer the model reads.
 */
export function designInput(profiles: Profiles) {
  return z.object({
    ...extensions,
    population,
    expectedMean,
    expectedSD: expectedSD.optional(),
    dropoutRate: dropoutRate.default(0),
    profile: profileName(profiles).optional(),
    confidence: confidence.optional(),
    precision: precision.optional(),
    projectId: projectId.optional(),
    justification: toolJustification.optional(),
  });
}
