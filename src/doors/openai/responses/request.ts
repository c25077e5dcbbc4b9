import { z } from 'zod';
import { clientMetadata } from '../../../http/client-instructions.js';
import { isRecord } from '../../../kit/index.js';
import { MOST_MESSAGES, wordsAlone } from '../chat-request.js';

const text = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() });
const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });
const image = z.looseObject({ type: z.literal('input_image'), image_url: z.string().nullish() });
const file = z.looseObject({
  type: z.literal('input_file'),
  filename: z.string().max(255).nullish(),
  file_data: z.string().nullish(),
});
const content = z.union([z.string(), z.array(z.union([text, refusal, image, file]))]);
const callId = z.string().min(1).max(200);

const message = z.looseObject({
  type: z.literal('message').default('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content,
});
const called = z.looseObject({
  type: z.literal('function_call'),
  call_id: callId,
  name: z.string(),
  arguments: z.string(),
});
const output = z.looseObject({ type: z.literal('function_call_output'), call_id: callId, output: content });
const decision = z.looseObject({
  type: z.literal('mcp_approval_response'),
  approval_request_id: callId,
  approve: z.boolean(),
  reason: z.string().max(2_000).nullish(),
});
/** What a client sends back of an answer and the oracle knows better. */
const echo = z.looseObject({
  type: z.enum(['reasoning', 'mcp_call', 'mcp_list_tools', 'mcp_approval_request']),
});
/** Stands for an item of an answer of ours. */
const reference = z.looseObject({ type: z.literal('item_reference'), id: z.string().min(1).max(400) });
const item = z.union([called, output, decision, echo, reference, message]);

/** The client runs functions alone: a free text has no schema to hold it to, and what OpenAI would run itself is not here. */
const tool = z.unknown().superRefine((declared, context) => {
  const type = isRecord(declared) ? declared['type'] : undefined;
  if (type === undefined || type === 'function') return;
  const kind = typeof type === 'string' ? `'${type.slice(0, 60)}'` : 'this one';
  context.addIssue({
    code: 'custom',
    path: ['type'],
    message: `must be function: tools of another type, such as ${kind}, are not run here`,
  });
});

/**
 * What a client of `POST /v1/responses` sends. Members that steer a bare model are taken and not used: the operator chose
 * the model and its settings.
 */
export const responsesRequest = z.looseObject({
  input: z.union([z.string(), z.array(item).min(1).max(MOST_MESSAGES)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().min(1).max(400).nullish(),
  conversation: z
    .union([z.string().min(1).max(400), z.looseObject({ id: z.string().min(1).max(400) })])
    .nullish(),
  model: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  background: z
    .boolean()
    .nullish()
    .refine(
      (value) => value !== true,
      'must be false: an answer goes on without its connection, and GET joins it',
    ),
  text: z.looseObject({ format: wordsAlone }).nullish(),
  tool_choice: z.unknown().optional(),
  tools: z.array(tool).max(128).nullish(),
  metadata: clientMetadata.nullish(),
});

export type ResponsesRequest = z.output<typeof responsesRequest>;
export type InputItem = z.output<typeof item>;
export type InputContent = z.output<typeof content>;
