import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyRoute, definePlugin, defineRoute, HANDLED, OracleError, reply } from '../plugin/index.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

const ok = { 200: { description: 'ok' } };
let sawAbort = () => {};
const aborted = new Promise<void>((resolve) => {
  sawAbort = resolve;
});

const routes: AnyRoute[] = [
  defineRoute({
    method: 'get',
    path: '/t/public',
    auth: 'public',
    summary: 'Public',
    responses: ok,
    handler: ({ principal }) => ({ principal: principal.id }),
  }),
  defineRoute({
    method: 'get',
    path: '/t/any',
    auth: 'any',
    summary: 'Any',
    responses: ok,
    handler: ({ principal, requestId }) => ({ kind: principal.kind, requestId }),
  }),
  defineRoute({
    method: 'get',
    path: '/t/keys',
    auth: 'api-key',
    summary: 'Keys',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'get',
    path: '/t/ucan',
    auth: { ucan: 'fs/read' },
    summary: 'Ucan',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'get',
    path: '/t/scoped',
    auth: 'any',
    scope: 'special',
    summary: 'Scoped',
    responses: ok,
    handler: () => ({}),
  }),
  defineRoute({
    method: 'post',
    path: '/t/echo/:id',
    auth: 'public',
    summary: 'Echo',
    request: {
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ city: z.string().min(2), days: z.coerce.number().int().max(7).default(1) }),
      headers: z.object({ 'x-tenant': z.string().min(1) }),
      body: z.strictObject({ name: z.string(), sizes: z.array(z.number()).max(3) }),
    },
    responses: ok,
    bodyLimit: 1024,
    handler: ({ params, query, headers, body }) => ({ params, query, headers, body }),
  }),
  defineRoute({
    method: 'put',
    path: '/t/raw',
    auth: 'public',
    summary: 'Raw',
    request: { body: 'raw' },
    responses: ok,
    async handler({ body }) {
      let size = 0;
      for await (const chunk of body) size += (chunk as Buffer).length;
      return { size };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/rest/*rest',
    auth: 'public',
    summary: 'Wildcard',
    request: { params: z.object({ rest: z.array(z.string()) }) },
    responses: ok,
    handler: ({ params }) => params,
  }),
  defineRoute({
    method: 'get',
    path: '/t/reply/:kind',
    auth: 'public',
    summary: 'Replies',
    request: { params: z.object({ kind: z.string() }) },
    responses: ok,
    handler({ params, raw }) {
      if (params.kind === 'text') return reply({ body: 'plain' });
      if (params.kind === 'bytes')
        return reply({ headers: { 'Content-Type': 'image/x' }, body: new Uint8Array([1, 2]) });
      if (params.kind === 'stream')
        return reply({ status: 206, body: Readable.from([Buffer.from('ab'), Buffer.from('cd')]) });
      if (params.kind === 'empty') return undefined;
      if (params.kind === 'bad-stream')
        return reply({
          body: new Readable({
            read() {
              this.destroy(new OracleError('gone', { detail: 'Dropped.' }));
            },
          }),
        });
      if (params.kind === 'bad-json') return { big: 1n };
      if (params.kind === 'bad-header') return reply({ headers: { 'X-Bad': 'a\r\nX-Evil: 1' }, body: {} });
      raw.response.end('handled');
      return HANDLED;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/fail/:how',
    auth: 'public',
    summary: 'Failures',
    responses: ok,
    handler({ params }) {
      if (params['how'] === 'defect') throw new Error('secret connection string');
      if (params['how'] === 'uri') throw new URIError('not about the path');
      if (params['how'] === 'status') throw Object.assign(new Error('forged'), { status: 404, expose: true });
      throw new OracleError('unavailable', {
        detail: 'Upstream is down.',
        hint: 'Come back.',
        headers: { 'Retry-After': '7', 'X-Split': 'a\r\nb' },
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/slow',
    auth: 'public',
    summary: 'Slow',
    responses: ok,
    async handler({ signal }) {
      await once(signal, 'abort');
      sawAbort();
      return {};
    },
  }),
  defineRoute({
    method: 'get',
    path: '/t/limited',
    auth: 'public',
    rateLimit: 2,
    summary: 'Limited',
    responses: ok,
    handler: () => ({}),
  }),
];

const plugin = definePlugin({
  name: 'probe',
  version: '1.0.0',
  manifest: { title: 'Probe', summary: 'Routes for tests.', whenToUse: ['never'], loading: 'silent' },
  setup: () => ({ routes }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = (await response.json()) as {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    hint?: string;
    errors?: { field: string; message: string }[];
    requestId: string;
  };
  expect(problem.type).toBe(`urn:oracle-runtime:problem:${problem.code}`);
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}

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

describe('authentication and authorization', () => {
  it('lets anyone use a public route, also with a credential that is refused elsewhere', async () => {
    for (const key of [undefined, 'nonsense']) {
      const response = await app.get('/t/public', key);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ principal: 'anonymous' });
    }
  });

  it('asks for a credential everywhere else', async () => {
    for (const path of ['/t/any', '/t/keys', '/t/ucan', '/t/scoped', '/sessions']) {
      const response = await app.get(path);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect((await problemOf(response)).code).toBe('unauthenticated');
    }
  });

  it('knows the principal of a key', async () => {
    const response = await app.get('/t/any', await app.key('chat'));
    expect(await response.json()).toMatchObject({ kind: 'api-key' });
    expect((await app.get('/t/keys', await app.key('chat'))).status).toBe(200);
  });

  it('refuses a key where a UCAN is due, and one without the scope', async () => {
    const key = await app.key('chat');
    expect((await problemOf(await app.get('/t/ucan', key))).code).toBe('forbidden');
    const problem = await problemOf(await app.get('/t/scoped', key));
    expect(problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect(problem.detail).toContain('special');
    expect((await app.get('/t/scoped', await app.key('special'))).status).toBe(200);
    expect((await problemOf(await app.get('/sessions', await app.key('special')))).code).toBe('forbidden');
  });

  it('says that the identity is missing, with or without a credential', async () => {
    const bare = await startTestApp({ plugins: [plugin], identity: false });
    try {
      for (const key of [undefined, 'something']) {
        const problem = await problemOf(await bare.get('/t/any', key));
        expect(problem).toMatchObject({ status: 401, code: 'identity_missing' });
        expect(problem.hint).toContain('SIGNING_MNEMONIC');
      }
      expect((await bare.get('/t/public')).status).toBe(200);
    } finally {
      await bare.close();
    }
  });

  it('stops listening to an address that keeps presenting refused credentials', async () => {
    const strict = await startTestApp();
    try {
      for (let at = 0; at < 30; at += 1)
        expect((await strict.get('/sessions', `wrong-${at}`)).status).toBe(401);
      const response = await strict.get('/sessions', 'wrong-again');
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await strict.get('/health')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('validation', () => {
  const post = (body: unknown, init: RequestInit = {}, query = '?city=Berlin') =>
    app.post(`/t/echo/7${query}`, undefined, body, {
      ...init,
      headers: { 'X-Tenant': 'a', ...init.headers },
    });
  const good = { name: 'x', sizes: [1] };

  it('hands parsed values to the handler', async () => {
    expect(await (await post(good)).json()).toEqual({
      params: { id: 7 },
      query: { city: 'Berlin', days: 1 },
      headers: { 'x-tenant': 'a' },
      body: good,
    });
  });

  it('lists the faults of all parts at once', async () => {
    const response = await app.post('/t/echo/seven?city=B&days=9', undefined, {
      sizes: [1, 'x'],
      extra: true,
    });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(problem.errors?.map(({ field }) => field).toSorted()).toEqual([
      'city',
      'days',
      'extra',
      'id',
      'name',
      'sizes.1',
      'x-tenant',
    ]);
  });

  it('names the body when there is none', async () => {
    const response = await fetch(`${app.url}/t/echo/7?city=Berlin`, {
      method: 'POST',
      headers: { 'X-Tenant': 'a' },
    });
    expect((await problemOf(response)).errors).toEqual([{ field: 'body', message: 'required, object' }]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'multipart/form-data',
  ])('refuses a body of type %s', async (type) => {
    const problem = await problemOf(await post(good, { headers: { 'Content-Type': type } }));
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('refuses a compressed body and takes other JSON types', async () => {
    expect((await post(good, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
    expect(
      (await post(good, { headers: { 'Content-Type': 'application/merge-patch+json; charset=UTF-8' } }))
        .status,
    ).toBe(200);
  });

  it('says where the JSON breaks', async () => {
    const response = await fetch(`${app.url}/t/echo/7?city=Berlin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tenant': 'a' },
      body: '{\n  "name": x}',
    });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: 'malformed_json' });
    expect(problem.errors).toEqual([
      { field: 'body', message: 'position 12 (line 2, column 11): expected a value, found "x"' },
    ]);
  });

  it('refuses what is not UTF-8, skips a byte order mark, and refuses absurd nesting', async () => {
    const send = (body: Uint8Array | string) =>
      fetch(`${app.url}/t/echo/7?city=Berlin`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Tenant': 'a' },
        body,
      });
    expect((await problemOf(await send(new Uint8Array([0x22, 0xff, 0x22])))).code).toBe('malformed_json');
    expect((await send(`\ufeff${JSON.stringify(good)}`)).status).toBe(200);
    const nested = await problemOf(await send('['.repeat(300) + ']'.repeat(300)));
    expect(nested.detail).toContain('deeper than 100');
  });

  it('answers 413 to a body over the limit, declared or not', async () => {
    const large = { name: 'x'.repeat(2000), sizes: [] };
    expect((await problemOf(await post(large))).code).toBe('payload_too_large');
    const chunked = await fetch(`${app.url}/t/echo/7?city=Berlin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tenant': 'a' },
      body: new Blob([JSON.stringify(large)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect((await problemOf(chunked)).code).toBe('payload_too_large');
    const huge = await post({ name: 'x'.repeat(5_000_000), sizes: [] });
    expect((await problemOf(huge)).code).toBe('payload_too_large');
  });

  it('hands a raw body on as a stream, without a limit of its own', async () => {
    const response = await fetch(`${app.url}/t/raw`, { method: 'PUT', body: new Uint8Array(3_000_000) });
    expect(await response.json()).toEqual({ size: 3_000_000 });
  });

  it.each(['/t/echo/%E0%A4%A', '/t/echo/7?city=%FF', '/nowhere/%zz'])(
    'answers 400 to the encoding of %s',
    async (path) => {
      const problem = await problemOf(await app.post(path, undefined, good));
      expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );

  it('keeps an encoded slash inside its wildcard segment', async () => {
    expect(await (await app.get('/t/rest/a%2Fb/c')).json()).toEqual({ rest: ['a/b', 'c'] });
  });
});

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
      expect(line?.fields['err']).toBeInstanceOf(Error);
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
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, DELETE, OPTIONS']);
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

describe('CORS', () => {
  const origin = (value: string, more: Record<string, string> = {}) => ({
    headers: { Origin: value, ...more },
  });

  it('is denied by default', async () => {
    const response = await app.get('/health', undefined, origin('https://app.example'));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('allows listed origins with credentials and answers their preflight', async () => {
    const open = await startTestApp({ config: { corsOrigins: ['https://app.example'] } });
    try {
      const allowed = await open.get('/health', undefined, origin('https://app.example'));
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
      expect(allowed.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(allowed.headers.get('vary')).toContain('Origin');
      // A refusal must be readable too.
      const refused = await open.get('/sessions', undefined, origin('https://app.example'));
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
        401,
        'https://app.example',
      ]);
      const preflight = await fetch(`${open.url}/sessions`, {
        method: 'OPTIONS',
        ...origin('https://app.example', {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        }),
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      const other = await open.get('/health', undefined, origin('https://evil.example'));
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.close();
    }
  });

  it('opens to every origin by *, without credentials', async () => {
    const open = await startTestApp({ config: { corsOrigins: ['*'] } });
    try {
      const response = await open.get('/health', undefined, origin('https://any.example'));
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    } finally {
      await open.close();
    }
  });
});

describe('rate limits', () => {
  it('answers 429 with Retry-After once a route of its own limit has had enough', async () => {
    expect((await app.get('/t/limited')).status).toBe(200);
    expect((await app.get('/t/limited')).status).toBe(200);
    const response = await app.get('/t/limited');
    expect((await problemOf(response)).code).toBe('rate_limited');
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await app.get('/t/public')).status).toBe(200);
  });

  it('counts principals apart from each other', async () => {
    const small = await startTestApp({ plugins: [plugin], config: { rateLimitPerMinute: 3 } });
    try {
      const [mine, yours] = [await small.key('chat'), await small.key('chat')];
      for (let at = 0; at < 3; at += 1) expect((await small.get('/t/any', mine)).status).toBe(200);
      expect((await small.get('/t/any', mine)).status).toBe(429);
      expect((await small.get('/t/any', yours)).status).toBe(200);
      expect((await small.get('/t/public')).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  it('believes X-Forwarded-For only from a trusted proxy, and only its last hop', async () => {
    for (const [trustProxy, last] of [
      [false, 429],
      [true, 200],
    ] as const) {
      const small = await startTestApp({ plugins: [plugin], config: { rateLimitPerMinute: 1, trustProxy } });
      try {
        const from = (chain: string) =>
          small.get('/t/public', undefined, { headers: { 'X-Forwarded-For': chain } });
        expect((await from('198.51.100.1')).status).toBe(200);
        expect((await from('198.51.100.2')).status).toBe(last);
        expect((await from('203.0.113.9, 198.51.100.2')).status).toBe(429);
      } finally {
        await small.close();
      }
    }
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
            responses: ok,
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

describe('what is no HTTP', () => {
  it('gets a problem too', async () => {
    for (const [text, status] of [
      ['NONSENSE\r\n\r\n', '400'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
      ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', '400'],
    ] as const) {
      const answer = await sendRaw(text);
      expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
      expect(answer).toContain('application/problem+json');
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status: Number(status) });
    }
  });
});
