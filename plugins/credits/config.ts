import { z } from 'zod';

const amount = z
  .number()
  .nonnegative('is at least 0')
  .max(1e9, 'is at most a billion credits')
  .refine(
    (credits) => credits === 0 || credits >= 1e-6,
    'is less than a millionth of a credit, which would count as nothing',
  )
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

/** Which of two prices holds for the same model from the same day on nobody could say. */
function assertOnce(rates: readonly z.output<typeof rate>[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [at, { model, from }] of rates.entries()) {
    const key = `${model} ${from}`;
    if (seen.has(key))
      context.addIssue({
        code: 'custom',
        path: [at],
        message: `is a second rate of ${model} from ${from}; leave one out`,
      });
    seen.add(key);
  }
}

const budget = z.strictObject({ day: amount.optional(), month: amount.optional() });

/** `plugins.credits` of `oracle.config.json`. */
export const configSchema = z
  .strictObject({
    /** What a credit is called, such as `USD`. */
    currency: z.string().trim().min(1).max(20).default('credits'),
    /** Whose budget: the id of a principal, or `*` for everybody without one of their own. Without any nobody is refused. */
    budgets: z.record(z.string().min(1).max(2_000), budget).optional(),
    rates: z.array(rate).max(1_000).superRefine(assertOnce).default([]),
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
