import { afterEach, expect, it } from 'vitest';
import type { ToolSchema } from '../../plugin/index.js';
import {
  chunk,
  DONE,
  data,
  hear,
  type Play,
  type Scripted,
  scripted,
  streamed,
} from '../testing/scripted.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

const WEATHER: ToolSchema = { name: 'get_weather', description: 'Weather.', parameters: { type: 'object' } };

let server: Scripted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(...plays: readonly Play[]) {
  await server?.close();
  server = await scripted(...plays);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
  });
  const thread = [{ role: 'user', id: 'u', content: 'hi' }] as const;
  const heard = await hear(model.stream(thread, [WEATHER], new AbortController().signal));
  return { ...heard, requests: server.requests };
}

const INSTALL = chunk({ content: 'Install' });
const COUNT = chunk({ content: ' 420' });
const REST = [chunk({ content: ' of 500' }), chunk({}, 'stop'), DONE];

it('A line whose field is damaged or missing is damage, at the beginning and between chunks', async () => {
  const bare = COUNT.replace('data: ', '');
  const lines = ['ata: ', ' data: ', 'Data: ', 'dat: ', 'data', '', '{"id":1}data: ', 'x: '].map(
    (field) => field + bare,
  );
  for (const line of lines) {
    for (const before of [[], [INSTALL]]) {
      const { error, end } = await ask(streamed(...before, line, ...REST));
      expect([line, error?.code, end]).toEqual([line, 'stream_damaged', undefined]);
    }
  }
});

it('Words in place of JSON are damage, and those that keep a connection open are not', async () => {
  for (const words of [
    'Internal Server Error',
    'worker died',
    '420',
    'true',
    '"420"',
    'upstream timed out',
  ]) {
    for (const stray of [`data: ${words}\n\n`, `${words}\n\n`]) {
      const { error } = await ask(streamed(INSTALL, COUNT, stray, ...REST));
      expect([stray, error?.code]).toEqual([stray, 'stream_damaged']);
    }
    expect((await ask(streamed(`data: ${words}\n\n`, COUNT, ...REST))).error?.code).toBe('stream_damaged');
  }
  const harmless = [
    ': OPENROUTER PROCESSING\n\n',
    'data: keep-alive\n\n',
    'data: \n\n',
    'data: null\n\n',
    'data: []\n\n',
    'keep-alive\n\n',
    'event: ping\ndata: 1764441600\n\n',
    'id: 1\nretry: 10\n\n',
    'retry: soon\n\n',
    data({ type: 'ping' }),
  ];
  const whole = await ask(streamed('foo\n', 'ev2:completion\n', INSTALL, ...harmless, COUNT, ...REST));
  expect(whole).toMatchObject({ text: 'Install 420 of 500', end: 'stop' });
});

it('The mark of the end is one in small letters and in quotes too', async () => {
  for (const done of ['data: [done]\n\n', 'data: "[DONE]"\n\n'])
    expect(await ask(streamed(INSTALL, chunk({}, 'stop'), done))).toMatchObject({
      text: 'Install',
      end: 'stop',
    });
});

it('A failure that is told as an object of its own ends the answer', async () => {
  for (const failure of [
    data({ type: 'error', message: 'worker died' }),
    data({ detail: 'worker died' }),
    data({ success: false, errors: [{ message: 'worker died', code: 1 }] }),
    chunk({ error: { message: 'worker died' } }),
  ]) {
    const { error, end } = await ask(streamed(INSTALL, failure, chunk({}, 'stop'), DONE));
    expect([error?.code, end]).toEqual(['model_failed', undefined]);
    expect(error?.detail).toContain('worker died');
  }
});

it('Plain texts in a list of content are its words, and what is neither is damage', async () => {
  const parts = chunk({ content: ['Install', ' 420'] });
  expect(await ask(streamed(parts, ...REST))).toMatchObject({ text: 'Install 420 of 500', end: 'stop' });
  expect((await ask(streamed(chunk({ content: ['Install', 420] }), ...REST))).error?.code).toBe(
    'stream_damaged',
  );
});

it('A call that is cut at its length before its arguments began is told as cut, and has none', async () => {
  const call = (args: string, index = 0) =>
    chunk({ tool_calls: [{ index, id: `c${index}`, function: { name: 'get_weather', arguments: args } }] });
  for (const args of ['', '{}']) {
    const { calls } = await ask(streamed(call('{"a":1}'), call(args, 1), chunk({}, 'length'), DONE));
    expect(calls).toEqual([
      { id: 'c0', name: 'get_weather', args: { a: 1 } },
      { id: 'c1', name: 'get_weather', args: {}, malformed: args, cutOff: true },
    ]);
    const whole = await ask(streamed(call(args), chunk({}, 'tool_calls'), DONE));
    expect(whole.calls).toEqual([{ id: 'c0', name: 'get_weather', args: {} }]);
  }
});

it('Of two finish reasons the one that tells of a lack counts', async () => {
  const { end } = await ask(streamed(INSTALL, chunk({}, 'length'), chunk({}, 'stop'), DONE));
  expect(end).toBe('length');
  const filtered = await ask(streamed(INSTALL, chunk({}, 'stop'), chunk({}, 'content_filter'), DONE));
  expect(filtered.error?.code).toBe('content_filtered');
});

it('A blank before the window was full is no word of the answer', async () => {
  const usage = { prompt_tokens: 4096, completion_tokens: 1 };
  const full = streamed(chunk({ content: ' ' }), chunk({}, 'length'), data({ choices: [], usage }), DONE);
  const { error, text } = await ask(full);
  expect([error?.code, text]).toEqual(['context_overflow', '']);
  const later = await ask(streamed(chunk({ content: '\n' }), chunk({ content: 'Hi.' }, 'stop'), DONE));
  expect(later).toMatchObject({ text: '\nHi.', end: 'stop' });
});
