import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LookupAll } from 'oracle-runtime/kit';
import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webcrawlServer } from '../../examples/webcrawl-server/server.js';
import vfs from '../vfs/index.js';
import webcrawl from './index.js';

const TOKEN = 'planted-s3cret-of-the-crawler';
const PAGE = `<!doctype html><html><head><title>Stoves of Kilifi</title></head><body><nav>Home</nav>
<article><h1>Stoves of Kilifi</h1>${'<p>Of 1,200 households, 870 cook on improved stoves, as the survey of 2025 says. </p>'.repeat(8)}
<p>More <a href="/more">here</a>, <a href="javascript:alert(1)">or not</a>.</p><script>steal()</script></article></body></html>`;

/** Sites of the web, all on this machine; their names are made up and resolve here. */
const sites: Record<string, RequestListener> = {
  'stoves.example': ({ url }, response) => {
    if (url === '/robots.txt') return response.end('User-agent: *\nDisallow: /private');
    if (url === '/moved') return response.writeHead(301, { location: '/page' }).end();
    if (url === '/inside')
      return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    if (url === '/large')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(3e6, 'a'));
    if (url === '/picture') return response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    if (url === '/gone') return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  },
};

let folder: string;
let oracle: TestOracle;
let crawler: Awaited<ReturnType<typeof webcrawlServer>>;
let port: number;
const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
  const name = String(request.headers.host?.split(':')[0]);
  (sites[name] ?? ((_, r) => r.writeHead(404).end()))(request, response);
});
const lookup: LookupAll = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webcrawl-'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  port = (site.address() as AddressInfo).port;
  crawler = await webcrawlServer({
    port: 0,
    file: join(folder, 'pages.sqlite'),
    token: TOKEN,
    trusted: new Set([`stoves.example:${port}`]),
    lookup,
  });
  oracle = await startTestOracle({
    plugins: [vfs, webcrawl],
    env: { WEBCRAWL_MCP_URL: crawler.url, WEBCRAWL_MCP_TOKEN: TOKEN },
    script: [],
  });
});
afterAll(async () => {
  await oracle.close();
  await crawler.close();
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true });
  expect(JSON.stringify(oracle.logs)).not.toContain(TOKEN);
});

const link = (path: string) => `http://stoves.example:${port}${path}`;
const read = (path: string) =>
  oracle.owner.post('/web/read', { url: path.startsWith('/') ? link(path) : path });

describe('a page', () => {
  it('is read as Markdown, cited, and kept in the files with its CID', async () => {
    const { status, json, text } = await read('/moved');
    expect(status, text).toBe(200);
    expect(json).toMatchObject({
      url: link('/page'),
      title: 'Stoves of Kilifi',
      markdown: expect.stringContaining('870 cook on improved stoves'),
      cut: false,
      file: { path: expect.stringMatching(/^\/web\/stoves\.example\/.*-stoves-of-kilifi-[0-9a-f]{8}\.md$/) },
    });
    expect(text).not.toMatch(/steal|javascript:/);
    expect(text).toContain(link('/more'));
  });
});
