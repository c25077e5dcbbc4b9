import { z } from 'zod';
import { clientMetadata } from '../../http/client-instructions.js';
import { fieldErrors } from '../../kit/index.js';
import { OracleError } from '../../plugin/index.js';
import { MOST_CALLS } from '../../runs/answers.js';

const part = z.looseObject({
  text: z.string().max(100_000).optional(),
  raw: z.string().optional(),
  url: z.string().optional(),
  data: z.unknown().optional(),
  filename: z.string().max(255).optional(),
  mediaType: z.string().max(255).optional(),
});

/** Parameters of `SendMessage` and `SendStreamingMessage`, as protocol buffers are written in JSON. */
export const sendParams = z.looseObject({
  message: z.looseObject({
    messageId: z.string().min(1).max(200),
    contextId: z.string().max(400).optional(),
    taskId: z.string().max(400).optional(),
    role: z.literal('ROLE_USER'),
    parts: z.array(part).min(1).max(100),
  }),
  configuration: z
    .looseObject({ returnImmediately: z.boolean().optional(), historyLength: z.int().optional() })
    .optional(),
  metadata: clientMetadata.optional(),
});

export const taskParams = z.looseObject({ id: z.string().min(1).max(400) });

/** What a data part may answer of what waits. */
export const answersPart = z.looseObject({
  decisions: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        approved: z.boolean(),
        reason: z.string().max(2_000).optional(),
        args: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .max(MOST_CALLS)
    .optional(),
  results: z
    .array(
      z.union([
        z.strictObject({ id: z.string().min(1).max(200), output: z.unknown() }),
        z.strictObject({ id: z.string().min(1).max(200), error: z.string().max(10_000) }),
      ]),
    )
    .max(MOST_CALLS)
    .optional(),
});

/** One call of JSON-RPC 2.0. */
export const rpcRequest = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.unknown().optional(),
});

export type SendParams = z.output<typeof sendParams>;
export type MessagePart = z.output<typeof part>;
export type RpcRequest = z.output<typeof rpcRequest>;

/** @throws OracleError `invalid_request` that says what does not fit */
export function readParams<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const words = fieldErrors(parsed.error)
    .map(({ field, message }) => `${field}: ${message}`)
    .join('; ');
  throw new OracleError('invalid_request', { detail: `The parameters do not fit: ${words}` });
}
