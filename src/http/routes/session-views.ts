import { z } from 'zod';
import type { AssistantMessage } from '../../plugin/index.js';
import type { ListedMessage, SessionRow } from '../../store/types.js';
import { idSchema, messageIdSchema, namedSchema, timeSchema, toTime } from './schemas.js';

export const sessionSchema = z.object({
  sessionId: idSchema,
  title: z.string().nullable().describe('From the first message; null before it.'),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  pinned: z.boolean(),
  archived: z.boolean(),
  parent: z
    .object({ sessionId: idSchema, messageId: messageIdSchema })
    .optional()
    .describe('Of a branch: the session and the message that it was made from.'),
});

export const sessionDetailSchema = sessionSchema.extend({
  activeRunId: idSchema
    .nullable()
    .describe('The run in flight; rejoin it at /messages/:sessionId/runs/:runId.'),
  lastRun: z
    .object({ runId: idSchema, status: z.enum(['running', 'done', 'error', 'cancelled', 'interrupted']) })
    .nullable(),
  loadedPlugins: z
    .array(z.string())
    .describe('Plugins of which this session has loaded capabilities, in the order of loading.'),
  loadedCapabilities: z.array(z.string()).describe('Capabilities that this session has loaded, in order.'),
});

export const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'tool']),
  id: z.string().describe('The `messageId` of its events.'),
  content: z.string(),
  createdAt: timeSchema,
  askedBy: namedSchema
    .optional()
    .describe(
      'Of a message of a person: who said it. One without is older, and of the owner of the session.',
    ),
  interrupted: z
    .literal(true)
    .optional()
    .describe('The run ended before this answer was whole; the content is what was said of it.'),
  cutOff: z
    .literal(true)
    .optional()
    .describe('The answer reached the length limit of the model before it was whole.'),
  corrected: z
    .literal(true)
    .optional()
    .describe('Of a message that came from elsewhere, such as Slack: its words were corrected there.'),
  takenBack: z
    .literal(true)
    .optional()
    .describe(
      'It was taken back where it was said: its words are gone, and of an answer what its calls had found.',
    ),
  active: z
    .boolean()
    .optional()
    .describe('With `variants=all`: whether it is in the thread, and not of an answer that was replaced.'),
  variantOf: z
    .string()
    .optional()
    .describe('Of an answer that has others beside it: the id of the message that they answer.'),
  variants: z
    .object({
      count: z.number().int(),
      ids: z.array(z.string()).describe('The first message of each answer, oldest first.'),
      active: z.string().optional().describe('The one that is in the thread, once it has begun.'),
    })
    .optional()
    .describe('Of a message with several answers.'),
});

/** A session as its routes show it. */
export function describe(row: SessionRow): z.output<typeof sessionSchema> {
  return {
    sessionId: row.id,
    title: row.title,
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
    pinned: row.pinned,
    archived: row.archived,
    ...(row.parent === undefined ? {} : { parent: row.parent }),
  };
}

/** A message as its routes show it; `all` tells of each whether it is in the thread. */
export function describeMessage({ createdAt, active, answers, ...message }: ListedMessage, all: boolean) {
  return {
    ...(message.role === 'assistant' ? withoutEcho(message) : message),
    createdAt: toTime(createdAt),
    ...(all ? { active } : {}),
    ...(answers === undefined ? {} : { variants: { count: answers.ids.length, ...answers } }),
  };
}

/** What a provider wants back is between it and the oracle. */
function withoutEcho<T extends AssistantMessage>({ echo: _, toolCalls, ...message }: T) {
  if (toolCalls === undefined) return message;
  return { ...message, toolCalls: toolCalls.map(({ extra: __, ...call }) => call) };
}
