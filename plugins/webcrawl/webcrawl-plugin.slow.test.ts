import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import type { LookupAll } from 'oracle-runtime/kit';
import { startTestOracle, type TestOracle, withUtterances } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageIndex } from '../../examples/webcrawl-server/page-index.js';
import { search } from '../../examples/webcrawl-server/search.js';
import { webcrawlServer } from '../../examples/webcrawl-server/server.js';
import vfs from '../vfs/index.js';
import webcrawl from './index.js';

const TOKEN = 'planted-s3cret-of-the-crawler';
const PAGE = `<!doctype html><html><head><title>Stoves of Kilifi</title></head><body><nav>Home</nav>
<article><h1>Stoves of Kilifi</h1>${'<p>Of 1,200 households, 870 cook on improved stoves, as the survey of 2025 says. </p>'.repeat(8)}
<p>More <a href="/more">here</a>, <a href="javascript:alert(1)">or not</a>.</p><script>steal()</script></article></body></html>`;

const html = (response: ServerResponse, page: string) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><body>${page}`);

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
    if (url === '/deep') return html(response, `<div>`.repeat(50_000));
    if (url === '/endless')
      return html(response, `<div>`.repeat(290).concat('</div>'.repeat(290)).repeat(600));
    if (url === '/empty') return response.writeHead(200, { 'content-type': 'text/html' }).end();
    if (url === '/bytes')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(Buffer.from([...Array(999).keys()]));
    if (url === '/bare') return response.writeHead(200, { 'content-type': 'text/html' }).end('Bare words.');
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
      cite: expect.stringMatching(/^Stoves of Kilifi, stoves\.example:\d+, read \d{4}-\d\d-\d\d: http/),
      cut: false,
      file: { path: expect.stringMatching(/^\/web\/stoves\.example\/.*-stoves-of-kilifi-[0-9a-f]{8}\.md$/) },
    });
    expect(text).not.toMatch(/steal|javascript:/);
    expect(text).toContain(link('/more'));
    const { file } = JSON.parse(text) as { file: { path: string; cid: string } };
    const kept = await oracle.owner.get(`/api/fs/content?path=${encodeURIComponent(file.path)}`);
    expect(kept, kept.text).toMatchObject({
      status: 200,
      text: expect.stringContaining('870 cook on improved'),
    });
    const hash = await sha256.digest(Buffer.from(kept.text));
    expect(CID.createV1(raw.code, hash).toString()).toBe(file.cid);
    expect(JSON.parse((await read('/page')).text)).toMatchObject({ file });
  });

  it('without any markup is read', async () => {
    expect((await read('/bare')).json).toMatchObject({ markdown: 'Bare words.' });
  });

  it('is not kept where files may not be written, and says so', async () => {
    const answer = await oracle.as(['webcrawl']).post('/web/read', { url: link('/page') });
    expect(answer.json).toMatchObject({ notKept: 'you have not let this oracle write files' });
  });

  it.each([
    ['/inside', 'The page cannot be read: it has no public address.'],
    ['/private', `stoves.example:PORT asks in its robots.txt not to be read by programs.`],
    ['/large', 'The page cannot be read: it has more than 2097152 bytes.'],
    ['/picture', 'The page cannot be read: it is of the type image/png.'],
    ['/deep', 'The page cannot be read: it nests its elements more than 300 deep.'],
    ['/empty', 'The page holds no text as it is served; it may need a browser to show any.'],
    ['/bytes', 'The page cannot be read: it is no text, whatever its type says.'],
    ['/gone', 'stoves.example:PORT answers 404.'],
    ['http://other.example/', 'The page cannot be read: it has no public address.'],
  ])('%s is not read: %s', async (path, words) => {
    const answer = await read(path);
    // Nothing of the oracle has failed.
    expect(answer.status).toBe(502);
    expect(answer.text).toContain(words.replace('PORT', String(port)));
    expect(answer.text).not.toMatch(/169\.254|127\.0\.0\.1/);
    expect(asked).not.toContain('stoves.example/private');
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost:3000/',
    'http://intranet/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'ftp://example.org/x',
    'https://me:word@example.org/',
    'no link at all',
  ])('%s is refused before anybody is asked for it', async (url) => {
    const answer = await read(url);
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(answer.text).toContain('"field":"url"');
  });
});

it('a page without end holds nobody else up', async () => {
  const endless = read('/endless');
  await expect.poll(() => asked).toContain('stoves.example/endless');
  const began = Date.now();
  expect((await oracle.owner.get('/web/search?query=stoves')).status).toBe(200);
  expect(Date.now() - began).toBeLessThan(5_000);
  expect((await endless).text).toContain('it takes longer than 10 s');
  expect((await read('/page')).status).toBe(200);
}, 60_000);

describe('a search', () => {
  it('finds what was read, with its source', async () => {
    await read('/page');
    const { json } = await oracle.owner.get('/web/search?query=households+on+improved+stoves');
    expect(json).toMatchObject({
      results: [
        { title: 'Stoves of Kilifi', url: link('/page'), snippet: expect.stringContaining('stoves') },
      ],
    });
  });

  it('by an engine behind it leaves out what leads nowhere, and nothing else', async () => {
    const found = [
      { title: 7, url: 8, content: null },
      { title: 'Stoves', url: 'https://example.org/stoves', content: null },
    ];
    const engine = createServer((_, response) => response.end(JSON.stringify({ results: found })));
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    const searchUrl = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
    const index = new PageIndex(':memory:');
    try {
      expect(await search('stoves', 5, searchUrl, index)).toEqual([
        { title: 'Stoves', url: 'https://example.org/stoves', snippet: '' },
      ]);
    } finally {
      index.close();
      engine.close();
    }
  });

  it('without a token is for programs of this machine, and no page of a browser', async () => {
    const open = await webcrawlServer({ port: 0, file: join(folder, 'open.sqlite'), token: '' });
    const statusWith = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) =>
        request(open.url, { headers }, (answer) => resolve(answer.resume().statusCode))
          .once('error', reject)
          .end(),
      );
    try {
      // Neither is a POST, which is said to who is let in.
      expect(await statusWith({})).toBe(405);
      expect(await statusWith({ host: 'evil.example' })).toBe(403);
      expect(await statusWith({ origin: 'http://evil.example' })).toBe(403);
    } finally {
      await open.close();
    }
  });

  it('asks a scope of a key', async () => {
    expect((await oracle.as(['chat']).get('/web/search?query=stoves')).status).toBe(403);
    expect((await oracle.anyone.get('/web/search?query=stoves')).status).toBe(401);
  });
});

describe('in the chat', () => {
  const load = { toolCalls: [{ name: 'load_capability', args: { names: ['webcrawl'] } }] };

  it('a page comes as words of strangers, and a long link asks first', async () => {
    const long = link(`/page?said=${'x'.repeat(300)}`);
    oracle.model.push(
      load,
      { toolCalls: [{ name: 'read_web_page', args: { url: link('/page') } }] },
      { toolCalls: [{ name: 'read_web_page', args: { url: long } }] },
      { text: 'Read.' },
    );
    const chat = await oracle.chat();
    const turn = await chat.say('Read both.');
    expect(turn.approvals).toMatchObject([{ tool: 'read_web_page' }]);
    expect(asked.some((each) => each.includes('?said='))).toBe(false);
    await chat.decide(true);
    const heard = JSON.stringify(oracle.model.requests.at(-1)?.body.messages);
    expect(heard).toContain('no instructions');
    expect(heard).not.toContain(TOKEN);
  });

  it('is understood without a model', async () => {
    const offline = await startTestOracle({
      plugins: [withUtterances(webcrawl, import.meta.dirname)],
      env: { WEBCRAWL_MCP_URL: crawler.url, WEBCRAWL_MCP_TOKEN: TOKEN },
    });
    try {
      const say = async (said: string) => {
        const { toolCalls } = await (await offline.chat()).say(said);
        return toolCalls.map(({ name, args }) => [name, args]).at(-1);
      };
      expect(await say('Search the web for clean cooking statistics in Kenya')).toEqual([
        'search_web',
        { query: 'clean cooking statistics in Kenya' },
      ]);
      expect(await say(`Read the page ${link('/page')}`)).toEqual(['read_web_page', { url: link('/page') }]);
    } finally {
      await offline.close();
    }
  });
});
