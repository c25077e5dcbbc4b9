import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent, PromptMessage, ToolSchema } from '../../plugin/index.js';
import {
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { hear } from '../testing/scripted.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const PLACE: ToolSchema = {
  name: 'find_place',
  description: 'Finds a place.',
  parameters: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      code: { type: 'string', description: 'Its code.', pattern: '\\d{4}', format: 'zip' },
      kind: { const: 'village' },
      size: { type: ['integer', 'null'], exclusiveMinimum: 0 },
      near: { $ref: '#/$defs/Point' },
      tags: { type: 'array' },
      more: { description: 'Anything.' },
      either: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string', pattern: 'x' } }] },
    },
    required: ['code', 'gone'],
    additionalProperties: false,
    propertyNames: { pattern: '^[a-z]+$' },
    $defs: {
      Point: { type: 'object', properties: { lat: { type: 'number', maximum: 90 } }, required: ['lat'] },
    },
  },
};

const PLACE_CALL = { id: 'call_1', name: 'find_place', args: { code: '1234' } };
/** A turn that another model began, and one that goes on: each with a call. */
const THREAD: readonly PromptMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', id: 'u1', content: 'Where?' },
  { role: 'assistant', id: 'a1', content: '', toolCalls: [PLACE_CALL] },
  { role: 'tool', id: 't1', toolCallId: 'call_1', name: 'find_place', content: 'Here.', status: 'ok' },
  { role: 'user', id: 'u2', content: 'Say it again.' },
];
const REASONED: readonly PromptMessage[] = [
  { role: 'user', id: 'u1', content: 'Where?' },
  {
    role: 'assistant',
    id: 'a1',
    content: '',
    reasoning: 'I look.',
    toolCalls: [PLACE_CALL],
    echo: { model: 'openai:m', reasoningField: 'reasoning_content' },
  },
  { role: 'tool', id: 't1', toolCallId: 'call_1', name: 'find_place', content: 'Here.', status: 'ok' },
];
const LATER: readonly PromptMessage[] = [
  ...REASONED,
  { role: 'assistant', id: 'a2', content: 'Here.' },
  { role: 'user', id: 'u2', content: 'And there?' },
];

/** What is sent after a refusal, and once more after that. */
async function refused(error: NonNullable<ScriptedStep['error']>, thread: readonly PromptMessage[] = THREAD) {
  server = await startScriptedModelServer([{ error }, { text: 'Here.' }, { text: 'Here.' }]);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
  });
  const ask = async () => {
    const events: ModelEvent[] = [];
    for await (const event of model.stream(thread, [PLACE], new AbortController().signal)) events.push(event);
    return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  };
  const said = [await ask(), await ask()];
  const [first, second, third] = server.requests.map(({ body }) => body);
  return { said, first, second, third };
}

const message = (text: string, more: object = {}) => ({ error: { message: text, ...more } });

describe('an endpoint that refuses the reasoning that went back', () => {
  it.each([
    [
      'Groq, behind a router',
      message(
        "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
        { type: 'invalid_request_error' },
      ),
    ],
    [
      'Cerebras',
      {
        message:
          "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
        type: 'invalid_request_error',
        param: 'validation_error',
        code: 'wrong_api_format',
      },
    ],
    [
      'Mistral',
      {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
              msg: 'Extra inputs are not permitted',
            },
          ],
        },
        type: 'invalid_request_error',
      },
    ],
  ])('like %s gets none from then on', async (_, body) => {
    const { said, first, second, third } = await refused({ status: 400, body }, REASONED);
    expect(said).toEqual(['Here.', 'Here.']);
    expect(first?.messages[1]).toMatchObject({ reasoning_content: 'I look.' });
    for (const sent of [second, third]) expect(JSON.stringify(sent)).not.toContain('reasoning_content');
  });
});

describe('an endpoint that wants reasoning with every answer', () => {
  it.each([
    [
      'DeepSeek, since its fourth version',
      message('The `reasoning_content` in the thinking mode must be passed back to the API.', {
        type: 'invalid_request_error',
        code: 'invalid_request_error',
      }),
    ],
    [
      'DeepSeek, as its reasoner said it',
      message('Missing `reasoning_content` field in the assistant message at message index 1.'),
    ],
    [
      'Kimi',
      message(
        'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
      ),
    ],
  ])('like %s gets that of earlier turns too, and an empty one where there was none', async (_, body) => {
    const { said, first, second, third } = await refused({ status: 400, body }, LATER);
    expect(said).toEqual(['Here.', 'Here.']);
    expect(JSON.stringify(first)).not.toContain('reasoning_content');
    for (const sent of [second, third])
      expect(sent?.messages.filter(({ role }) => role === 'assistant')).toMatchObject([
        { reasoning_content: 'I look.' },
        { reasoning_content: '' },
      ]);
  });
});

describe('an endpoint that refuses a thread for its shape', () => {
  it('like Mistral hears the model between the results of tools and the person', async () => {
    const { said, second } = await refused({
      status: 400,
      body: {
        object: 'error',
        message: "Unexpected role 'user' after role 'tool'",
        type: 'invalid_request_message_order',
        code: '3230',
      },
    });
    expect(said).toEqual(['Here.', 'Here.']);
    expect(second?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('like Gemini 3 gets the calls of another model with the signature that is published for them', async () => {
    const { said, first, second } = await refused({
      status: 400,
      body: [
        message(
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
          { code: 400, status: 'INVALID_ARGUMENT' },
        ),
      ],
    });
    expect(said).toEqual(['Here.', 'Here.']);
    expect(JSON.stringify(first)).not.toContain('thought_signature');
    expect(second?.messages[2]).toMatchObject({
      tool_calls: [{ extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }],
    });
  });

  it.each([
    ['a proxy that wants text', 400, 'messages.1.content: Input should be a valid string'],
    ['MiMo', 400, 'text is not set'],
    ['one that says nothing', 400, ''],
    ['one in another language', 422, '参数错误'],
    ['llama.cpp', 500, '[json.exception.type_error.302] type must be string, but is null'],
  ])('like %s (%i: %s) gets a blank where the model had no words', async (_, status, text) => {
    const { said, first, second, third } = await refused({ status, body: text === '' ? {} : message(text) });
    expect(said).toEqual(['Here.', 'Here.']);
    expect(first?.messages[2]).toMatchObject({ content: null, tool_calls: [{ id: 'call_1' }] });
    for (const sent of [second, third]) expect(sent?.messages[2]).toMatchObject({ content: ' ' });
  });

  it('in either form, for something else, says what it said of the first one and is asked so again', async () => {
    const errors = ['入力が長すぎます', 'text content blocks must contain non-whitespace text'];
    server = await startScriptedModelServer([
      ...errors.map((text) => ({ error: { status: 400, body: message(text) } })),
      { text: 'Here.' },
    ]);
    const model = createOpenAiCompatibleModel({
      baseUrl: server.url,
      model: 'm',
      timeoutMs: 2_000,
      pauseMs: 1,
    });
    const ask = () => hear(model.stream(THREAD, [PLACE], new AbortController().signal));
    expect((await ask()).error?.detail).toContain('入力が長すぎます');
    await ask();
    const contents = server.requests.map(({ body }) => body.messages[2]?.content);
    expect(contents).toEqual([null, ' ', null]);
  });

  it('has it learned once for all calls that were under way', async () => {
    const refusal = { status: 400, body: message('system role not supported') };
    server = await startScriptedModelServer([
      { error: refusal, delayMs: 20 },
      { error: refusal, delayMs: 60 },
      { text: 'Here.' },
      { text: 'Here.' },
    ]);
    const model = createOpenAiCompatibleModel({
      baseUrl: server.url,
      model: 'm',
      timeoutMs: 2_000,
      pauseMs: 1,
    });
    const thread = THREAD.filter(({ role }) => role !== 'assistant' && role !== 'tool');
    const ask = () => hear(model.stream(thread, [PLACE], new AbortController().signal));
    const ends = (await Promise.all([ask(), ask()])).map(({ end }) => end);
    expect(ends).toEqual(['stop', 'stop']);
  });

  it('like vLLM, whose template takes turns alone, gets calls and results as words', async () => {
    const { said, second } = await refused({
      status: 400,
      body: {
        object: 'error',
        message:
          'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
        code: 400,
      },
    });
    expect(said).toEqual(['Here.', 'Here.']);
    expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(second).not.toHaveProperty('tools');
  });
});

describe('an endpoint that refuses the schema of a tool', () => {
  it.each([
    ['llama.cpp', 400, "JSON schema conversion failed:\nPattern must start with '^' and end with '$'"],
    ['llama.cpp', 400, 'JSON schema conversion failed:\nUnrecognized schema: {"description":"Anything."}'],
    ['llama.cpp', 400, 'Failed to initialize samplers: failed to parse grammar'],
    [
      'Gemini',
      400,
      'Invalid JSON payload received. Unknown name "$schema" at \'tools[0].function_declarations[0].parameters\': Cannot find field.\nInvalid JSON payload received. Unknown name "propertyNames" at …',
    ],
    [
      'Gemini',
      400,
      '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[tags].items: missing field.',
    ],
    [
      'OpenAI',
      400,
      "Invalid schema for function 'find_place': In context=('properties', 'tags'), array schema missing items.",
    ],
    [
      'Anthropic, behind a router',
      400,
      'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ],
  ])('like %s (%i: %s) gets it in plain words', async (_, status, text) => {
    const { said, first, second, third } = await refused({ status, body: message(text) });
    expect(said).toEqual(['Here.', 'Here.']);
    expect(JSON.stringify(first?.tools)).toContain('$schema');
    expect(second?.tools).toEqual(third?.tools);
    const anything = {
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }],
    };
    expect(second?.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: {
        code: { type: 'string', description: 'Its code.' },
        kind: { type: 'string', enum: ['village'] },
        size: { type: 'integer' },
        near: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
        tags: { type: 'array', items: anything },
        more: { ...anything, description: 'Anything.' },
        either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
      required: ['code'],
    });
  });
});
