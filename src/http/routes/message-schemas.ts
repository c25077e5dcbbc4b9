import { z } from 'zod';
import { MOST_CALLS, RESULT_LIMIT } from '../../runs/answers.js';
import { clientMetadata } from '../client-instructions.js';
import { idSchema, messageIdSchema, namedSchema, usageSchema } from './schemas.js';

/** Attachments travel inside the message as `data:` URLs, so it may be larger than other bodies. */
export const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** All that can wait at once may be answered at once: so many results of the largest size, each with its id and braces. */
export const ANSWERS_LIMIT = MOST_CALLS * (RESULT_LIMIT + 16 * 1024);

const attachmentSchema = z.object({
  name: z.string().min(1).max(255),
  mimeType: z.string().min(1).max(255),
  url: z
    .string()
    .min(1)
    .regex(/^(?:data:|(?![a-z][a-z0-9+.-]*:))/i, 'must be a path in the file system or a data: URL')
    .describe('A path in the file system, or a `data:` URL.'),
});

const streamField = z
  .boolean()
  .default(false)
  .describe('Answer as server-sent events, as `Accept: text/event-stream` does.');

/** What a person says. */
export const messageBody = z.object({
  message: z.string().max(100_000).regex(/\S/, 'is blank'),
  stream: streamField,
  attachments: z.array(attachmentSchema).max(20).optional(),
  tools: z
    .array(z.unknown())
    .max(128)
    .optional()
    .describe('Tools that the client itself executes, in this run only.'),
  metadata: clientMetadata.optional(),
});

/** Which message to answer again. */
export const againBody = messageBody
  .pick({ stream: true, tools: true, metadata: true })
  .extend({ messageId: messageIdSchema.describe('The message to answer, or one of the answer to replace.') });

/** Which change to take back. */
export const undoBody = z
  .strictObject({
    messageId: messageIdSchema
      .optional()
      .describe(
        'The message of the call whose change is to be taken back, or any other message of an answer: then the last change of that answer. Default the last change of all.',
      ),
    stream: streamField,
  })
  .optional();

const resultSchema = z.union([
  z.strictObject({ id: z.string().min(1).max(200), output: z.unknown() }),
  z.strictObject({ id: z.string().min(1).max(200), error: z.string().max(10_000) }),
]);

/** What one argument of calls to come may be. */
export const argumentRuleSchema = z.union([
  z.strictObject({ is: z.unknown() }).describe('This value.'),
  z
    .strictObject({ under: z.string().min(2).max(1_000) })
    .describe('A path in this folder, or a list of such.'),
  z.strictObject({ anything: z.literal(true) }),
]);

const rememberSchema = z.strictObject({
  until: z.iso.datetime().describe('At most 90 days from now.'),
  args: z
    .record(z.string(), argumentRuleSchema)
    .optional()
    .describe(
      'Rules for some of the arguments, such as `{"paths": {"under": "/reports"}}`; the others must be as in this call. Of a tool that takes something away none may be anything.',
    ),
});

/** What a run waits for. */
export const answersBody = z.object({
  decisions: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        approved: z.boolean(),
        reason: z.string().max(2000).optional(),
        args: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('With an approval: the arguments as the person changed them. They must fit the tool.'),
        remember: rememberSchema
          .optional()
          .describe('With an approval: allow such calls of yours from now on, without asking.'),
      }),
    )
    .min(1)
    .max(MOST_CALLS)
    .optional(),
  results: z
    .array(resultSchema)
    .min(1)
    .max(MOST_CALLS)
    .optional()
    .describe('What came of calls that the client ran: each an output of at most 256 KiB, or an error.'),
  stream: streamField,
});

export const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
});

const artifactSchema = z.object({
  id: z.string(),
  toolCallId: z.string(),
  title: z.string(),
  mimeType: z.string(),
  alt: z.string(),
  size: z.number().optional(),
  path: z.string().optional(),
  url: z.string().optional(),
});

export const approvalSchema = z.object({
  id: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  summary: z.string(),
  state: z.string().optional().describe('Of what it is about; in another one it is asked anew.'),
  askedBy: namedSchema.optional().describe('Who asked for the answer in which the call came.'),
});

const answerSchema = z.object({
  sessionId: idSchema,
  runId: idSchema,
  content: z.string().describe('All that was said; messages are paragraphs.'),
  messages: z
    .array(z.object({ messageId: z.string(), content: z.string() }))
    .describe('Each message of the answer, by the id that it has in the session.'),
  toolCalls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      plugin: z.string().optional(),
      runs: z.literal('client').optional(),
      args: z.record(z.string(), z.unknown()),
      status: z.enum(['running', 'done', 'error']),
      output: z.unknown().optional(),
      error: z.string().optional(),
      ms: z.number().optional(),
    }),
  ),
  loaded: z.array(z.string()).describe('Capabilities that this run loaded.'),
  finishReason: z.enum(['stop', 'limit', 'length', 'cancelled', 'interrupted']),
  usage: usageSchema,
  notices: z
    .array(z.object({ code: z.string(), text: z.string() }))
    .optional()
    .describe('Words about the run itself, for the person.'),
  artifacts: z.array(artifactSchema).optional().describe('Pictures and files that tools handed out.'),
  approvals: z.array(approvalSchema).optional().describe('What waits for a decision, when interrupted.'),
  calls: z.array(callSchema).optional().describe('What the client must run, when interrupted.'),
});

/** What a message, and all that goes on like one, is answered with. */
export const answerResponses = {
  200: {
    description: 'The answer, or the stream of events that makes it.',
    schema: answerSchema,
    alsoAs: ['text/event-stream'],
  },
} as const;
