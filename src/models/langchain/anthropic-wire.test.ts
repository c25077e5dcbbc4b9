import { afterEach, expect, it } from 'vitest';
import type { PromptMessage, ToolSchema } from '../../plugin/index.js';
import { hear, type Play, refusing, type Scripted, scripted, streamed } from '../testing/scripted.js';
import { refusedBySome } from '../testing/strict.js';
import { createLangChainModel } from './langchain.js';

const WEATHER: ToolSchema = { name: 'get_weather', description: 'Weather.', parameters: { type: 'object' } };
const USER: PromptMessage = { role: 'user', id: 'u', content: 'Weather in Berlin?' };

let server: Scripted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const start = (usage: object | null = { input_tokens: 25, output_tokens: 1 }) =>
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], usage },
  });
const block = (index: number, content_block: object, ...deltas: readonly object[]) =>
  [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ].join('');
const say = (text: string) => block(0, { type: 'text', text: '' }, { type: 'text_delta', text });
const stop = (stop_reason = 'end_turn', usage: object | null = { output_tokens: 15 }) =>
  event('message_delta', {
    delta: { stop_reason, stop_sequence: null },
    ...(usage === null ? {} : { usage }),
  }) + event('message_stop');
const use = (name: string, input: object, ...json: readonly string[]) =>
  block(
    0,
    { type: 'tool_use', id: 'toolu_1', name, input },
    ...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );
const hello = streamed(start(), say('Hello.'), stop());

async function send(thread: readonly PromptMessage[], ...plays: readonly Play[]) {
  server = await scripted(...plays);
  const model = await createLangChainModel({
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    apiKey: 'sk-ant-secret',
    baseUrl: new URL(server.url).origin,
    timeoutMs: 3_000,
    pauseMs: 1,
  });
  const heard = await hear(model.stream(thread, [WEATHER], new AbortController().signal));
  return { ...heard, requests: server.requests };
}

it('Anthropic never gets a name that no tool may have, nor words of nothing but blanks', async () => {
  const thread: readonly PromptMessage[] = [
    USER,
    {
      role: 'assistant',
      id: 'a',
      content: '\n\n',
      toolCalls: [{ id: 'functions.x:0', name: '$READFILE', args: { at: 'Berlin \ud83d' } }],
    },
    {
      role: 'tool',
      id: 't',
      toolCallId: 'functions.x:0',
      name: '$READFILE',
      content: 'none',
      status: 'error',
    },
    { role: 'assistant', id: 'b', content: ' ' },
    { role: 'user', id: 'u2', content: 'And now?' },
  ];
  const { text, requests } = await send(thread, (response, body) => {
    const refused = refusedBySome(body);
    const error = { type: 'error', error: { type: 'invalid_request_error', message: refused } };
    (refused === undefined ? hello : refusing(400, error))(response, body);
  });
  expect([text, requests.length]).toEqual(['Hello.', 1]);
  const ids = JSON.stringify(requests[0]).match(/"(?:tool_use_)?id":"[^"]*"/g) ?? [];
  expect(ids.map((id) => /:"[a-zA-Z0-9_-]+"$/.test(id))).toEqual([true, true]);
});

it('Anthropic-compatible servers put a prefix before the name of a tool', async () => {
  const { calls } = await send(
    [USER],
    streamed(start(), use('functions.get_weather', {}, '{}'), stop('tool_use')),
  );
  expect(calls).toEqual([{ id: 'toolu_1', name: 'get_weather', args: {} }]);
});

it('Anthropic-compatible servers count no tokens, and the answer is one all the same', async () => {
  const heard = await send([USER], streamed(start(null), say('Hello.'), stop('end_turn', null)));
  expect(heard).toMatchObject({ text: 'Hello.', end: 'stop' });
  expect(heard.events).toContainEqual({
    type: 'usage',
    usage: expect.objectContaining({ inputTokens: 0, outputTokens: 0 }),
  });
});

it('Anthropic counts the tokens of the answer so far, from its beginning on: they are not added up', async () => {
  const twice = stop('end_turn', { output_tokens: 9 }).replace(/event: message_stop[\s\S]*/, '');
  const { events } = await send([USER], streamed(start(), say('Hello.'), twice, stop()));
  expect(events).toContainEqual({
    type: 'usage',
    usage: expect.objectContaining({ inputTokens: 25, outputTokens: 15 }),
  });
});

it('Anthropic-compatible servers send arguments whole where the call begins', async () => {
  const city = { city: 'Berlin' };
  const called = [{ id: 'toolu_1', name: 'get_weather', args: city }];
  for (const json of [[], [''], ['{"city":', '"Berlin"}']]) {
    const { calls } = await send(
      [USER],
      streamed(start(), use('get_weather', city, ...json), stop('tool_use')),
    );
    expect(calls).toEqual(called);
    await server?.close();
  }
  const two = streamed(start(), use('get_weather', city, '{"city":"Paris"}'), stop('tool_use'));
  const { error, calls } = await send([USER], two);
  expect([error?.code, calls]).toEqual(['stream_damaged', []]);
});

it('Anthropic-compatible servers answer with status 200 and a web page, or with an error of their own', async () => {
  const page: Play = (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><title>Sign in</title></html>');
  };
  expect((await send([USER], page)).error).toMatchObject({
    code: 'model_failed',
    detail: expect.stringContaining('a web page in place of a language model: Sign in'),
  });
  await server?.close();
  const zai = refusing(200, { code: 500, msg: '404 NOT_FOUND', success: false });
  expect((await send([USER], zai, hello)).text).toBe('Hello.');
  await server?.close();
  expect((await send([USER], zai)).error).toMatchObject({
    code: 'model_failed',
    detail: expect.stringContaining('404 NOT_FOUND'),
  });
});

it('Anthropic says inside a stream that a limit of its rate is reached: asked twice more before a word', async () => {
  const limited = streamed(
    start(),
    event('error', { error: { type: 'rate_limit_error', message: 'Rate limited' } }),
  );
  const heard = await send([USER], limited, limited, hello);
  expect([heard.text, heard.requests.length]).toEqual(['Hello.', 3]);
  await server?.close();
  expect((await send([USER], limited)).error).toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('over its rate limit or quota. It said: Rate limited'),
  });
});

it('Anthropic cut off after words is broken off, and not away', async () => {
  const cut: Play = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(start() + say('Install 420'));
    setTimeout(() => response.socket?.destroy(), 30);
  };
  const { text, error, end } = await send([USER], cut);
  expect([text, end]).toEqual(['Install 420', undefined]);
  expect(error).toMatchObject({ code: 'model_failed', detail: expect.stringContaining('broke off') });
});

const INSTALL = say('Install ');
const REST = [say(' of 500'), stop()];

it('Anthropic: a line, an event or a block that is damaged is never left out', async () => {
  const number = event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '420' } });
  const json = { type: 'input_json_delta', partial_json: '{"city":"Berlin"}' };
  const damage = [
    number.replace('data: ', 'ata: '),
    number.replace('data: ', ''),
    'data: Internal Server Error\n\n',
    number.slice(0, -12).concat('\n\n'),
    event('content_block_delta', { index: 1, delta: json }),
    event('content_block_start', {
      content_block: { type: 'tool_use', id: 't', name: 'get_weather', input: {} },
    }),
    start(),
  ];
  for (const each of damage) {
    const { error, end, calls } = await send([USER], streamed(start(), INSTALL, each, ...REST));
    expect([each, error?.code, end, calls]).toEqual([each, 'stream_damaged', undefined, []]);
    await server?.close();
  }
  const kept = streamed(start(), ': hi\n\n', 'data: keep-alive\n\n', event('ping'), say('Hello.'), stop());
  expect(await send([USER], kept)).toMatchObject({ text: 'Hello.', end: 'stop' });
});

it('Anthropic: a call that was cut, or whose end is lost, never runs without its arguments', async () => {
  const block = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} };
  const open = event('content_block_start', { index: 0, content_block: block });
  for (const call of [use('get_weather', {}), open]) {
    const { calls } = await send([USER], streamed(start(), call, stop('max_tokens')));
    expect(calls).toEqual([
      { id: 'toolu_1', name: 'get_weather', args: {}, malformed: expect.any(String), cutOff: true },
    ]);
    await server?.close();
  }
  const { error, calls } = await send([USER], streamed(start(), open, stop('tool_use')));
  expect([error?.code, calls]).toEqual(['stream_damaged', []]);
  await server?.close();
  const text = event('content_block_start', {
    index: 0,
    content_block: { ...block, input: '{"city":"Berlin"}' },
  });
  const whole = await send(
    [USER],
    streamed(start(), text, event('content_block_stop', { index: 0 }), stop('tool_use')),
  );
  expect(whole.calls).toEqual([{ id: 'toolu_1', name: 'get_weather', args: { city: 'Berlin' } }]);
});

it('Anthropic never gets words of which nothing shows, nor are they an answer', async () => {
  const thread: readonly PromptMessage[] = [
    { role: 'user', id: 'u0', content: '\u200b' },
    {
      role: 'assistant',
      id: 'a',
      content: '\u2060',
      toolCalls: [{ id: 'c', name: 'get_weather', args: {} }],
    },
    { role: 'tool', id: 't', toolCallId: 'c', name: 'get_weather', content: '\0', status: 'ok' },
    USER,
  ];
  const { requests } = await send(thread, hello);
  expect(JSON.stringify(requests[0])).not.toMatch(/\u200b|\u2060|\\u0000/);
  await server?.close();
  const silent = streamed(start(), say('\u200b'), stop());
  const { error, requests: tries, text } = await send([USER], silent);
  expect([error?.code, tries.length, text]).toEqual(['answer_empty', 2, '']);
  await server?.close();
  expect((await send([USER], streamed(start(), say('\n'), say('Hi.'), stop()))).text).toBe('\nHi.');
});
