import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChat } from '../testing/chat.js';
import { paceTools } from '../testing/pace-tools.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let app: TestApp;
let mine: string;
const { newSession, say } = createChat(() => ({ app, key: mine }));

beforeAll(async () => {
  app = await startTestApp({ plugins: [paceTools] });
  mine = await app.key('chat');
});
afterAll(() => app.close());

it('takes results for all calls that can wait, each as large as it may be', async () => {
  const ids = Array.from({ length: 64 }, (_, i) => `l${i}`);
  app.model.push({ toolCalls: ids.map((id) => ({ name: 'look', args: { at: id }, id })) });
  const sessionId = await newSession();
  await (await say(sessionId, 'look', false)).json();
  app.model.push({ text: 'All seen.' });
  const results = ids.map((id) => ({ id, output: 'x'.repeat(256 * 1024 - 2) }));
  const response = await app.post(`/messages/${sessionId}/approvals`, mine, { results });
  expect([response.status, await response.json()]).toMatchObject([200, { content: 'All seen.' }]);
});
