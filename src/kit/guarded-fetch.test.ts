import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type GuardedFetchOptions, guardedFetch, type LookupAll } from './guarded-fetch.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const get = (url: string | URL, options: Partial<GuardedFetchOptions> = {}) =>
  guardedFetch(new URL(url), { signal: AbortSignal.timeout(2_000), maxBytes: 1_000, ...options });
const trusting = (...urls: URL[]) => ({ trusted: new Set(urls.map(({ host }) => host)) });

/** A name server that gives each address in turn, the last one for ever; `asked` counts. */
async function nameServer(addresses: readonly string[]) {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, from) => {
    const bytes = (addresses[Math.min(asked, addresses.length - 1)] ?? '').split('.').map(Number);
    asked += 1;
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...bytes]);
    socket.send(Buffer.concat([head, question, answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closing.push(() => socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const lookup: LookupAll = (name, _options, done) =>
    resolver.resolve4(name, (error, found) =>
      done(
        error,
        (found ?? []).map((address) => ({ address, family: 4 })),
      ),
    );
  return { lookup, asked: () => asked };
}

describe('what is no public place', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://①②⑦.0.0.1/',
    'http://localhost/',
  ])('%s is refused', (url) => expect(get(url)).rejects.toMatchObject({ reason: 'address' }));

  it.each(['file:///etc/passwd', 'gopher://example.com/', 'http://user:word@example.com/'])(
    '%s is refused as it is written',
    (url) => expect(get(url)).rejects.toMatchObject({ reason: 'url' }),
  );

  it('is refused where a name leads to it, and said in words that name no address', async () => {
    const { lookup } = await nameServer(['10.1.2.3']);
    const refusal = await get('http://inside.example/', { lookup }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'address' });
    expect(String(refusal)).not.toContain('10.1.2.3');
  });

  it('is refused of a redirect, which is judged as a request is', async () => {
    const inner = await serve((_, response) => response.end('secret'));
    const outer = await serve((_, response) =>
      response.writeHead(302, { location: inner.href.replace('127.0.0.1', '2130706433') }).end(),
    );
    await expect(get(outer, { ...trusting(outer), redirects: 3 })).rejects.toMatchObject({
      reason: 'address',
    });
    expect((await get(outer, trusting(outer))).status).toBe(302);
  });
});

it('connects to the address that it judged: a name that changes is asked once', async () => {
  let reached = false;
  const inner = await serve((_, response) => {
    reached = true;
    response.end('secret');
  });
  // Public at first, this machine from then on. 192.0.2.1 would be refused; 1.0.0.0 answers nobody.
  const { lookup, asked } = await nameServer(['1.0.0.0', '127.0.0.1']);
  const url = `http://rebinding.example:${inner.port}/`;
  await expect(get(url, { lookup, signal: AbortSignal.timeout(300) })).rejects.toThrow();
  expect(asked()).toBe(1);
  await expect(get(url, { lookup })).rejects.toMatchObject({ reason: 'address' });
  expect(reached).toBe(false);
});

it('gives the whole of an answer, unpacked, from where it came', async () => {
  const home = await serve(({ url }, response) => {
    if (url === '/') return response.writeHead(301, { location: '/page' }).end();
    response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8', 'content-encoding': 'gzip' });
    response.end(gzipSync('<p>hello'));
  });
  const hops: string[] = [];
  const answer = await get(home, {
    ...trusting(home),
    redirects: 1,
    before: ({ pathname }) => void hops.push(pathname),
  });
  expect(answer).toMatchObject({ status: 200, mediaType: 'text/html' });
  expect([answer.url.pathname, answer.body.toString()]).toEqual(['/page', '<p>hello']);
  expect(hops).toEqual(['/', '/page']);
});

describe('an answer that wears a reader out', () => {
  const refused = async (listener: RequestListener, options: Partial<GuardedFetchOptions> = {}) => {
    const home = await serve(listener);
    return get(home, { ...trusting(home), redirects: 2, ...options }).catch((error: unknown) => error);
  };

  it('is cut off at its size, packed or not', async () => {
    const plain = await refused((_, response) => response.end(Buffer.alloc(1_001)));
    expect(plain).toMatchObject({ reason: 'size' });
    const packed = await refused((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    );
    expect(packed).toMatchObject({ reason: 'size' });
  });

  it('is late, and not whole, where its end never comes', async () => {
    const home = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>x</p>');
    });
    await new Promise<void>((resolve) => home.listen(0, '127.0.0.1', resolve));
    closing.push(() => home.close());
    const url = new URL(`http://127.0.0.1:${(home.address() as AddressInfo).port}/`);
    const late = get(url, { ...trusting(url), signal: AbortSignal.timeout(200) });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends after so many redirects', async () => {
    expect(await refused((_, response) => response.writeHead(302, { location: '/' }).end())).toMatchObject({
      reason: 'redirects',
    });
    expect(await refused((_, response) => response.writeHead(302).end())).toMatchObject({
      reason: 'redirects',
    });
  });

  it('is not read when it is of another type', async () => {
    const picture: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    expect(await refused(picture, { reads: (type) => type === 'text/html' })).toMatchObject({
      reason: 'type',
    });
  });

  it.each([
    ['says nothing', () => undefined],
    [
      'drips',
      (response: Parameters<RequestListener>[1]) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 20);
        closing.push(() => clearInterval(timer));
      },
    ],
  ])('is left at the deadline when it %s', async (_what, answer) => {
    const error = await refused((_, response) => void answer(response), { signal: AbortSignal.timeout(200) });
    expect(error).toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['gzip', 'identity'])('is an error when it is cut off (%s)', async (encoding) => {
    const error = await refused((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': '500' });
      response.write(gzipSync('hello').subarray(0, 12));
      setTimeout(() => response.destroy(), 20);
    });
    expect(error).toMatchObject({ reason: 'answer', message: 'its answer was cut off' });
  });

  it.each([
    ['as RFC 1950 has it', deflateSync],
    ['bare, as many servers have it', deflateRawSync],
  ])('is unpacked where it is deflated %s', async (_how, pack) => {
    const words = 'Wood and charcoal. '.repeat(5_000);
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(pack(words)),
    );
    const options = { ...trusting(url), maxBytes: words.length };
    expect((await get(url, options)).body.toString()).toBe(words);
    await expect(get(url, { ...options, maxBytes: 1_000 })).rejects.toMatchObject({ reason: 'size' });
  });

  it.each([
    ['packed in a way', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain'],
    ['packed in a way', 'HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 5\r\n\r\nplain'],
    ['no HTTP that can be read', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['no HTTP that can be read', 'SSH-2.0-OpenSSH\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['redirects to nowhere', 'HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n'],
  ])('is refused at once, and by its own reason: %s', async (why, answer) => {
    const home = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answer));
    });
    await new Promise<void>((resolve) => home.listen(0, '127.0.0.1', resolve));
    closing.push(() => home.close());
    const url = new URL(`http://127.0.0.1:${(home.address() as AddressInfo).port}/`);
    await expect(get(url, { ...trusting(url), redirects: 2 })).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining(why),
    });
  });
});
