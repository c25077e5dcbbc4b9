import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin, defineRoute, prepared, reply } from '../plugin/index.js';
import { aborted, probePlugin } from './testing/probe-plugin.js';
import { problemOf } from './testing/problem-of.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

/** Bytes as they are, for what fetch would not send. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.end(text);
  await once(socket, 'close');
  return answer;
}

describe('answers', () => {
  it('sends text, bytes, streams, nothing, and what the handler wrote itself', async () => {
    const text = await app.get('/t/reply/text');
    expect([text.headers.get('content-type'), await text.text()]).toEqual([
      'text/plain; charset=utf-8',
      'plain',
    ]);
    const bytes = await app.get('/t/reply/bytes');
    expect([bytes.headers.get('content-type'), [...new Uint8Array(await bytes.arrayBuffer())]]).toEqual([
      'image/x',
      [1, 2],
    ]);
    const stream = await app.get('/t/reply/stream');
    expect([stream.status, await stream.text()]).toEqual([206, 'abcd']);
    expect((await app.get('/t/reply/empty')).status).toBe(204);
    expect(await (await app.get('/t/reply/handled')).text()).toBe('handled');
  });

  it('turns a stream that fails before its first byte into an error answer', async () => {
    expect((await problemOf(await app.get('/t/reply/bad-stream'))).code).toBe('gone');
  });

  it('answers HEAD like GET without the body', async () => {
    const response = await app.get('/t/reply/text', undefined, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '5',
      '',
    ]);
  });

  it.each(['/t/fail/defect', '/t/fail/uri', '/t/fail/status', '/t/reply/bad-json', '/t/reply/bad-header'])(
    'keeps the inside of a defect in the log (%s)',
    async (path) => {
      const response = await app.get(path);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ status: 500, code: 'internal' });
      expect(JSON.stringify(problem)).not.toMatch(/secret|forged|BigInt|X-Bad/);
      expect(response.headers.get('x-evil')).toBeNull();
      const line = app.logs.find(
        ({ level, fields }) => level === 'error' && fields['requestId'] === problem.requestId,
      );
      expect(line?.fields['err']).toMatchObject({ stack: expect.stringContaining('Error') });
    },
  );

  it('lets an expected failure speak, with its headers, unless one is not sendable', async () => {
    const response = await app.get('/t/fail/expected');
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'unavailable', hint: 'Come back.' });
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('x-split')).toBeNull();
  });

  it('tells the handler when the client goes away', async () => {
    const controller = new AbortController();
    const response = app.get('/t/slow', undefined, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(response).rejects.toThrow();
    await aborted;
  });

  it('carries security headers and a policy that allows nothing', async () => {
    const { headers } = await app.get('/t/public');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('headers of a reply', () => {
  it('come beside the common ones, frozen or not, unless they were prepared', async () => {
    const route = (path: string, headers: Readonly<Record<string, string>>) =>
      defineRoute({
        method: 'get',
        path,
        auth: 'public',
        summary: path,
        responses: {},
        handler: () => reply({ headers, body: 'text' }),
      });
    const own = { 'X-Own': 'yes' };
    const plugin = definePlugin({
      name: 'headers',
      version: '1.0.0',
      manifest: { title: 'Headers', summary: 'Headers.', whenToUse: ['never'], loading: 'silent' },
      setup: () => ({
        routes: [
          route('/frozen', Object.freeze({ ...own })),
          route('/prepared', prepared({ ...own, 'Content-Length': '4', 'X-Frame-Options': 'SAMEORIGIN' })),
        ],
      }),
    });
    const site = await startTestApp({ plugins: [plugin] });
    const shown = async (path: string) => {
      const { headers } = await site.get(path);
      return ['x-own', 'cache-control', 'content-type', 'content-length', 'x-frame-options'].map((name) =>
        headers.get(name),
      );
    };
    try {
      for (const _ of ['first', 'again']) {
        expect(await shown('/frozen')).toEqual(['yes', 'no-store', 'text/plain; charset=utf-8', '4', 'DENY']);
        expect(await shown('/prepared')).toEqual(['yes', null, null, '4', 'SAMEORIGIN']);
      }
    } finally {
      await site.close();
    }
  });
});

describe('paths and methods', () => {
  it('answers 404 where there is nothing', async () => {
    expect((await problemOf(await app.get('/nowhere'))).code).toBe('not_found');
    expect((await app.get('/T/Public')).status).toBe(404);
  });

  it('answers 405 with Allow to a method that a path has not', async () => {
    const response = await fetch(`${app.url}/t/public`, { method: 'DELETE' });
    expect((await problemOf(response)).code).toBe('method_not_allowed');
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const sessions = await fetch(`${app.url}/sessions`, { method: 'PUT' });
    expect(sessions.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
  });

  it('answers OPTIONS with Allow', async () => {
    const response = await fetch(`${app.url}/sessions/x`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
    ]);
  });
});

describe('request ids', () => {
  it('keeps a sane one and replaces any other', async () => {
    const kept = await app.get('/health', undefined, { headers: { 'X-Request-Id': 'trace-1.2:3' } });
    expect(kept.headers.get('x-request-id')).toBe('trace-1.2:3');
    for (const id of ['a b', 'x'.repeat(200), '<script>']) {
      const response = await app.get('/health', undefined, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it('is in the request line of the log, which leaves the query out', async () => {
    const response = await app.get('/t/public?token=hush', undefined, {
      headers: { 'X-Request-Id': 'find-me' },
    });
    await response.text();
    await expect
      .poll(() => app.logs.find(({ fields }) => fields['requestId'] === 'find-me'))
      .toMatchObject({
        level: 'info',
        message: 'request',
        fields: { method: 'GET', path: '/t/public', status: 200 },
      });
    expect(JSON.stringify(app.logs)).not.toContain('hush');
  });
});

describe('plugins that are not ready', () => {
  it('answers 503 on their routes until they are', async () => {
    let ready = () => {};
    const late = definePlugin({
      name: 'late',
      version: '1.0.0',
      manifest: { title: 'Late', summary: 'Late.', whenToUse: ['later'], loading: 'silent' },
      setup: () => ({
        routes: [
          defineRoute({
            method: 'get',
            path: '/late',
            auth: 'public',
            summary: 'Late',
            responses: { 200: { description: 'ok' } },
            handler: () => ({}),
          }),
        ],
        ready: () =>
          new Promise<void>((resolve) => {
            ready = resolve;
          }),
      }),
    });
    const slow = await startTestApp({ plugins: [late] });
    try {
      const response = await slow.get('/late');
      expect((await problemOf(response)).code).toBe('unavailable');
      expect(response.headers.get('retry-after')).toBe('5');
      const pending = await (await slow.get('/openapi.json')).text();
      expect(pending).toContain('Late. (pending');
      ready();
      await expect.poll(async () => (await slow.get('/late')).status).toBe(200);
      expect(await (await slow.get('/openapi.json')).text()).not.toContain('Late. (pending');
    } finally {
      await slow.close();
    }
  });
});

describe('a request that may be read in two ways', () => {
  it.each([
    ['absolute, of the host that it names', 'GET http://LOCALHOST/health HTTP/1.1\r\nHost: localhost\r\n'],
    ['of HTTP/1.0, which knows no Host', 'GET /health HTTP/1.0\r\n'],
    ['that expects what nobody knows', 'GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n'],
  ])('is answered when it is not: %s', async (_, head) => {
    expect(await sendRaw(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('what is no HTTP', () => {
  it('gets a problem too', async () => {
    for (const [text, status] of [
      ['NONSENSE\r\n\r\n', '400'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(90_000)}\r\n\r\n`, '431'],
      ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', '400'],
      ['GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
      ['GET /health HTTP/1.1\r\nHost: localhost\r\nhost: evil.com\r\nConnection: close\r\n\r\n', '400'],
      ['GET http://evil.com/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '400'],
    ] as const) {
      const answer = await sendRaw(text);
      expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
      expect(answer).toContain('application/problem+json');
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status: Number(status) });
    }
  });
});
