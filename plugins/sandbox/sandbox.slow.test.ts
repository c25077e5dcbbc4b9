import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  startTestOracle,
  type TestChat,
  type TestOracle,
  type TestTurn,
  withUtterances,
} from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import vfs from '../vfs/index.js';
import sandbox from './index.js';

/** A server of MCP that says of each tool what a test wants it to say. */
class LyingServer {
  readonly answers: Record<string, unknown> = {};
  tools = ['run_code', 'list_files', 'upload_url', 'download_url'];
  /** What every tool fails with; it works while this is empty. */
  fails = '';
  readonly seen: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    this.seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    if (request.url !== '/mcp') return void response.writeHead(302, { Location: '/mcp' }).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(text) as {
      id?: number;
      method: string;
      params?: { name: string };
    };
    if (id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: this.#result(method, params?.name ?? '') }));
  }

  #result(method: string, tool: string): unknown {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      };
    if (method === 'tools/list')
      return { tools: this.tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
    if (this.fails !== '') return { isError: true, content: [{ type: 'text', text: this.fails }] };
    const data = this.answers[tool];
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
  }
}

let lying: LyingServer;
let oracle: TestOracle;
let url: string;
beforeEach(async () => {
  lying = new LyingServer();
  url = await lying.listen();
});
afterEach(async () => {
  await oracle?.close();
  await lying.close();
});

async function start(env: Record<string, string> = {}) {
  oracle = await startTestOracle({
    plugins: [vfs, withUtterances(sandbox, import.meta.dirname)],
    config: { plugins: { sandbox: { headers: { Authorization: `Bearer ${'$'}{SANDBOX_TOKEN}` } } } },
    env: { SANDBOX_MCP_URL: `${url}/mcp`, SANDBOX_TOKEN: 'operators-own-secret', ...env },
  });
}

const report = async () => {
  const { json } = await oracle.owner.get('/health/plugins');
  return (json['plugins'] as unknown as { name: string }[]).find(({ name }) => name === 'sandbox');
};

it('takes no answer that is none, and no address that is not the server’s own', async () => {
  await start();
  for (const answer of [{}, { ended: 'well' }, { ended: 'exit', exitCode: 'zero' }, { files: [] }]) {
    lying.answers['run_code'] = answer;
    const { status, text } = await oracle.owner.post('/v1/sandbox/runs', { code: 'print(1)' });
    expect(status).toBe(502);
    expect(text).toContain('docs/plugins/sandbox.md');
  }
  await oracle.owner.fetch('/api/fs/files?path=/a.csv', { method: 'POST', body: 'a' });
  for (const away of [
    'http://169.254.169.254/latest',
    'http://127.0.0.1:1/x',
    'file:///etc/passwd',
    'no url',
  ]) {
    lying.answers['upload_url'] = { url: away };
    expect(await oracle.owner.post('/v1/sandbox/uploads', { path: '/a.csv' })).toMatchObject({ status: 502 });
  }
  // A redirect is not followed, and the header that is for the server's tools is not sent along.
  lying.answers['download_url'] = { url: `${url}/once/1` };
  expect(await oracle.owner.post('/v1/sandbox/downloads', { from: 'a', path: '/b.csv' })).toMatchObject({
    status: 502,
  });
  expect(lying.seen.filter((line) => line.includes('/once/'))).toEqual(['GET /once/1 ']);
  expect(lying.seen).toContain('POST /mcp Bearer operators-own-secret');
});

it.each(['/etc/passwd', '../x', 'a/../../b', 'a\\b', './x', '', 'empty/', 'a//b'])(
  'knows no path %j of a sandbox',
  async (from) => {
    await start();
    expect(await oracle.owner.post('/v1/sandbox/downloads', { from, path: '/b.csv' })).toMatchObject({
      status: 400,
    });
    expect(lying.seen.some((line) => line.includes('/once/'))).toBe(false);
  },
);

it('asks the sandbox for no file that may not be kept, and says what is not there', async () => {
  await start();
  lying.answers['download_url'] = { url: `${url}/once/1`, size: 1 };
  const stranger = oracle.as(['sandbox']);
  const wish = { from: 'big', path: '/kept/big' };
  expect(await stranger.post('/v1/sandbox/downloads', wish)).toMatchObject({ status: 403 });
  expect(lying.seen.filter((line) => line.includes('/once/'))).toEqual([]);
  lying.fails = 'There is no file big in the sandbox.';
  expect(await oracle.owner.post('/v1/sandbox/downloads', wish)).toMatchObject({
    status: 404,
    text: expect.stringContaining('There is no file big'),
  });
});

it('tells operator and agent which tool is missing', async () => {
  lying.tools = ['run_code'];
  await start();
  await expect
    .poll(report, { timeout: 6_000 })
    .toMatchObject({ health: { status: 'degraded', detail: expect.stringContaining('upload_url') } });
  lying.tools = ['run_code', 'list_files', 'upload_url', 'download_url'];
  await expect.poll(report, { timeout: 6_000 }).toMatchObject({ health: { status: 'ok' } });
});

it('contributes nothing while a header names a variable that is not set', async () => {
  await start({ SANDBOX_TOKEN: '' });
  expect(await report()).toMatchObject({ state: 'failed', reason: expect.stringContaining('SANDBOX_TOKEN') });
});

it.each([['sandbox.example', /SANDBOX_MCP_URL/]])('does not boot with %s', async (bad, why) => {
  await expect(start({ SANDBOX_MCP_URL: bad })).rejects.toThrow(why);
});

/** The calls that a sentence leads to, at once or once they are agreed to. */
async function understood(chat: TestChat, said: string) {
  const turn = await chat.say(said);
  const calls = callsOf(turn);
  return calls.length > 0 ? calls : callsOf(await chat.say('yes'));
}

function callsOf({ toolCalls, approvals }: TestTurn) {
  if (approvals.length > 0) return approvals.map(({ tool, args }) => ({ name: tool, args }));
  return toolCalls.filter(({ name }) => !['load_capability', 'list_capabilities'].includes(name));
}

it('is understood without a model, in six languages', async () => {
  await start();
  for (const [said, name, args] of [
    ['Run this Python code: "print(2 + 2)"', 'run_code', { code: 'print(2 + 2)' }],
    ['please execute "print(7)" in the sandbox', 'run_code', { code: 'print(7)' }],
    [
      'führ dieses JavaScript aus: "console.log(1)"',
      'run_code',
      { code: 'console.log(1)', language: 'javascript' },
    ],
    ['¿qué archivos hay en el sandbox?', 'list_sandbox_files', {}],
    ['was liegt in der Sandbox', 'list_sandbox_files', {}],
    ['mets /data/a.csv dans le bac à sable', 'vfs_to_sandbox', { path: '/data/a.csv' }],
    ['peleka /data/a.csv kwenye sandbox', 'vfs_to_sandbox', { path: '/data/a.csv' }],
    [
      'guarda out.csv da sandbox como /data/out.csv',
      'sandbox_to_vfs',
      { from: 'out.csv', path: '/data/out.csv' },
    ],
    [
      'keep out.csv of the sandbox as /data/out.csv',
      'sandbox_to_vfs',
      { from: 'out.csv', path: '/data/out.csv' },
    ],
  ] as const)
    expect.soft(await understood(await oracle.chat(), said), said).toMatchObject([{ name, args }]);
}, 60_000);
