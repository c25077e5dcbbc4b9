import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiCompatibleModel } from '../src/models/openai/openai-compatible.js';
import type { ModelEvent, PromptMessage, ToolSchema } from '../src/plugin/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';
import { LLAMA_MODEL, type LlamaServer, startLlamaServer } from './support/llama-server.js';

const WINDOW = 2_048;
const WEATHER: ToolSchema = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
};

let server: LlamaServer;
beforeAll(async () => {
  server = await startLlamaServer();
}, 240_000);
afterAll(() => server.close());

const user = (content: string): PromptMessage => ({ role: 'user', id: 'u', content });
const never = () => new AbortController().signal;

/** A model whose answers are short, so that a slow machine is done in time. */
function model(options: { maxTokens?: number; extraBody?: Readonly<Record<string, unknown>> } = {}) {
  const { maxTokens = 12, extraBody = {} } = options;
  return createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: LLAMA_MODEL,
    timeoutMs: 60_000,
    maxTokens,
    temperature: 0,
    extraBody,
  });
}

async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('SmolLM2 under llama.cpp', () => {
  it('streams words, counts tokens and says that it was cut', { timeout: 60_000 }, async () => {
    const events = await collect(model().stream([user('Tell me a story.')], [], never()));
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3);
    expect(events).toContainEqual({
      type: 'usage',
      usage: expect.objectContaining({ outputTokens: 12, model: LLAMA_MODEL }),
    });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'length' });
  });

  it('tells its window', async () => {
    expect(await model().contextTokens?.(never())).toBe(WINDOW);
  });

  it('stops within a second and serves the next one', { timeout: 60_000 }, async () => {
    const controller = new AbortController();
    let stopped = 0;
    const failed = (async () => {
      for await (const { type } of model({ maxTokens: 1_500 }).stream(
        [user('Count to a thousand in words.')],
        [],
        controller.signal,
      )) {
        if (type !== 'text' || stopped > 0) continue;
        stopped = performance.now();
        controller.abort(new Error('enough'));
      }
    })().catch((error: unknown) => error);
    expect(await failed).toMatchObject({ message: 'enough' });
    expect(performance.now() - stopped).toBeLessThan(1_000);
    const events = await collect(model({ maxTokens: 2 }).stream([user('Hi.')], [], never()));
    expect(events.at(-1)).toMatchObject({ type: 'end' });
  });

  it('refuses what is longer than its window, with both counts', async () => {
    await expect(collect(model().stream([user('word '.repeat(3_000))], [], never()))).rejects.toMatchObject({
      code: 'context_overflow',
      tokens: { limit: WINDOW, asked: expect.toSatisfy((asked) => Number(asked) > WINDOW) },
    });
  });

  it('calls a tool in plain text: run when it is whole, refused in words when it is cut', {
    timeout: 60_000,
  }, async () => {
    // Holds so small a model to a call; where it puts white space is its own choice.
    const call = {
      type: 'object',
      properties: {
        name: { const: 'get_weather' },
        arguments: { type: 'object', properties: { city: { const: 'Berlin' } }, required: ['city'] },
      },
      required: ['name', 'arguments'],
    };
    const extraBody = { response_format: { type: 'json_schema', json_schema: { schema: call } } };
    const ask = async (maxTokens: number) => {
      const asked = model({ maxTokens, extraBody });
      const events = await collect(asked.stream([user('Weather in Berlin?')], [WEATHER], never()));
      return events.filter(({ type }) => type === 'text' || type === 'tool_call');
    };
    expect(await ask(80)).toMatchObject([{ call: { name: 'get_weather', args: { city: 'Berlin' } } }]);
    expect(await ask(22)).toMatchObject([
      { call: { name: 'get_weather', args: {}, malformed: expect.any(String), cutOff: true } },
    ]);
  });
});

describe('a conversation with SmolLM2 under llama.cpp', () => {
  let oracle: TestOracle;
  beforeAll(async () => {
    oracle = await startTestOracle({
      env: {
        LLM_BASE_URL: server.url,
        LLM_MODEL: LLAMA_MODEL,
        LLM_MAX_TOKENS: '8',
        LLM_TEMPERATURE: '0',
      },
    });
  });
  afterAll(() => oracle.close());

  it('goes on when it has become longer than the window', { timeout: 240_000 }, async () => {
    const chat = await oracle.owner.chat();
    const ends: unknown[] = [];
    const notices: unknown[] = [];
    for (const message of ['one '.repeat(700), 'two '.repeat(700), 'Hi.']) {
      const { end, events } = await chat.say(message);
      ends.push(end);
      notices.push(...events.filter(({ event }) => event === 'notice').map(({ data }) => data['code']));
    }
    expect(ends).toEqual(['done', 'done', 'done']);
    // A busy machine reads a prompt for so long that the person is told.
    expect(new Set(notices.filter((code) => code !== 'model_silent'))).toEqual(new Set(['context_trimmed']));
  });
});
