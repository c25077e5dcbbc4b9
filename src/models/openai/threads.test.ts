import { afterEach, expect, it } from 'vitest';
import type { PromptMessage, ToolSchema } from '../../plugin/index.js';
import {
  chunk,
  DONE,
  hear,
  type Play,
  refusing,
  type Scripted,
  scripted,
  streamed,
} from '../testing/scripted.js';
import { refusedBySome } from '../testing/strict.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

const WEATHER: ToolSchema = { name: 'get_weather', description: 'Weather.', parameters: { type: 'object' } };
const USER: PromptMessage = { role: 'user', id: 'u', content: 'Weather in Berlin?' };

let server: Scripted | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const hello = streamed(chunk({ content: 'Hello.' }, 'stop'), DONE);
/** Takes what all of them take. */
const strict: Play = (response, body) => {
  const refused = refusedBySome(body);
  (refused === undefined ? hello : refusing(400, { error: { message: refused } }))(response, body);
};

/** Sends a thread to an endpoint. */
async function send(thread: readonly PromptMessage[], ...plays: readonly Play[]) {
  server = await scripted(...plays);
  const model = createOpenAiCompatibleModel({
    baseUrl: server.url,
    model: 'm',
    timeoutMs: 2_000,
    pauseMs: 1,
  });
  const heard = await hear(model.stream(thread, [WEATHER], new AbortController().signal));
  return { ...heard, requests: server.requests };
}

/** A turn that called a tool by this name, after these words. */
const turn = (name: string, content = '', args = {}): readonly PromptMessage[] => [
  USER,
  { role: 'assistant', id: 'a', content, toolCalls: [{ id: 'c1', name, args }] },
  { role: 'tool', id: 't', toolCallId: 'c1', name, content: '', status: 'error' },
  { role: 'user', id: 'u2', content: 'And now?' },
];

it('A name that no tool may have never goes back, so that no thread ends by one', async () => {
  const written = [
    '$READFILE',
    'multi_tool_use.parallel',
    'get_weather\n',
    'default_api:x',
    '天气',
    'x'.repeat(90),
  ];
  for (const name of written) {
    const { text, requests } = await send(turn(name), strict);
    expect([name, text, requests.length]).toEqual([name, 'Hello.', 1]);
    await server?.close();
  }
  const { requests } = await send(turn('functions.get_weather'), strict);
  expect(JSON.stringify(requests[0])).toContain('"name":"get_weather","arguments"');
});

it('Words of nothing but blanks never go back, whoever spoke them', async () => {
  const thread: readonly PromptMessage[] = [
    ...turn('get_weather', '\n\n'),
    { role: 'assistant', id: 'b', content: ' \n' },
    { role: 'user', id: 'u3', content: '  ' },
  ];
  const { text, requests } = await send(thread, strict);
  expect([text, requests.length]).toEqual(['Hello.', 1]);
});

it('Half a character never goes back, neither in words nor in arguments', async () => {
  const thread = turn('get_weather', 'Ok \ud83d', { city: ['Berlin \ud83d'], '\udc00': 1 });
  expect(await send(thread, strict)).toMatchObject({ text: 'Hello.', requests: [{}] });
});

const INVISIBLE = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u0085',
  '\u001c',
  '\0',
];

it('Words of which nothing shows are none: neither do they go back, nor are they an answer', async () => {
  const thread: readonly PromptMessage[] = [
    ...INVISIBLE.flatMap((content) => turn('get_weather', content)),
    ...INVISIBLE.map((content): PromptMessage => ({ role: 'assistant', id: 'b', content })),
    { role: 'user', id: 'u3', content: INVISIBLE.join('\n') },
  ];
  const { text, requests } = await send(thread, strict);
  const sent = JSON.stringify(requests[0]);
  expect([text, requests.length]).toEqual(['Hello.', 1]);
  for (const invisible of INVISIBLE) expect(sent).not.toContain(JSON.stringify(invisible).slice(1, -1));
  await server?.close();
  for (const invisible of INVISIBLE) {
    const { error, requests: tries } = await send(
      [USER],
      streamed(chunk({ content: invisible }, 'stop'), DONE),
    );
    expect([error?.code, tries.length]).toEqual(['answer_empty', 2]);
    await server?.close();
  }
});

it('Calls without a word go as null, and visible marks beside invisible ones stay', async () => {
  const { requests } = await send([...turn('get_weather'), ...turn('get_weather', '👩\u200d🔬')], strict);
  const messages = (requests[0]?.['messages'] ?? []) as { role: string; content: unknown }[];
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  expect(said).toEqual([null, '👩\u200d🔬']);
});
