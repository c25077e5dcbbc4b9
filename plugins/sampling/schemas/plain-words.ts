import { z } from 'zod';

/** Neither line breaks nor what acts on a terminal or turns the direction of writing. */
const PLAIN = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u;

/** Words of a person that stand in a trail and in reports: one line of letters that are seen. */
export const plainWords = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    // Not a pattern of the schema, which models pay for in every tool that has a reason.
    .refine((text) => PLAIN.test(text), {
      error: 'must be one line, without characters that act on a terminal or turn the writing round',
    });
