import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createOracleApp, loadConfig, type OracleApp } from 'oracle-runtime';
import { type ScriptedModelServer, startScriptedModelServer } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import shelf from './index.js';

let dir: string;
let model: ScriptedModelServer;
let app: OracleApp;
let url: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shelf-'));
  model = await startScriptedModelServer([]);
  app = await createOracleApp({
    config: loadConfig({ cwd: dir, env: { PORT: '0', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' } }),
    plugins: [shelf],
    logger: createLogger({ level: 'silent', format: 'json', write: () => {} }),
    createIdentity: true,
  });
  ({ url } = await app.listen());
});
afterEach(async () => {
  await app.close(0);
  await model.close();
  await rm(dir, { recursive: true });
});

async function client(...scopes: string[]) {
  const { secret } = await app.store.apiKeys.create({ name: 'reader', scopes });
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  };
}

const audited = async () => (await app.store.audit.entries({ limit: 20 })).toReversed();

describe('an operation over HTTP', () => {
  it('takes its path parameters, body and query from one input and answers as it says', async () => {
    const http = await client('shelf', 'shelf/write');
    const added = await http('POST', '/v1/shelf', { title: ' Sampling ' });
    expect(added).toMatchObject({ status: 201, body: { id: 'book-1', title: 'Sampling' } });
    expect(added.headers.get('location')).toBe('/v1/shelf/book-1');
    expect((await http('GET', '/v1/shelf?limit=1')).body).toEqual({
      books: [{ id: 'book-1', title: 'Sampling' }],
    });
    expect((await http('DELETE', '/v1/shelf/book-1')).body).toMatchObject({ removed: { id: 'book-1' } });
    expect((await http('DELETE', '/v1/shelf/book-1')).status).toBe(404);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=0x1', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=2&limit=3', 'limit'],
    ['?limti=2', 'limti'],
  ])('refuses %s by the name of the field', async (query, field) => {
    const http = await client('shelf');
    expect(await http('GET', `/v1/shelf${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });

  it('asks for the scope and says it in the API document', async () => {
    const http = await client('shelf');
    expect((await http('POST', '/v1/shelf', { title: 'x' })).status).toBe(403);
    const { paths } = (await http('GET', '/openapi.json')).body;
    expect(paths['/v1/shelf'].post.security).toContainEqual({ apiKey: ['shelf/write'] });
    expect(paths['/v1/shelf'].get.parameters[0]).toMatchObject({
      name: 'limit',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    });
  });

  it('is audited when it changes something, with the call that takes it back', async () => {
    const http = await client('shelf', 'shelf/write');
    await http('GET', '/v1/shelf');
    await http('POST', '/v1/shelf', { title: 'Sampling' });
    expect(await audited()).toMatchObject([
      {
        action: 'add_book',
        subject: 'Add the book Sampling',
        actor: app.identity?.did,
        details: { via: 'route', undo: '{"operation":"remove_book","input":{"id":"book-1"}}' },
      },
    ]);
  });
});

describe('an operation in the chat', () => {
  const load = (name: string) => ({ toolCalls: [{ name: 'load_capability', args: { names: [name] } }] });
  const use = (name: string, args: object) => ({ toolCalls: [{ name, args: { ...args } }] });

  async function ask(message: string) {
    const http = await client('*');
    const { sessionId } = (await http('POST', '/sessions')).body;
    const answer = await http('POST', `/messages/${sessionId}`, { message });
    return { http, sessionId, body: answer.body };
  }

  it('is found by capability or by plugin, and loads one part or all', async () => {
    model.push(
      load('shelf-keeping'),
      {
        expect: ({ body }) =>
          expect(body.tools?.map(({ function: { name } }) => name).slice(3)).toEqual([
            'add_book',
            'remove_book',
            'list_books',
          ]),
        ...load('shelf'),
      },
      { text: 'ok' },
    );
    const { http, sessionId } = await ask('Which books are there?');
    expect((await http('GET', `/sessions/${sessionId}`)).body).toMatchObject({
      loadedPlugins: ['shelf'],
      loadedCapabilities: ['shelf-keeping', 'shelf'],
    });
  });

  it('heads its answer with a sentence, and carries the call that takes it back', async () => {
    model.push(load('shelf-keeping'), use('add_book', { title: 'Strata' }), use('list_books', {}), {
      text: 'ok',
    });
    const { body } = await ask('Add Strata');
    const calls = body.toolCalls.slice(1);
    expect(calls).toMatchObject([
      { name: 'add_book', undo: { operation: 'remove_book', input: { id: 'book-1' } } },
      { name: 'list_books', output: { summary: 'One book.' } },
    ]);
    expect(await audited()).toMatchObject([{ invoker: 'oracle', details: { via: 'agent' } }]);
  });

  it('asks before it takes something away, by what happens to what', async () => {
    model.push(load('shelf-keeping'), use('remove_book', { id: 'book-7' }));
    const { body } = await ask('Remove book-7');
    expect(body.approvals).toMatchObject([{ tool: 'remove_book', summary: 'shelf: Remove the book book-7' }]);
  });
});

describe('an operation from the command line', () => {
  it('is called as the owner, and wants a yes for what takes something away', async () => {
    expect(await app.call('add_book', { title: 'Dropout' }, false)).toEqual({
      id: 'book-1',
      title: 'Dropout',
    });
    expect(await app.call('list_books', { limit: '1' }, false)).toMatchObject({ books: [{ id: 'book-1' }] });
    await expect(app.call('remove_book', { id: 'book-1' }, false)).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('Remove the book book-1'),
    });
    expect(await app.call('remove_book', { id: 'book-1' }, true)).toMatchObject({
      removed: { id: 'book-1' },
    });
    await expect(app.call('list_boks', {}, false)).rejects.toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining("Did you mean 'list_books'?"),
    });
    await expect(app.call('list_books', { limit: 'many' }, false)).rejects.toMatchObject({
      errors: [{ field: 'limit' }],
    });
    expect((await audited()).map(({ action }) => action)).toEqual(['add_book', 'remove_book']);
  });
});
