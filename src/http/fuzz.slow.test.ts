import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
let key: string;
let sessionId: string;
beforeAll(async () => {
  app = await startTestApp({ script: { answer: { text: 'ok' } } });
  key = await app.key('chat');
  sessionId = ((await (await app.post('/sessions', key, {})).json()) as { sessionId: string }).sessionId;
});
afterAll(() => app.close());
afterEach(() => {
  expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly requestId: string;
  readonly body: string;
}

/** Plain node:http, because fetch would clean up the path and refuse the headers. */
function send(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(app.url, { method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: String(response.headers['content-type'] ?? ''),
          requestId: String(response.headers['x-request-id'] ?? ''),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function check(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.requestId).not.toBe('');
  if (answer.status < 400) return;
  expect(answer.type).toBe('application/problem+json; charset=utf-8');
  if (answer.body === '') return; // HEAD
  expect(JSON.parse(answer.body)).toMatchObject({
    status: answer.status,
    code: expect.any(String),
    detail: expect.any(String),
  });
}

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const segment = fc.oneof(
  visible,
  fc.constantFrom(
    'sessions',
    'messages',
    'runs',
    'abort',
    'approvals',
    '..',
    '%00',
    '%2e%2e',
    '%',
    '%ff',
    '__proto__',
    '',
  ),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
);
const path = fc
  .tuple(fc.array(segment, { maxLength: 5 }), fc.option(fc.tuple(visible, visible)))
  .map(([segments, query]) => `/${segments.join('/')}${query === null ? '' : `?${query[0]}=${query[1]}`}`);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
);
const headerValue = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

describe('whatever comes in, no answer is a 5xx and every refusal is a problem', () => {
  it('on any path and method', async () => {
    await fc.assert(
      fc.asyncProperty(method, path, fc.boolean(), async (verb, target, signed) => {
        check(await send(verb, target, signed ? { Authorization: `Bearer ${key}` } : {}));
      }),
      { numRuns: 250, examples: [['GET', '//?=@#', false]] },
    );
  });

  it('with any headers', async () => {
    const names = fc.constantFrom(
      'Authorization',
      'Cookie',
      'Accept',
      'Origin',
      'X-Request-Id',
      'X-Auth-Type',
      'X-Forwarded-For',
      'Last-Event-ID',
      'If-None-Match',
      'Content-Type',
      'Content-Encoding',
      'Access-Control-Request-Method',
      'Host',
      'Range',
      '__proto__',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '/',
          '/docs',
          '/sessions',
          `/sessions/${sessionId}`,
          '/auth/session',
          '/health/plugins',
        ),
        method,
        fc.dictionary(names, headerValue, { maxKeys: 5 }),
        async (target, verb, headers) => {
          check(await send(verb, target, { ...headers }));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('with any JSON body on any route that takes one', async () => {
    const near = fc.record(
      {
        message: fc.oneof(fc.string({ maxLength: 50 }), fc.jsonValue()),
        stream: fc.oneof(fc.constant(false), fc.jsonValue()),
        attachments: fc.jsonValue(),
        tools: fc.jsonValue(),
        metadata: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
        decisions: fc.oneof(fc.array(fc.record({ id: fc.string(), approved: fc.boolean() })), fc.jsonValue()),
        title: fc.jsonValue(),
        code: fc.jsonValue(),
        ['__proto__']: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '/sessions',
          `/messages/${sessionId}`,
          `/messages/${sessionId}/approvals`,
          '/auth/session',
        ),
        fc.oneof(near, fc.jsonValue()),
        async (target, body) => {
          check(
            await send(
              'POST',
              target,
              { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
              Buffer.from(JSON.stringify(body)),
            ),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('with any bytes for a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        check(await send('POST', `/messages/${sessionId}`, headers, Buffer.from(bytes)));
      }),
      { numRuns: 120 },
    );
  });

  it('nor does a torn request harm the next one', async () => {
    const port = Number(new URL(app.url).port);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /messages/${sessionId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"message"`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    expect((await app.get('/health')).status).toBe(200);
  });

  it('nor can a header of ours be forged from what comes in', async () => {
    const smuggled = ['%0d%0aX-Evil:%201', '%0d%0a%0d%0a<html>'];
    for (const text of smuggled) {
      for (const target of [`/sessions/${text}`, `/messages/${text}/abort`, `/${text}`, `/?a=${text}`]) {
        const response = await app.get(target, key);
        expect(response.headers.get('x-evil')).toBeNull();
      }
    }
  });
});
