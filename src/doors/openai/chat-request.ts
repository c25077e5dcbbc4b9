import { z } from 'zod';
import { clientMetadata } from '../../http/client-instructions.js';

const text = z.looseObject({ type: z.literal('text'), text: z.string() });
const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });
const image = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string() }),
});
const file = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({ filename: z.string().max(255).optional(), file_data: z.string().optional() }),
});
/** Taken, so that it is said what is wrong with it. */
const audio = z.looseObject({ type: z.enum(['input_audio', 'video_url']) });
const part = z.union([text, refusal, image, file, audio]);
const content = z.union([z.string(), z.array(part)]).nullish();

const called = z.looseObject({
  id: z.string().min(1).max(200),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string().default('{}') }),
});

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content }),
  z.looseObject({ role: z.literal('user'), content }),
  z.looseObject({ role: z.literal('assistant'), content, tool_calls: z.array(called).nullish() }),
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: z.string().min(1).max(200) }),
]);

/** All of them are checked, hashed and looked through at once, beside which others wait. */
export const MOST_MESSAGES = 5_000;

/** The form of an answer: an oracle speaks, asks and calls tools in one, so that it cannot be held to JSON. */
export const wordsAlone = z
  .looseObject({ type: z.string() })
  .nullish()
  .refine(
    (format) => format == null || format.type === 'text',
    'must be of the type text: answers are words',
  );

/**
 * What a client of `POST /v1/chat/completions` sends. Members that steer a bare model (`temperature`, `n`, `stop`, …)
 * are taken and not used: the operator chose the model and its settings.
 */
export const chatRequest = z.looseObject({
  messages: z.array(message).min(1).max(MOST_MESSAGES),
  model: z.string().max(200).optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: wordsAlone,
  tool_choice: z.unknown().optional(),
  tools: z.array(z.unknown()).max(128).nullish(),
  metadata: clientMetadata.nullish(),
});

export type ChatRequest = z.output<typeof chatRequest>;
export type ChatMessage = z.output<typeof message>;
