import { z } from 'zod';

/** Ids of sessions and runs, as paths carry them. */
export const idSchema = z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, "-" or "_"');

/** Ids of messages, as lists and events give them. */
export const messageIdSchema = z.string().min(1).max(400);

export const sessionParams = z.object({ sessionId: idSchema });

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Items on this page.'),
  cursor: z.string().min(1).max(2000).optional().describe('`cursor` of the page before.'),
});

/** Somebody, as the principal was called then. */
export const namedSchema = z.object({ id: z.string(), name: z.string() });

export const timeSchema = z.iso.datetime().describe('RFC 3339, UTC.');

export const loginSessionSchema = z.object({ token: z.string(), expiresAt: timeSchema, did: z.string() });

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  cachedInputTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  model: z.string().optional().describe('Which model answered, when it was one.'),
});

/** Milliseconds since the epoch, as the store keeps time, in the form that the outside sees. */
export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
