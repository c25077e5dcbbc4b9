import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { RunContext } from '../runs/run-context.js';
import { compileGraph } from './graph.js';

const closing: (() => unknown)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) close();
});

it('shows a run on a message to the tracer of LangChain, where it is switched on', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const posted = new Promise<void>((resolve) => {
    server.on('request', ({ method, url }) => {
      if (method === 'POST' && url?.startsWith('/runs') === true) resolve();
    });
  });
  vi.stubEnv('LANGSMITH_TRACING', 'true');
  vi.stubEnv('LANGSMITH_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('LANGSMITH_API_KEY', 'none');
  const done = { type: 'done', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } } as const;
  const work = compileGraph({
    agent: async () => done,
    checkpointer: () => Promise.reject(new Error('Nothing waits.')),
    endWait: async () => undefined,
  });
  const run = { runId: 'run', sessionId: 'session' } as RunContext;
  await work(run);
  expect(run.result).toBe(done);
  await posted;
});
