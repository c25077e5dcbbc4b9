import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { isDay, periodDays } from '../periods/calendar.js';

/** A quarter, half-year, month or year. */
export const monitoringPeriod = withWords(
  z
    .string()
    .max(10)
    .refine((text) => periodDays(text) !== undefined, {
      error: ({ input }) => `'${String(input)}' is no period: write 2024-Q1, 2024-H1, 2024-03 or 2024`,
    })
    .describe('2024-Q1, 2024-H1, 2024-03 or 2024'),
  { aliases: ['period', 'monitoring period', 'quarter'] },
);

/** A day. */
export function day(what: string, aliases: string[]) {
  return withWords(
    z
      .string()
      .max(10)
      .refine(isDay, { error: ({ input }) => `'${String(input)}' is no day: write YYYY-MM-DD` })
      .describe(`${what}, YYYY-MM-DD`),
    { aliases },
  );
}
