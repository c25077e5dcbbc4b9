import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyRoute, definePlugin, defineRoute, type HttpMethod } from '../plugin/index.js';
import { createRouter } from './router.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

/** A route that answers with its own path and the parameters it was given. */
function at(method: HttpMethod, path: string, params?: z.ZodObject | 'raw'): AnyRoute {
  return defineRoute({
    method,
    path,
    auth: 'public',
    summary: path,
    ...(params === undefined ? {} : { request: { params } }),
    responses: {},
    ...(path === '/raw/:id' ? { optionsHeaders: { 'X-Told': 'yes' } } : {}),
    handler: (context) => ({ path, params: context.params }),
  });
}

const plugin = definePlugin({
  name: 'places',
  version: '1.0.0',
  manifest: { title: 'Places', summary: 'Routes for tests.', whenToUse: ['never'], loading: 'silent' },
  setup: () => ({
    routes: [
      at('get', '/o/:id'),
      at('get', '/o/fixed'),
      at('put', '/o/fixed'),
      at('delete', '/o/:id'),
      at('get', '/o/:id/all/*rest', z.object({ id: z.string(), rest: z.array(z.string()) })),
      at('get', '/either/:a{/:b}'),
      at('get', '/slash/'),
      at('get', '/file/:name.csv'),
      at('get', '/span/:a-:b'),
      at('get', '/raw/:id', 'raw'),
      at('get', '/open/*path', 'raw'),
      at('get', '/open/:space/*path', 'raw'),
      at('get', '/open/id/:id', 'raw'),
    ],
  }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin], env: { CORS_ORIGINS: 'https://page.example' } });
});
afterAll(() => app.close());

/** Sends a request line as it is, which no well-behaved client would. */
async function ask(line: string, headers: readonly string[] = []) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  socket.write(
    [
      `${line} HTTP/1.1`,
      `Host: ${/:\/\/(?:u@)?([^/?]+)/.exec(line)?.[1] ?? 'localhost'}`,
      'Connection: close',
      ...headers,
      '',
      '',
    ].join('\r\n'),
    'latin1',
  );
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  return { status: Number(head.split(' ')[1]), header, body };
}

/** What took a GET: a route of ours with its parameters, another route by its status alone, or the code of a refusal. */
async function taker(target: string): Promise<unknown> {
  const { status, body } = await ask(`GET ${target}`);
  const { path, params, code } = JSON.parse(body) as { path?: string; params?: unknown; code?: string };
  return path === undefined ? (code ?? status) : [path, params];
}

const LONG = 'x'.repeat(12_000);
const id = (value: string) => ['/o/:id', { id: value }];
const raw = (value: string) => ['/raw/:id', { id: value }];
const space = (name: string, path: string) => ['/open/:space/*path', { space: name, path }];
const open = (path: string) => ['/open/*path', { path }];
const rest = (...segments: string[]) => ['/o/:id/all/*rest', { id: 'a', rest: segments }];
const NOTHING = 'not_found';
const BROKEN = 'invalid_request';

describe('what a path is answered by', () => {
  it.each<[target: string, taker: unknown]>([
    ['/o/fixed', ['/o/fixed', {}]],
    ['/o/fixed/', ['/o/fixed', {}]],
    ['/o/FIXED', id('FIXED')],
    ['/O/fixed', NOTHING],
    ['/o/%66ixed', id('fixed')],
    ['/o/x', id('x')],
    ['/o/x/', id('x')],
    ['/o/x//', NOTHING],
    ['/o/', NOTHING],
    ['/o//', NOTHING],
    ['/o//x', NOTHING],
    ['//o/x', NOTHING],
    ['/o/%2F', id('/')],
    ['/o/a%2Fb', id('a/b')],
    ['/o%2Fx', NOTHING],
    ['/o/%252F', id('%2F')],
    ['/o/%25', id('%')],
    ['/o/%00', id('\0')],
    ['/o/%zz', BROKEN],
    ['/o/%', BROKEN],
    ['/o/%ff', BROKEN],
    ['/o/..', id('..')],
    ['/o/.', id('.')],
    ['/o/../o/x', NOTHING],
    ['/./o/x', NOTHING],
    ['/o/a+b', id('a+b')],
    ['/o/a;b', id('a;b')],
    ['/o/a\\b', id('a\\b')],
    ['/o/|^`{}"<>', id('|^`{}"<>')],
    ['/o/:id', id(':id')],
    ['/o/*', id('*')],
    ['/o/a#b', id('a')],
    ['/o/a?/b', id('a')],
    ['/o/?', NOTHING],
    [`/o/${LONG}`, id(LONG)],
    ['/o/a/b', NOTHING],
    ['/o/a/all', NOTHING],
    ['/o/a/all/', NOTHING],
    ['/o/a/all//', rest('', '')],
    ['/o/a/all/b/', rest('b', '')],
    ['/o/a/all/b%2Fc/d', rest('b/c', 'd')],
    ['/o/a/all/%zz', BROKEN],
    ['/o/%zz/all/b', BROKEN],
    ['/either/1', ['/either/:a{/:b}', { a: '1' }]],
    ['/either/1/', ['/either/:a{/:b}', { a: '1' }]],
    ['/either/1/2/', ['/either/:a{/:b}', { a: '1', b: '2' }]],
    ['/either/', NOTHING],
    ['/slash', ['/slash/', {}]],
    ['/slash/', ['/slash/', {}]],
    ['/file/a.b.csv', ['/file/:name.csv', { name: 'a.b' }]],
    ['/file/.csv', NOTHING],
    ['/span/a-b-c', ['/span/:a-:b', { a: 'a-b', b: 'c' }]],
    ['/', 200],
    ['//', 200],
    ['///', NOTHING],
    ['//health', NOTHING],
    ['//?=@#', BROKEN],
    ['/health', 200],
    ['/health/', 200],
    ['/health?%zz', BROKEN],
    ['/health#x', 200],
    ['/Health', NOTHING],
    ['/%68ealth', NOTHING],
    ['/%70ublic', NOTHING],
    ['/%zz', BROKEN],
    ['/nowhere/%zz', BROKEN],
    ['*', NOTHING],
    ['health', BROKEN],
    ['http://localhost', 200],
    ['http://localhost?x', 200],
    ['HTTP://localhost:1/o/a%2Fb?x', id('a/b')],
    ['https://u@localhost/health/', 200],
    ['ftp://localhost/health', 200],
  ])('GET %s', async (target, expected) => {
    expect(await taker(target)).toEqual(expected);
  });

  it.each<[target: string, taker: unknown]>([
    ['/raw/x', raw('x')],
    ['/raw/x/', NOTHING],
    ['/raw/', NOTHING],
    ['/raw', NOTHING],
    ['/raw/%2F', raw('%2F')],
    ['/raw/%252F', raw('%252F')],
    ['/raw/%zz', raw('%zz')],
    ['/raw/%', raw('%')],
    ['/raw/%00', raw('%00')],
    ['/raw/..', raw('..')],
    ['/raw/x?a=%zz', raw('x')],
    ['http://localhost/raw/%zz', raw('%zz')],
    ['/open', NOTHING],
    ['/open/', open('')],
    ['/open//', open('/')],
    ['/open//x', open('/x')],
    ['/open/s', open('s')],
    ['/open/s/', space('s', '')],
    ['/open/s//', space('s', '/')],
    ['/open/s/p/', space('s', 'p/')],
    ['/open/s/a//b', space('s', 'a//b')],
    ['/open/s/../b', space('s', '../b')],
    ['/open/s/%2F%00%zz', space('s', '%2F%00%zz')],
    ['/open/%zz/x', space('%zz', 'x')],
    ['/open/%69d/x', space('%69d', 'x')],
    [`/open/s/${LONG}`, space('s', LONG)],
    ['/open/id', open('id')],
    ['/open/id/', space('id', '')],
    ['/open/id/x', ['/open/id/:id', { id: 'x' }]],
    ['/open/id/x/', space('id', 'x/')],
    ['/open/id/%zz', ['/open/id/:id', { id: '%zz' }]],
  ])('GET %s, taken raw', async (target, expected) => {
    expect(await taker(target)).toEqual(expected);
  });
});

describe('what a method is answered at a path', () => {
  const FIXED = 'GET, HEAD, PUT, DELETE, OPTIONS';
  it.each<[method: string, target: string, status: number, allow?: string]>([
    ['HEAD', '/o/x', 200],
    ['HEAD', '/o/%zz', 400],
    ['HEAD', '/open/s/%zz', 200],
    ['HEAD', '/nowhere', 404],
    ['DELETE', '/o/fixed', 200],
    ['DELETE', '/o/a/all/b', 405, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/o/a/all/%zz', 400],
    ['DELETE', '/open/s/%zz', 405, 'GET, HEAD, OPTIONS'],
    ['PUT', '/o/x', 405, 'GET, HEAD, DELETE, OPTIONS'],
    ['POST', '/o/fixed', 405, FIXED],
    ['POST', '/o/%zz', 400],
    ['PATCH', '/o/x/', 405, 'GET, HEAD, DELETE, OPTIONS'],
    ['PATCH', '/raw/x/', 404],
    ['TRACE', '/health', 405, 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/nowhere/%zz', 400],
    ['OPTIONS', '/o/fixed', 204, FIXED],
    ['OPTIONS', '/o/%zz', 400],
    ['OPTIONS', '/nowhere', 404],
    ['OPTIONS', '*', 404],
  ])('%s %s: %i', async (method, target, status, allow) => {
    const answer = await ask(`${method} ${target}`);
    expect([answer.status, answer.header('allow')]).toEqual([status, allow]);
    if (status >= 400) expect(answer.header('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('tells a preflight of a listed page what it may do, and others nothing', async () => {
    const preflight = (origin: string, path: string) =>
      ask(`OPTIONS ${path}`, [
        `Origin: ${origin}`,
        'Access-Control-Request-Method: PUT',
        'Access-Control-Request-Headers: x-a, x-b',
      ]);
    const { status, header } = await preflight('https://page.example', '/raw/x');
    expect([status, header('access-control-allow-methods'), header('access-control-allow-headers')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      'x-a, x-b',
    ]);
    expect([header('access-control-allow-origin'), header('x-told')]).toEqual([
      'https://page.example',
      'yes',
    ]);
    const foreign = await preflight('https://other.example', '/raw/x');
    expect([foreign.status, foreign.header('access-control-allow-methods')]).toEqual([204, undefined]);
    expect((await preflight('https://page.example', '/nowhere')).status).toBe(404);
  });
});

describe('paths that no router can serve', () => {
  const mount = (...routes: AnyRoute[]) =>
    createRouter(
      routes.map((route, index) => ({ plugin: `p${index}`, route, serve: async () => undefined })),
    );

  it.each(['/a/*rest/b', '/a/:', '/a/(b)', '/a{/:b', '/a?', '/a/*', '/a%20b'])('refuses %s', (path) => {
    expect(() => mount(at('get', path, 'raw'))).toThrow(`Plugin 'p0': route GET ${path} has a path`);
  });

  it('refuses a route that would never be reached, and names both', () => {
    expect(() => mount(at('get', '/a/:x'), at('post', '/a/:y'), at('get', '/a/:y/'))).toThrow(
      "Plugin 'p2': route GET /a/:y/ answers the same requests as Plugin 'p0': route GET /a/:x.",
    );
  });
});
