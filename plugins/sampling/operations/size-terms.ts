import { isRecord } from 'oracle-runtime/kit';
import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Fault, throwFaults } from '../design/faults.js';
import { type Loose, profileFaults } from '../design/request-faults.js';
import { variationFault } from '../design/variation-fault.js';
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
  precision,
  profileName,
} from '../schemas/design-schema.js';
import type { SizeQuestion } from '../size/required-size.js';
import type { Step } from '../size/working.js';

/** What a base size follows from. */
export const baseTerms = (profiles: Profiles) => ({
  mean: expectedMean.describe('Such as 0.8; for a proportion the share 0..1'),
  sd: expectedSD.optional().describe('Such as 0.2; required for a mean'),
  confidence: confidence.optional(),
  precision: precision.optional(),
  profile: profileName(profiles).optional(),
  margin: withWords(
    z
      .number()
      .positive()
      .optional()
      .describe('Absolute precision in the unit of the mean, in the place of precision'),
    { aliases: ['absolute precision', 'margin', 'plus minus'] },
  ),
  parameterType: parameterType.default('mean'),
  criticalValue: criticalValue.default('z'),
  designEffect: designEffect.default(1),
});

export type BaseTerms = z.output<z.ZodObject<ReturnType<typeof baseTerms>>>;

/** A size to start from. */
export const startSize = withWords(
  z.number().positive().max(1e12).describe('Sample size to start from, such as 357'),
  { aliases: ['sample size', 'size', 'base size'] },
);

export const form = z
  .enum(['cdm', 's2'])
  .default('cdm')
  .describe('cdm: n0/(1 + (n0 - 1)/N); s2: n0/(1 + n0/N)');

export const lostShare = withWords(z.number().min(0).lt(1).describe('Such as 0.15'), {
  aliases: DROPOUT_ALIASES,
});

export const sizeAnswer = z.object({
  size: z.int().describe('Rounded up'),
  unrounded: z.number(),
  working: z.array(step),
});

/** The answer that these steps lead to. @throws OracleError `invalid_request` when a dropout rate leaves nobody */
export function sizeAfter(steps: readonly Step[]): z.output<typeof sizeAnswer> {
  const last = steps.at(-1);
  if (last === undefined) throw new RangeError('No step leads to a size.');
  if (last.step === 'dropout' && last.unrounded > Number.MAX_SAFE_INTEGER)
    throwFaults([
      {
        code: 'invalid_request',
        field: 'dropoutRate',
        message: `${last.inputs['d']} leaves next to nobody: the size would be beyond counting.`,
      },
    ]);
  return { size: last.rounded, unrounded: last.unrounded, working: [...steps] };
}

/** The question that terms without fault stand for. */
export function baseQuestion(terms: BaseTerms, profiles: Profiles): SizeQuestion {
  const level = profiles.find(terms.profile ?? profiles.defaultName);
  if (level === undefined) throw new RangeError('The profile was checked and is gone.');
  return {
    parameterType: terms.parameterType,
    expectedMean: terms.mean,
    expectedSD: terms.sd ?? 0,
    confidence: level.confidence,
    precision: terms.margin ?? level.precision,
    criticalValue: terms.criticalValue,
    designEffect: terms.designEffect,
    precisionType: terms.margin === undefined ? 'relative' : 'absolute',
  };
}

/** All rules about the terms of a base size that their shape alone does not say. Takes unchecked input. */
export function baseFaults(raw: unknown, profiles: Profiles): Fault[] {
  if (!isRecord(raw)) return [];
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
