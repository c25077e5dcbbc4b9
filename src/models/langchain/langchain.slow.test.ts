import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createLangChainModel } from './langchain.js';

// Its SDK tries again by itself, with pauses of its own.
it('Anthropic away is unavailable, with the reason of the network', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  const model = await createLangChainModel({
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    apiKey: 'sk-ant-secret',
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 15_000,
  });
  const events = model.stream([{ role: 'user', id: 'u', content: 'hi' }], [], new AbortController().signal);
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('(ECONNREFUSED)'),
  });
});
