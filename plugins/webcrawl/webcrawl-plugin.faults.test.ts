import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webcrawlServer } from '../../examples/webcrawl-server/server.js';
import webcrawl from './index.js';

const TOKEN = 'planted-s3cret-of-the-crawler';
let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webcrawl-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function boot(url: string): Promise<TestOracle> {
  const oracle = await startTestOracle({
    plugins: [webcrawl],
    env: { WEBCRAWL_MCP_URL: url, WEBCRAWL_MCP_TOKEN: TOKEN },
  });
  closing.push(() => oracle.close());
  return oracle;
}

/** An MCP server whose tools give what a test says. */
async function lying(
  data: (authorization: string) => unknown,
  tools = ['web_search', 'web_scrape'],
): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, () => unknown> = {
      initialize: () => ({
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'x', version: '1' },
      }),
      'tools/list': () => ({ tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) }),
      'tools/call': () => data(String(request.headers.authorization)),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.() ?? {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const healthOf = async (oracle: TestOracle) => {
  const { plugins } = JSON.parse((await oracle.owner.get('/health/plugins')).text) as {
    plugins: { name: string; state: string; health?: { status: string; detail?: string } }[];
  };
  return plugins.find(({ name }) => name === 'webcrawl');
};
const search = (oracle: TestOracle) => oracle.owner.get('/web/search?query=stoves');
const structured = (structuredContent: object) => () => ({ content: [], structuredContent });

it('starts with a server that is dead, says so, and uses it again once it is back', async () => {
  const file = join(folder, 'pages.sqlite');
  const gone = await webcrawlServer({ port: 0, file, token: TOKEN });
  await gone.close();
  const oracle = await boot(gone.url);
  await expect
    .poll(() => healthOf(oracle), { timeout: 20_000 })
    .toMatchObject({
      state: 'loaded',
      health: { status: 'degraded', detail: expect.stringContaining('ECONNREFUSED') },
    });
  expect((await search(oracle)).status).toBe(503);
  const back = await webcrawlServer({ port: Number(new URL(gone.url).port), file, token: TOKEN });
  closing.push(() => back.close());
  await expect.poll(() => healthOf(oracle), { timeout: 20_000 }).toMatchObject({ health: { status: 'ok' } });
  expect(await search(oracle)).toMatchObject({ status: 200, json: { results: [] } });
});

it('goes on when the server restarts between two calls', async () => {
  const file = join(folder, 'pages.sqlite');
  const first = await webcrawlServer({ port: 0, file, token: TOKEN });
  const oracle = await boot(first.url);
  expect((await search(oracle)).status).toBe(200);
  await first.close();
  const second = await webcrawlServer({ port: Number(new URL(first.url).port), file, token: TOKEN });
  closing.push(() => second.close());
  expect((await search(oracle)).status).toBe(200);
});

it('says which tools a server of another kind lacks', async () => {
  const oracle = await boot(await lying(structured({}), ['web_search']));
  await expect
    .poll(() => healthOf(oracle), { timeout: 20_000 })
    .toMatchObject({
      health: { status: 'degraded', detail: 'The web server has no web_scrape.' },
    });
});

it('drops results that lead to no public place, and what is hidden in the others', async () => {
  const results = [
    { title: 'Inside', url: 'http://169.254.169.254/', snippet: 'x' },
    { title: 'Script', url: 'javascript:alert(1)', snippet: 'x' },
    { title: 'A\u202etitle\nof two lines', url: 'https://example.org/#part', snippet: 7 },
    'nonsense',
  ];
  const oracle = await boot(await lying(structured({ results })));
  expect((await search(oracle)).json).toEqual({
    results: [{ title: 'A\\u{202e}title\\nof two lines', url: 'https://example.org/', snippet: '' }],
  });
});

it.each([
  ['nothing', {}],
  ['a page from inside', { url: 'http://10.0.0.1/', title: 'x', markdown: 'x' }],
  ['an empty page', { url: 'https://example.org/', title: 'x', markdown: ' ' }],
])('refuses a server that answers with %s', async (_what, data) => {
  const oracle = await boot(await lying(structured(data)));
  const answer = await oracle.owner.post('/web/read', { url: 'https://example.org/' });
  expect(answer).toMatchObject({ status: 502, json: { code: 'upstream_failed' } });
});

it('keeps its token out of what a careless server says again', async () => {
  const echo = (authorization: string) => ({
    isError: true,
    content: [{ type: 'text', text: `No: ${authorization}` }],
  });
  const oracle = await boot(await lying(echo));
  const answer = await search(oracle);
  expect(answer.text).toContain('No: Bearer <secret>');
  expect(answer.text + JSON.stringify(oracle.logs)).not.toContain(TOKEN);
});

it('refuses at the boot what is no URL, by the name of the variable', async () => {
  await expect(boot('not a url')).rejects.toThrow(
    "[boot-error] Plugin 'webcrawl' env validation failed for 'WEBCRAWL_MCP_URL'",
  );
});
