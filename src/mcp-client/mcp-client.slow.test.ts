import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { testClock } from '../store/repository-suites/fixtures.js';
import { createMcpClient, type McpClient, type McpClientOptions } from './index.js';
import { everythingServer } from './testing/everything-server.mjs';
import { type ServedMcp, serveMcp } from './testing/serve-mcp.js';

const script = fileURLToPath(new URL('./testing/everything-server.mjs', import.meta.url));
const logger = createLogger({ level: 'silent', format: 'json', write: () => {} });
const never = new AbortController().signal;
// Each client listens to it.
setMaxListeners(0, never);
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of closing.splice(0).toReversed()) await each.close();
});

async function serve(onCall?: (name: string) => void, port?: number): Promise<ServedMcp> {
  const served = await serveMcp(() => everythingServer(onCall), port);
  closing.push(served);
  return served;
}

function clientOf(
  address: McpClientOptions['address'],
  more: Partial<McpClientOptions> = {},
): { client: McpClient; clock: ReturnType<typeof testClock> } {
  const clock = testClock();
  const client = createMcpClient({ name: 'every', address, logger, clock, signal: never, ...more });
  closing.push(client);
  return { client, clock };
}

const sum = (client: McpClient) => client.call('get-Sum', { a: 1, b: 2 }, { signal: never });
const SUM = { text: '3', structured: { sum: 3 } };

it('lists and calls the tools of a server over HTTP, with the headers it was given', async () => {
  const served = await serve();
  const { client } = clientOf({ url: served.url, headers: { authorization: 'Bearer s3cret' } });
  expect(served.headers).toEqual([]);
  const { tools, refused } = await client.tools(never);
  expect(refused).toEqual([]);
  expect(tools[0]).toMatchObject({
    name: 'every_get_sum',
    original: 'get-Sum',
    title: 'Sum',
    effect: 'read',
    inputSchema: { type: 'object', required: ['a', 'b'] },
  });
  expect(await sum(client)).toMatchObject(SUM);
  expect(new Set(served.headers.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer s3cret']),
  );
});

it('asks anew for headers that do not last', async () => {
  const served = await serve();
  let asked = 0;
  const { client } = clientOf({
    url: served.url,
    headers: async () => {
      asked += 1;
      return { authorization: `Bearer ${asked}` };
    },
  });
  await sum(client);
  const seen = served.headers.map(({ authorization }) => authorization);
  expect(new Set(seen).size).toBe(seen.length);
});

it('follows a redirect within the server, and none that leads away with what it was given', async () => {
  const elsewhere = await serve();
  const served = await serveMcp(
    () => everythingServer(),
    0,
    ({ url }, response) => {
      if (url === '/mcp') return false;
      const location = url === '/away' ? elsewhere.url : '/mcp';
      response.writeHead(307, { location }).end();
      return true;
    },
  );
  closing.push(served);
  const at = (path: string) => ({ url: new URL(path, served.url).href, headers: { 'x-api-key': 's3cret' } });
  expect(await sum(clientOf(at('/moved')).client)).toMatchObject(SUM);
  await expect(sum(clientOf(at('/away')).client)).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('address that the configuration does not name'),
  });
  expect(elsewhere.headers).toEqual([]);
});

it('starts a program, tells it no secret of ours, and starts it again when it has ended', async () => {
  process.env['MCP_TEST_SECRET'] = 's3cret';
  const { client } = clientOf({ command: process.execPath, args: [script], env: { GIVEN: 'yes' } });
  const env = async (name: string) => (await client.call('env', { name }, { signal: never })).text;
  expect([await env('MCP_TEST_SECRET'), await env('GIVEN')]).toEqual(['unset', 'yes']);
  delete process.env['MCP_TEST_SECRET'];
  await expect(client.call('exit', {}, { signal: never })).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('is not known'),
  });
  expect(await sum(client)).toMatchObject(SUM);
});

it('gives the words of a tool that failed, and a refusal for one that is not there', async () => {
  const { client } = clientOf({ url: (await serve()).url });
  await expect(client.call('fail', {}, { signal: never })).rejects.toMatchObject({
    code: 'tool_failed',
    detail: 'There is no such stove.',
  });
  await expect(client.call('nothing', {}, { signal: never })).rejects.toMatchObject({ code: 'tool_failed' });
  await expect(client.call('get-Sum', { a: 'x' }, { signal: never })).rejects.toMatchObject({
    code: 'tool_failed',
  });
});

it('tells progress, and cancels at the server when the call is aborted', async () => {
  const told: unknown[] = [];
  const called: string[] = [];
  const { client } = clientOf({ url: (await serve((name) => called.push(name))).url });
  const controller = new AbortController();
  const reason = new Error('the run was cancelled');
  const call = client.call(
    'slow',
    {},
    {
      signal: controller.signal,
      progress: (...words) => {
        if (told.push(words) === 2) controller.abort(reason);
      },
    },
  );
  await expect(call).rejects.toBe(reason);
  expect(told).toEqual([
    ['part 1', 0.5],
    ['part 2', 1],
  ]);
  await expect.poll(() => called).toEqual(['slow cancelled']);
  expect(await sum(client)).toMatchObject(SUM);
});

it('gives a call up that takes too long', async () => {
  const { client } = clientOf({ url: (await serve()).url }, { limits: { callMs: 200 } });
  await expect(client.call('slow', {}, { signal: never })).rejects.toMatchObject({
    code: 'upstream_timeout',
    detail: "The MCP server 'every' did not answer for 'slow' in time; whether 'slow' was done is not known.",
  });
});

it.each([
  ['http', 'upstream_failed'],
  ['stdio', 'unavailable'],
])('refuses what is too large, read or not, and lives on (%s)', async (kind, unread) => {
  const address =
    kind === 'http' ? { url: (await serve()).url } : { command: process.execPath, args: [script] };
  const { client } = clientOf(address, { limits: { resultBytes: 1_000 } });
  const large = (bytes: number) => client.call('large', { bytes }, { signal: never });
  await expect(large(1_000)).rejects.toMatchObject({
    code: 'upstream_failed',
    detail: "The answer of 'large' has more than 1000 bytes.",
  });
  await expect(large(6_000_000)).rejects.toMatchObject({ code: unread });
  expect((await large(900)).text).toHaveLength(900);
  expect(await sum(client)).toMatchObject(SUM);
});

it('hears that there are other tools', async () => {
  let changes = 0;
  const { client } = clientOf({ url: (await serve()).url }, { onToolsChanged: () => (changes += 1) });
  const names = async () => (await client.tools(never)).tools.map(({ original }) => original);
  expect(await names()).not.toContain('grown');
  await client.call('grow', {}, { signal: never });
  await expect.poll(() => changes).toBeGreaterThan(0);
  expect(await names()).toContain('grown');
});

it('goes on in a new session when the server has forgotten the old one, and calls once', async () => {
  const called: string[] = [];
  const served = await serve((name) => called.push(name));
  const { client } = clientOf({ url: served.url });
  await sum(client);
  await served.forget();
  expect(await sum(client)).toMatchObject(SUM);
  expect(called).toEqual(['get-Sum', 'get-Sum']);
});

it('leaves a server alone that cannot be reached, longer each time, and comes back to it', async () => {
  const served = await serve();
  const port = Number(new URL(served.url).port);
  await served.close();
  const { client, clock } = clientOf({ url: served.url });
  const refusal = { code: 'unavailable', detail: "The MCP server 'every' cannot be reached: ECONNREFUSED." };
  await expect(client.tools(never)).rejects.toMatchObject(refusal);
  await serve(undefined, port);
  clock.advance(999);
  await expect(client.tools(never)).rejects.toMatchObject(refusal);
  clock.advance(1);
  expect((await client.tools(never)).tools).not.toEqual([]);
});

it.each([
  ['unavailable', { command: '/no/such/program' }],
  ['config_invalid', { url: 'file:///etc/passwd' }],
  ['config_invalid', { url: 'no url' }],
])('says %s of %j', async (code, address) => {
  await expect(clientOf(address).client.tools(never)).rejects.toMatchObject({ code });
});

it('is over when its signal is', async () => {
  const controller = new AbortController();
  const { client } = clientOf({ url: (await serve()).url }, { signal: controller.signal });
  await sum(client);
  controller.abort();
  await expect(sum(client)).rejects.toMatchObject({ code: 'unavailable' });
});

/** Answers as a JSON-RPC server does, whatever it is asked. */
async function scripted(answer: (method: string) => object | undefined): Promise<string> {
  const served = await serveMcp(
    () => everythingServer(),
    0,
    (request, response) => {
      if (request.method !== 'POST') return false;
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params: object };
        if (id === undefined) return response.writeHead(202).end();
        const result =
          method === 'initialize'
            ? { ...params, serverInfo: { name: 'liar', version: '1' }, capabilities: { tools: {} } }
            : answer(method);
        if (result === undefined) return request.socket.destroy();
        response.writeHead(200, { 'Content-Type': 'application/json' });
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
      return true;
    },
  );
  closing.push(served);
  return served.url;
}

const SHAPED = {
  name: 'shape',
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'object',
    properties: { x: { type: 'number' } },
    required: ['x'],
    additionalProperties: false,
  },
};

it('passes nothing on that the tool itself says it does not answer', async () => {
  let structuredContent: unknown = { x: 'not a number', y: 1 };
  const url = await scripted((method) =>
    method === 'tools/list'
      ? { tools: [SHAPED] }
      : { content: [{ type: 'text', text: 'ok' }], structuredContent },
  );
  const { client } = clientOf({ url });
  await client.tools(never);
  const call = () => client.call('shape', {}, { signal: never });
  await expect(call()).rejects.toMatchObject({
    code: 'upstream_failed',
    detail: expect.stringContaining('answered what its own outputSchema does not allow: structuredContent.x'),
  });
  structuredContent = undefined;
  await expect(call()).rejects.toThrow('structuredContent is missing');
  structuredContent = { x: 3, more: 'than was promised' };
  expect((await call()).structured).toEqual({ x: 3, more: 'than was promised' });
});

it('holds an answer to what the server says now, where another one came to its address', async () => {
  let outputSchema: object = { ...SHAPED.outputSchema, required: ['x', 'mediaType'] };
  const url = await scripted((method) =>
    method === 'tools/list'
      ? { tools: [{ ...SHAPED, outputSchema }] }
      : { content: [{ type: 'text', text: 'ok' }], structuredContent: { x: 3 } },
  );
  const { client } = clientOf({ url });
  await client.tools(never);
  const call = () => client.call('shape', {}, { signal: never });
  await expect(call()).rejects.toThrow('structuredContent.mediaType');
  outputSchema = SHAPED.outputSchema;
  expect((await call()).structured).toEqual({ x: 3 });
});

it('says that a call was not done where the server is not there', async () => {
  const served = await serve();
  const { client } = clientOf({ url: served.url });
  await sum(client);
  await served.close();
  // What goes over a connection that is still kept may have been heard.
  const told = () => sum(client).catch((error: unknown) => (error as Error).message);
  await expect.poll(told).toMatch(/cannot be reached \(ECONNREFUSED\): 'get-Sum' was not done/);
});

it('says that a call whose connection broke may have been done', async () => {
  const url = await scripted((method) => (method === 'tools/list' ? { tools: [SHAPED] } : undefined));
  const { client } = clientOf({ url });
  await client.tools(never);
  await expect(client.call('shape', {}, { signal: never })).rejects.toThrow(
    "whether 'shape' was done is not known",
  );
});

/** A server of which a call, and nothing else, is answered so. */
async function callsAnswered(answer: (response: ServerResponse, id: number) => void) {
  let calls = 0;
  const served = await serveMcp(
    () => everythingServer(),
    0,
    (request, response) => {
      if (request.method !== 'POST') return false;
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params: object };
        if (id === undefined) return response.writeHead(202).end();
        if (method === 'tools/call') {
          calls += 1;
          return answer(response, id);
        }
        const begun = { ...params, serverInfo: { name: 'odd', version: '1' }, capabilities: { tools: {} } };
        const result = method === 'initialize' ? begun : method === 'ping' ? {} : { tools: [SHAPED] };
        response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': 'one' });
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
      return true;
    },
  );
  closing.push(served);
  const { client } = clientOf({ url: served.url });
  return { call: () => client.call('shape', {}, { signal: never }), calls: () => calls };
}

it.each([
  ['ends', (response: ServerResponse) => response.end()],
  ['is cut off', (response: ServerResponse) => response.destroy()],
])('says at once that nothing is known of a call whose stream %s without an answer', async (_how, end) => {
  const { call, calls } = await callsAnswered((response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': at work\n\n');
    setTimeout(() => end(response), 20);
  });
  await expect(call()).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining("whether 'shape' was done is not known"),
  });
  expect(calls()).toBe(1);
});

it('calls once where the server knows the session and answers a call by 404', async () => {
  const { call, calls } = await callsAnswered((response) => response.writeHead(404).end());
  await expect(call()).rejects.toMatchObject({
    code: 'upstream_failed',
    detail: expect.stringContaining("whether 'shape' was done is not known"),
  });
  expect(calls()).toBe(1);
});

it.each([-32000, -32001])('gives the words of a server that refuses a call by the code %i', async (code) => {
  const { call, calls } = await callsAnswered((response, id) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'the order 77 is locked' } }));
  });
  await expect(call()).rejects.toMatchObject({
    code: 'upstream_failed',
    detail: `The MCP server 'every' failed for 'shape' (${code}): the order 77 is locked`,
  });
  expect(calls()).toBe(1);
});

it('says when to come back to a server that takes no more', async () => {
  const { call } = await callsAnswered((response) => response.writeHead(429, { 'Retry-After': '30' }).end());
  await expect(call()).rejects.toMatchObject({ code: 'rate_limited', hint: 'Try again in 30 s.' });
});
