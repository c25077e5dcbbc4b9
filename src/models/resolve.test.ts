import { afterEach, describe, expect, it } from 'vitest';
import type { ModelsConfig } from '../config-types.js';
import type { ModelEvent, OracleError } from '../plugin/index.js';
import { firstTimeout } from './nearby.js';
import { createModels } from './resolve.js';
import { type Replay, replay } from './testing/replay.js';

const BASE = { maxSteps: 30, timeoutMs: 1_000, maxHistoryChars: 1_000 } as const;
const models = (config: Omit<ModelsConfig, keyof typeof BASE>) =>
  createModels({ ...BASE, ...config }, () => []);

it('answers offline without a key, with one planner for every role', async () => {
  const offline = models({ provider: 'offline' });
  const main = await offline.resolve('main');
  expect(main.id).toBe('offline:planner');
  expect(await offline.resolve('utility')).toBe(main);
});

it('takes the utility model for small jobs, else the main one', async () => {
  const two = models({ provider: 'openai', apiKey: 'k', model: 'big', utilityModel: 'small' });
  expect([(await two.resolve('main')).id, (await two.resolve('utility')).id]).toEqual([
    'openai:big',
    'openai:small',
  ]);
  const one = models({ provider: 'openai', apiKey: 'k', model: 'big' });
  expect(await one.resolve('utility')).toBe(await one.resolve('main'));
});

it('needs only a key for the providers themselves', async () => {
  expect((await models({ provider: 'openai', apiKey: 'k' }).resolve('main')).id).toBe('openai:gpt-5-mini');
  expect((await models({ provider: 'anthropic', apiKey: 'k' }).resolve('main')).id).toBe(
    'anthropic:claude-sonnet-4-5',
  );
});

it('asks for the model name when another endpoint is given', async () => {
  await expect(
    models({ provider: 'openai', baseUrl: 'http://127.0.0.1:1/v1' }).resolve('main'),
  ).rejects.toMatchObject({
    code: 'model_not_configured',
    hint: expect.stringContaining('LLM_MODEL'),
  });
});

describe('a fallback model', () => {
  let open: Replay[] = [];
  afterEach(async () => {
    for (const each of open) await each.close();
    open = [];
  });
  const serve = async (...names: string[]) => {
    const server = await replay(names);
    open.push(server);
    return server;
  };
  const USER = { role: 'user', id: 'u', content: 'hi' } as const;
  async function ask(first: Replay, second: Replay, extra: Partial<ModelsConfig> = {}) {
    const model = await models({
      provider: 'openai',
      model: 'one',
      apiKey: 'first-key',
      baseUrl: first.url,
      extraHeaders: { 'X-Org': 'first-org' },
      fallback: { provider: 'openai', model: 'two', baseUrl: second.url, sameEndpoint: false },
      ...extra,
    }).resolve('main');
    const events: ModelEvent[] = [];
    let code: string | undefined;
    try {
      for await (const event of model.stream([USER], [], new AbortController().signal)) events.push(event);
    } catch (error) {
      code = (error as OracleError).code;
    }
    return { code, types: events.map(({ type }) => type), events };
  }

  it('answers when the first is overloaded, says so, and gets neither its key nor its headers', async () => {
    const [first, second] = [
      await serve('overloaded', 'overloaded', 'overloaded'),
      await serve('openai-usage'),
    ];
    const { types, events } = await ask(first, second);
    expect(types).toEqual(['notice', 'text', 'usage', 'end']);
    expect(events[0]).toMatchObject({ code: 'fallback_model', text: expect.stringContaining('openai:two') });
    expect(second.requests[0]?.body['model']).toBe('two');
    expect(JSON.stringify(second.requests[0])).not.toContain('first-');
  });

  it('answers when the first cannot be reached', async () => {
    const first = await serve();
    await first.close();
    expect((await ask(first, await serve('openai-usage'))).types).toEqual(['notice', 'text', 'usage', 'end']);
  });

  it('goes on with nothing that the first has begun', async () => {
    const second = await serve('openai-usage');
    const { code, types } = await ask(await serve('deepseek-no-resource-late'), second);
    expect([code, types]).toEqual(['provider_overloaded', ['text']]);
    expect(second.requests).toEqual([]);
  });

  it('hides no refusal: a wrong key, a request that is too long', async () => {
    const second = await serve('openai-usage');
    expect((await ask(await serve('gemini-bad-key'), second)).code).toBe('model_failed');
    expect((await ask(await serve('openai-overflow'), second)).code).toBe('context_overflow');
    expect(second.requests).toEqual([]);
  });
});

describe('the limit of silence before an answer', () => {
  it.each([
    ['http://127.0.0.1:8080/v1', 60_000, 600_000],
    ['http://[::1]:8080/v1', 60_000, 600_000],
    ['http://192.168.1.20/v1', 60_000, 600_000],
    ['http://172.20.0.3/v1', 900_000, 900_000],
    ['http://ollama:11434/v1', 60_000, 600_000],
    ['http://gpu.local/v1', 60_000, 600_000],
    ['http://127.0.0.1:8080/v1', 5_000, 5_000],
    ['https://api.openai.com/v1', 60_000, 60_000],
    ['https://172.32.0.1/v1', 60_000, 60_000],
  ])('for %s with %i ms is %i ms', (url, timeoutMs, expected) => {
    expect(firstTimeout(url, timeoutMs)).toBe(expected);
  });
});
