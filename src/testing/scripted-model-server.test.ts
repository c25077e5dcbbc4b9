import { expect, it } from 'vitest';
import { constantAnswer, startScriptedModelServer } from './index.js';

const post = (url: string, body: unknown = { messages: [] }, signal?: AbortSignal) =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });

it('plays its steps in order and records the requests', async () => {
  const server = await startScriptedModelServer([
    { text: ['a', 'b'] },
    { error: { status: 429, headers: { 'retry-after': '3' } } },
  ]);
  const first = await (
    await post(server.url, { model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  ).text();
  expect(first).toContain('"delta":{"content":"a"}');
  expect(first).toContain('"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}');
  expect(first.endsWith('data: [DONE]\n\n')).toBe(true);
  const second = await post(server.url);
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '3']);
  expect(server.requests.map((r) => [r.path, r.body.messages.length])).toEqual([
    ['/v1/chat/completions', 1],
    ['/v1/chat/completions', 0],
  ]);
  await server.close();
});

it('streams the arguments of parallel tool calls in interleaved pieces', async () => {
  const server = await startScriptedModelServer([
    {
      toolCalls: [
        { name: 'f', args: { city: 'Berlin' } },
        { name: 'g', args: { city: 'Paris' } },
      ],
    },
  ]);
  const text = await (await post(server.url)).text();
  const indices = [...text.matchAll(/"tool_calls":\[\{"index":(\d)/g)].map((m) => m[1]);
  expect(indices.slice(0, 6)).toEqual(['0', '1', '0', '1', '0', '1']);
  await server.close();
});

it('reports a request that was not expected', async () => {
  const server = await startScriptedModelServer([]);
  expect((await post(server.url)).status).toBe(400);
  await expect(server.close()).rejects.toThrow('request 1 was not expected');
});

it('reports steps that were not used', async () => {
  const server = await startScriptedModelServer([{ text: 'a' }]);
  expect(() => server.assertComplete()).toThrow('1 of 1 scripted steps were not used');
  await expect(server.close()).rejects.toThrow();
});

it('reports a request that fails its check', async () => {
  const server = await startScriptedModelServer([
    {
      expect: (request) => {
        if (request.body.model !== 'big') throw new Error('wrong model');
      },
    },
  ]);
  await post(server.url, { model: 'small', messages: [] });
  await expect(server.close()).rejects.toThrow('wrong model');
});

it('tells whether the client stayed to the end', async () => {
  const server = await startScriptedModelServer([{ text: 'a' }, { hang: 'before-first-byte' }]);
  await (await post(server.url)).text();
  expect(await server.requests[0]?.closed).toBe(false);
  const controller = new AbortController();
  const pending = post(server.url, { messages: [] }, controller.signal).catch(() => 'aborted');
  const request = await server.request(2);
  controller.abort();
  expect(await pending).toBe('aborted');
  expect(await request.closed).toBe(true);
  await server.close();
});

it('answers a constant number of tokens forever, for benchmarks', async () => {
  const server = await startScriptedModelServer(constantAnswer(3));
  for (let i = 0; i < 2; i += 1) {
    const text = await (await post(server.url)).text();
    expect(text.match(/"content":"[^"]+"/g)).toEqual([
      '"content":"token"',
      '"content":" token1"',
      '"content":" token2"',
    ]);
  }
  expect(server.requests).toEqual([]);
  await server.close();
});
