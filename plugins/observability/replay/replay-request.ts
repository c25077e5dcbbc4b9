import { fieldErrors } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** `metadata.replay` of a message: which answer is given again, and by what. */
const replaySchema = z.strictObject({
  sessionId: z.string().min(1).max(200),
  runId: z.string().min(1).max(200),
  /** At the same endpoint; default the one that is set. */
  model: z.string().min(1).max(200).optional(),
  /** In the place of `prompt` of `oracle.config.json`. */
  prompt: z.string().max(100_000).optional(),
});

export type ReplayRequest = z.output<typeof replaySchema>;

/**
 * What a message asks to replay; undefined for any other message.
 * @throws OracleError `invalid_request`
 */
export function replayRequestOf(metadata: Readonly<Record<string, unknown>>): ReplayRequest | undefined {
  const given = metadata['replay'];
  if (given === undefined) return undefined;
  const parsed = replaySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new OracleError('invalid_request', {
    detail: '`metadata.replay` is no replay.',
    errors: fieldErrors(parsed.error).map(({ field, message }) => ({
      field: `metadata.replay.${field}`,
      message,
    })),
  });
}
