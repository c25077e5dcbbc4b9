import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestOracle, type TestOracle } from '../testing/index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [], script: [] });
});
afterAll(() => oracle.close());

const agUi = (texts: readonly string[]) => ({
  threadId: 'thread',
  runId: `run-${texts.length}`,
  messages: texts.map((content, at) => ({ id: `m${at}`, role: 'user', content })),
  tools: [],
  context: [],
  state: {},
});
const aiSdk = (texts: readonly string[]) => ({
  id: 'chat',
  trigger: 'submit-message',
  messages: texts.map((text, at) => ({ id: `m${at}`, role: 'user', parts: [{ type: 'text', text }] })),
});

it.each([
  ['/ag-ui', agUi],
  ['/ai/chat', aiSdk],
])('a client of %s that stops is answered at once when it says something else', async (path, body) => {
  const client = oracle.as(['chat']);
  oracle.model.push({ text: ['I ', 'look ', 'for ', 'it.'], chunkDelayMs: 400 }, { text: 'Stopped.' });
  const controller = new AbortController();
  const before = oracle.model.requests.length;
  const sent = await client.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body(['Look'])),
    signal: controller.signal,
  });
  expect(sent.status).toBe(200);
  await oracle.model.request(before + 1);
  controller.abort();
  const answer = await client.post(path, body(['Look', 'Stop that']));
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('Stopped.');
  expect(answer.headers.get('x-oracle-session')).toBe(sent.headers.get('x-oracle-session'));
});

it('a client of AG-UI that lost its reply and asks once more is told of the same run', async () => {
  const client = oracle.as(['chat']);
  oracle.model.push({ text: ['I ', 'look.'], chunkDelayMs: 300 });
  const controller = new AbortController();
  const before = oracle.model.requests.length;
  const body = { ...agUi(['Look']), threadId: 'lost' };
  const sent = await client.fetch('/ag-ui', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  await oracle.model.request(before + 1);
  controller.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const again = await client.post('/ag-ui', body);
  expect(again.headers.get('content-location')).toBe(sent.headers.get('content-location'));
  expect(again.text).toContain('RUN_FINISHED');
  expect(oracle.model.requests.length).toBe(before + 1);
});
