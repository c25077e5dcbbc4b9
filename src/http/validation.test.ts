import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probePlugin } from './testing/probe-plugin.js';
import { problemOf } from './testing/problem-of.js';
import { startTestApp, type TestApp } from './testing/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [probePlugin] });
});
afterAll(() => app.close());

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

  it('refuses a body that says a field twice, by its name', async () => {
    const response = await fetch(`${app.url}/t/echo/7?city=Berlin`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tenant': 'a' },
      body: '{"name":"x","sizes":[{"n":1},{"n":2,"\\u006e":3}]}',
    });
    const { status, errors } = await problemOf(response);
    expect([status, errors]).toEqual([400, [{ field: 'sizes.1.n', message: 'stands twice: say it once' }]]);
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
