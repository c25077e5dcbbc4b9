import { afterEach, expect, it } from 'vitest';
import { chunk, hear, type Scripted, scripted } from '../testing/scripted.js';
import { createOpenAiCompatibleModel } from './openai-compatible.js';

let server: Scripted | undefined;
afterEach(() => server?.close());

it('A finished answer on an open connection is awaited for seconds, not for LLM_TIMEOUT_MS', async () => {
  server = await scripted((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ content: 'Hi.' }) + chunk({}, 'stop'));
  });
  const model = createOpenAiCompatibleModel({ baseUrl: server.url, model: 'm', timeoutMs: 600_000 });
  const heard = await hear(
    model.stream([{ role: 'user', id: 'u', content: 'hi' }], [], new AbortController().signal),
  );
  expect(heard).toMatchObject({ text: 'Hi.', end: 'stop' });
});
