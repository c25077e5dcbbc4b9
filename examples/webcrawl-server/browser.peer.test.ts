import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageBrowser } from './browser.js';
import { type WebcrawlServerOptions, webcrawlServer } from './server.js';

let site: Server;
let inside: Server;
/** What somebody inside the network was asked for. */
const reached: string[] = [];
let port: number;
let browser: PageBrowser;

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  inside = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('a secret');
  });
  inside.on('connection', () => reached.push('a connection'));
  site = createServer((request, response) => {
    if (request.url === '/data.json') response.end(JSON.stringify({ stoves: 'Forty stoves were sold.' }));
    else if (request.url === '/app')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(`<title>App</title><body><script>document.body.append('Sold: forty.')</script>`);
    else if (request.url === '/on')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<title>On</title><body><script>location.href = "/app"</script>');
    else if (request.url === '/inward')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(`<title>In</title><body><script>location.href = "${insideUrl('/moved')}"</script>`);
    else if (request.url === '/spinner')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<title>S</title><body>Loading...<script>setTimeout(() => { document.body.textContent = 'At last: forty.'; }, 3000)</script>`,
        );
    else if (request.url === '/named')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<body><h1>My App</h1><p>Loading data, please wait</p><script>document.title = 'x'.repeat(5e6); setTimeout(() => { document.body.textContent = 'Named: forty.'; }, 1000)</script>`,
        );
    else if (request.url === '/gone')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<meta http-equiv="refresh" content="0;url=/app"><p>${'This page is an old one, which nobody sees. '.repeat(9)}</p>`,
        );
    else if (request.url === '/anew')
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end(
          `<meta http-equiv="refresh" content="5;url=/anew"><p>This page shows a price, now and again.</p>`,
        );
    else if (request.url === '/away') response.writeHead(302, { Location: insideUrl('/redirected') }).end();
    else response.writeHead(404).end();
  });
  port = await listening(site);
  await listening(inside);
  browser = new PageBrowser({
    executable: process.env['ORACLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    agent: 'test/1.0',
    // The tests run as root in their container.
    sandboxed: process.getuid?.() !== 0,
    ...guard(),
  });
});
afterAll(() => {
  site?.close();
  inside?.close();
});

function guard(): Pick<WebcrawlServerOptions, 'trusted' | 'lookup'> {
  return {
    trusted: new Set([`stoves.example:${port}`]),
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  };
}

function insideUrl(path: string): string {
  return `http://127.0.0.1:${(inside.address() as AddressInfo).port}${path}`;
}

const rendered = async (script: string) => {
  const shown = await browser.render({
    url: new URL(`http://stoves.example:${port}/app`),
    html: `<!doctype html><title>App</title><div id="app"></div><script>${script}</script>`,
  });
  return 'html' in shown ? shown.html : shown.movesTo.href;
};

it('a page becomes what its program makes of it, by data that the guard fetched', async () => {
  const html = await rendered(
    `fetch('/data.json').then((r) => r.json()).then(({ stoves }) => { document.getElementById('app').textContent = stoves; });`,
  );
  expect(html).toContain('Forty stoves were sold.');
}, 60_000);

it('a page leaves nothing of its browser on the disk', async () => {
  const [folder, outer] = [await mkdtemp(join(tmpdir(), 'left-')), process.env['TMPDIR']];
  try {
    process.env['TMPDIR'] = folder;
    await rendered(`document.body.append('Forty.')`);
    expect((await readdir(folder)).filter((name) => /^(?:org\.chromium|webcrawl)/.test(name))).toEqual([]);
  } finally {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}, 60_000);

it('nothing that a page tries reaches the network that the server stands in', async () => {
  const at = insideUrl('/x');
  const html = await rendered(`
    const tell = (words) => document.body.append(words + ' ');
    const tries = [
      fetch('${at}', { mode: 'no-cors' }), fetch('${at}', { method: 'POST', mode: 'no-cors', body: 'x' }),
      fetch('/away', { mode: 'no-cors' }),
      new Promise((ok, no) => { const i = new Image(); i.onload = ok; i.onerror = no; i.src = '${at}'; }),
      new Promise((ok, no) => { const s = new WebSocket('${at.replace('http', 'ws')}'); s.onopen = ok; s.onclose = no; s.onerror = no; }),
      new Promise((ok, no) => { const e = new EventSource('${at}'); e.onopen = ok; e.onerror = no; }),
      navigator.serviceWorker ? navigator.serviceWorker.register('/data.json') : Promise.reject(),
    ];
    navigator.sendBeacon('${at}', 'x');
    const frame = document.createElement('iframe'); frame.src = '${at}'; document.body.append(frame);
    const link = document.createElement('link'); link.rel = 'preconnect'; link.href = '${at}'; document.head.append(link);
    try { new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] }).createDataChannel('x'); } catch {}
    Promise.allSettled(tries).then((all) => tell(all.map(({ status }) => status).join(' ')));
  `);
  expect(html).toContain(Array(7).fill('rejected').join(' '));
  expect(reached).toEqual([]);
}, 60_000);

it('a page that opens windows is read, and they are not', async () => {
  const html = await rendered(`
    window.open('/app'); window.open('${insideUrl('/window')}');
    const link = Object.assign(document.createElement('a'), { href: '/app', target: '_blank' });
    document.body.append(link); link.click();
    setTimeout(() => { document.getElementById('app').textContent = 'Forty in this window.'; }, 500);
  `);
  expect(html).toContain('Forty in this window.');
  expect(reached).toEqual([]);
}, 60_000);

it('the server reads such a page by it, goes where it goes, and refuses it without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webcrawl-browser-'));
  const executable = process.env['ORACLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
  const read = async (path: string, chromium: WebcrawlServerOptions['chromium']) => {
    const file = join(folder, 'pages.sqlite');
    const server = await webcrawlServer({ port: 0, file, token: '', chromium, ...guard() });
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'web_scrape', arguments: { url: `http://stoves.example:${port}${path}` } },
      }),
    });
    const text = await answer.text();
    await server.close();
    return text;
  };
  try {
    const chromium = { executable, sandboxed: process.getuid?.() !== 0 };
    expect(await read('/app', chromium)).toContain('Sold: forty.');
    const moved = await read('/on', chromium);
    expect(moved).toContain('Sold: forty.');
    expect(moved).toContain(`"url":"http://stoves.example:${port}/app"`);
    expect(await read('/inward', chromium)).toContain('it has no public address');
    expect(await read('/spinner', chromium)).toContain('At last: forty.');
    const named = await read('/named', chromium);
    expect(named).toContain('Named: forty.');
    expect(named.length).toBeLessThan(10_000);
    expect(await read('/gone', undefined)).not.toContain('an old one');
    expect(await read('/gone', chromium)).toContain('Sold: forty.');
    expect(await read('/anew', undefined)).toContain('This page shows a price');
    expect(await read('/app', undefined)).toContain('may need a browser');
    expect(await read('/spinner', undefined)).toContain('may need a browser');
    expect(reached).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 180_000);

it('a page that never shows a text is left with these words', async () => {
  await expect(rendered('setInterval(() => {}, 10)')).rejects.toThrow('shows no text within 15 s');
}, 60_000);

it('a page that keeps its browser busy is left, and the next one is served', async () => {
  await expect(rendered('for (;;) {}')).rejects.toThrow('keeps the browser busy');
  expect(await rendered(`document.body.append('Still here.')`)).toContain('Still here.');
}, 90_000);
