import { afterEach, describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../plugin/index.js';
import { calling, hear, type Play, type Scripted, scripted } from '../testing/scripted.js';
import { createOpenAiCompatibleModel, type OpenAiCompatibleOptions } from './openai-compatible.js';

const WEATHER: ToolSchema = {
  name: 'get_weather',
  description: 'Weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const ARGS = '{"city":"Berlin"}';
const BERLIN = { id: 'c1', name: 'get_weather', args: { city: 'Berlin' } };

let server: Scripted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function askWith(options: Partial<OpenAiCompatibleOptions>, ...plays: readonly Play[]) {
  server = await scripted(...plays);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    ...options,
  });
  const heard = await hear(
    model.stream([{ role: 'user', id: 'u', content: 'hi' }], [WEATHER], new AbortController().signal),
  );
  return { ...heard, model, requests: server.requests };
}
const ask = (...plays: readonly Play[]) => askWith({}, ...plays);

const head = (name: unknown, args: unknown, id: unknown = 'c1') => ({
  index: 0,
  id,
  type: 'function',
  function: { name, arguments: args },
});
const rest = (args: string) => ({ index: 0, function: { arguments: args } });

describe('calls', () => {
  it('A name with what templates put around it means the tool', async () => {
    for (const name of [
      'functions.get_weather',
      'functions_get_weather_6',
      'functions.get_weather:0',
      'get_weather\n',
      'default_api.get_weather',
      'default_api:get_weather',
      'get_weather<|channel|>commentary',
    ]) {
      expect([name, (await ask(calling(head(name, ARGS)))).calls]).toEqual([name, [BERLIN]]);
      await server?.close();
    }
  });

  it('A name that is sent whole so far each time is no longer one', async () => {
    const parts = [head('get', ''), head('get_wea', ''), head('get_weather', ARGS)];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
    await server?.close();
    const split = [head('get', ''), rest(''), { index: 0, function: { name: '_weather', arguments: ARGS } }];
    expect((await ask(calling(...split))).calls).toEqual([BERLIN]);
  });

  it('An id that is a number is an id', async () => {
    expect((await ask(calling(head('get_weather', ARGS, 7)))).calls).toEqual([{ ...BERLIN, id: '7' }]);
  });

  it('Arguments that begin with an empty object are those behind it', async () => {
    const parts = [head('get_weather', '{}'), rest('{"city":'), rest('"Berlin"}')];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
  });

  it('Arguments that are sent several times are taken once, where all are equal', async () => {
    expect((await ask(calling(head('get_weather', ARGS + ARGS)))).calls).toEqual([BERLIN]);
    await server?.close();
    expect((await ask(calling(head('get_weather', ARGS), rest(ARGS), rest(ARGS)))).calls).toEqual([BERLIN]);
    await server?.close();
    const other = '{"city":"Paris"}';
    expect((await ask(calling(head('get_weather', ARGS + other)))).calls).toMatchObject([
      { malformed: ARGS + other },
    ]);
  });

  it('Arguments that come before the name belong to it', async () => {
    const parts = [{ index: 0, id: 'c1', function: { arguments: ARGS } }, head('get_weather', '', undefined)];
    expect((await ask(calling(...parts))).calls).toEqual([BERLIN]);
  });

  it('Arguments without a name are damage, and no call runs without its own', async () => {
    const parts = [head('get_weather', ''), { index: 1, function: { arguments: ARGS } }];
    const { error, calls, end } = await ask(calling(...parts));
    expect([error?.code, calls, end]).toEqual(['stream_damaged', [], undefined]);
  });
});
