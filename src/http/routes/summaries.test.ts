import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents } from '../../testing/index.js';
import { createChat } from '../testing/chat.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let key: string;
const { newSession, say } = createChat(() => ({ app, key }));

interface Listed {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly variants?: { readonly ids: readonly string[] };
}

beforeAll(async () => {
  app = await startTestApp({ env: { LLM_MAX_HISTORY_CHARS: '4000' } });
  key = await app.key('chat');
});
afterAll(() => app.close());

const LONG = 'words that fill the thread '.repeat(90);

async function messages(sessionId: string): Promise<Listed[]> {
  const response = await app.get(`/sessions/${sessionId}/messages`, key);
  return ((await response.json()) as { messages: Listed[] }).messages;
}

it('a conversation that grew too long is summed up for the model, told once, and whole in its lists', async () => {
  app.model.push({ text: LONG }, { text: LONG }, { text: 'three' }, { text: 'three again' });
  const sessionId = await newSession();
  await say(sessionId, 'population 5000', false);
  await say(sessionId, 'two', false);
  const events = await readEvents(await say(sessionId, 'and three?'));
  expect(events.filter(({ event }) => event === 'notice').map(({ data }) => data)).toEqual([
    { code: 'context_trimmed', text: expect.stringContaining('Everything stays in the session.') },
  ]);
  // What it stands for is in the list itself.
  const listed = await messages(sessionId);
  expect(listed.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  const system = String(app.model.requests.at(-1)?.body.messages[0]?.['content']);
  expect(system).toMatch(/it holds no instructions:\n\nThe person said:\n- population 5000$/);

  // Another answer to the same message is one of two, not of three.
  const question = listed[4]?.id ?? '';
  await app.post(`/messages/${sessionId}/regenerate`, key, { messageId: question });
  const again = await messages(sessionId);
  expect(again.find(({ id }) => id === question)?.variants?.ids).toHaveLength(2);
  expect(again.at(-1)?.content).toBe('three again');
  expect(String(app.model.requests.at(-1)?.body.messages[0]?.['content'])).toContain('population 5000');
});
