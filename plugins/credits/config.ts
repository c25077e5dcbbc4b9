import { z } from 'zod';

const amount = z
  .number()
  .nonnegative('is at least 0')
  .max(1e9, 'is at most a billion credits')
  .describe('Credits, to the millionth');

const rate = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(200)
    .describe('As its endpoint names it, or its beginning and a star, such as gpt-5*'),
  from: z.iso.date('is a day such as 2026-11-01').describe('First day, in UTC, on which it costs this'),
  input: amount.describe('Credits for a million tokens of the prompt'),
  output: amount.describe('Credits for a million tokens of the answer'),
  cached: amount
    .optional()
    .describe('Credits for a million tokens that the endpoint had cached; default: input'),
});

const budget = z.strictObject({ day: amount.optional(), month: amount.optional() });

/** `plugins.credits` of `oracle.config.json`. */
export const configSchema = z
  .strictObject({
    /** What a credit is called, such as `USD`. */
    currency: z.string().trim().min(1).max(20).default('credits'),
    /** Whose budget: the id of a principal, or `*` for everybody without one of their own. Without any nobody is refused. */
    budgets: z.record(z.string().min(1).max(2_000), budget).optional(),
    rates: z.array(rate).max(1_000).default([]),
    /** How many tokens of an answer are reserved at a time. */
    reserveTokens: z.int().min(50).max(100_000).default(1_000),
    /** IANA zone of days and months, of whoever has set none. */
    timeZone: z
      .string()
      .refine(isTimeZone, 'is no time zone; write one such as Africa/Nairobi')
      .default('UTC'),
  })
  .prefault({});

export type CreditsConfig = z.output<typeof configSchema>;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
