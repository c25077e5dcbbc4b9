import { randomBytes } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grant, startVfsApp, type VfsApp } from './testing/vfs-app.js';

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly resource?: { readonly uri: string; readonly mimeType: string; readonly blob: string };
  }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** By the tool itself, or because there is none for this token. */
const isRefused = (answer: Promise<ToolAnswer>) =>
  answer.then(
    ({ isError }) => isError === true,
    () => true,
  );

describe('the MCP endpoint', () => {
  let vfs: VfsApp;
  beforeAll(async () => {
    vfs = await startVfsApp();
  });
  afterAll(() => vfs.close());

  /** The reference client, which sends a fresh UCAN with each request. */
  const connect = async (grant: Grant) => {
    const fetchWithToken: typeof fetch = async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${await vfs.token(grant)}`);
      headers.set('X-Auth-Type', 'ucan');
      return fetch(url, { ...init, headers });
    };
    const transport = new StreamableHTTPClientTransport(new URL('/api/fs/mcp', vfs.url), {
      fetch: fetchWithToken,
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    // The transport's optional fields are not written for exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    const call = async (name: string, args: Record<string, unknown>): Promise<ToolAnswer> =>
      (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer;
    return { client, call };
  };

  it('lists the tools with schemas and hints', async () => {
    const { client } = await connect({ can: 'fs/write' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'vfs_copy',
      'vfs_create_folder',
      'vfs_edit',
      'vfs_fetch',
      'vfs_glob',
      'vfs_grep',
      'vfs_list',
      'vfs_move',
      'vfs_read',
      'vfs_restore',
      'vfs_restore_version',
      'vfs_search',
      'vfs_set_public',
      'vfs_versions',
      'vfs_write',
    ]);
    const publish = tools.find(({ name }) => name === 'vfs_set_public');
    expect(publish?.inputSchema).toMatchObject({ required: ['path', 'public'] });
    expect(tools.find(({ name }) => name === 'vfs_list')?.annotations?.readOnlyHint).toBe(true);
    await client.close();
  });

  it('lists what the token is good for, alone', async () => {
    const namesFor = async (grant: Grant) => {
      const { client } = await connect(grant);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name).toSorted();
    };
    expect(await namesFor({ can: 'fs/list' })).toEqual(['vfs_glob', 'vfs_list']);
    expect(await namesFor({ can: 'fs/delete' })).toContain('vfs_delete');
    expect(await namesFor({ can: 'fs/delete' })).not.toContain('vfs_write');
  });

  it('writes, reads, edits, finds, moves, publishes and deletes', async () => {
    const { call } = await connect({ can: 'fs/write' });
    const written = await call('vfs_write', { path: '/mcp/a.md', content: 'one line\nanother' });
    expect(written.structuredContent).toMatchObject({ path: '/mcp/a.md', version: 1, public: false });
    expect((await call('vfs_write', { path: '/mcp/a.md', content: 'x' })).isError).toBe(true);
    expect((await call('vfs_read', { path: '/mcp/a.md', offset: 2 })).structuredContent).toMatchObject({
      text: '     2\tanother',
      totalLines: 2,
    });
    await call('vfs_edit', { path: '/mcp/a.md', oldString: 'another', newString: 'second' });
    expect((await call('vfs_grep', { q: 'second' })).structuredContent).toMatchObject({
      matches: [{ path: '/mcp/a.md', line: 2 }],
    });
    expect((await call('vfs_glob', { pattern: '**/*.md' })).structuredContent).toMatchObject({
      files: [{ path: '/mcp/a.md' }],
    });
    await call('vfs_move', { from: '/mcp/a.md', to: '/mcp/b/c.md' });
    const published = await call('vfs_set_public', { path: '/mcp/b/c.md', public: true });
    expect(published.structuredContent).toMatchObject({ public: true });
    const link = String(published.structuredContent?.['link']);
    expect(await (await fetch(vfs.url + link)).text()).toBe('one line\nsecond');
    const folder = await call('vfs_set_public', { path: '/mcp', public: true });
    expect(folder.structuredContent?.['link']).toMatch(/^\/public\/folder\/id\//);
    // Writing does not imply deleting.
    expect(await isRefused(call('vfs_delete', { paths: ['/mcp/b/c.md'] }))).toBe(true);
    const deleter = await connect({ can: 'fs/delete' });
    expect(
      (await deleter.call('vfs_delete', { paths: ['/mcp/b/c.md', '/mcp/*'] })).structuredContent,
    ).toMatchObject({
      results: [{ ok: true }, { ok: false }],
    });
    expect((await fetch(vfs.url + link)).status).toBe(404);
  });

  it('writes into a public folder as an upload does: what comes in is public', async () => {
    const { call } = await connect({ can: 'fs/write' });
    await vfs.ucan({ can: 'fs/write' })('PUT', '/api/fs/folders/public?path=/inherit&public=true');
    const written = await call('vfs_write', { path: '/inherit/a.md', content: 'x' });
    expect(written.structuredContent).toMatchObject({
      public: true,
      publicUrl: expect.stringContaining('/public/id/'),
    });
  });

  it('warns when the link does not work, and publishes no pattern', async () => {
    const { call } = await connect({ can: 'fs/write', hidden: ['*'] });
    await call('vfs_write', { path: '/warn/.hidden.md', content: 'x' });
    const unpublished = await call('vfs_set_public', { path: '/warn/.hidden.md', public: false });
    expect(unpublished.structuredContent?.['warning']).toContain('hidden and not public');
    const published = await call('vfs_set_public', { path: '/warn/.hidden.md', public: true });
    expect(published.structuredContent?.['warning']).toContain('hidden, and public all the same');
    for (const path of ['/warn/*', '/*', 'warn']) {
      expect((await call('vfs_set_public', { path, public: true })).isError, path).toBe(true);
    }
    expect((await call('vfs_set_public', { path: '/warn/.hidden.md' })).isError).toBe(true);
  });

  it('fetches text as text, binary as a resource, and refuses what would be cut', async () => {
    const write = vfs.ucan({ can: 'fs/write' });
    const binary = randomBytes(100_000);
    await write('POST', '/api/fs/files?path=/f/b.png', {
      body: binary,
      headers: { 'Content-Type': 'image/png' },
    });
    const latin1 = Buffer.from('caf\xe9', 'latin1');
    await write('POST', '/api/fs/files?path=/f/l.txt', {
      body: latin1,
      headers: { 'Content-Type': 'text/plain' },
    });
    await write('POST', '/api/fs/files?path=/f/t.txt', {
      body: 'héllo',
      headers: { 'Content-Type': 'text/plain' },
    });
    await write('POST', '/api/fs/files?path=/f/max', { body: Buffer.alloc(4 * 1024 * 1024) });
    await write('POST', '/api/fs/files?path=/f/big', { body: Buffer.alloc(4 * 1024 * 1024 + 1) });
    const { call } = await connect({ can: 'fs/read' });
    const image = await call('vfs_fetch', { path: '/f/b.png' });
    const resource = image.content[0]?.resource;
    expect(resource).toMatchObject({ uri: 'vfs:///f/b.png', mimeType: 'image/png' });
    expect(Buffer.from(resource?.blob ?? '', 'base64').equals(binary)).toBe(true);
    expect(image.structuredContent).toMatchObject({ size: 100_000, cid: expect.stringContaining('bafkrei') });
    expect((await call('vfs_fetch', { path: '/f/t.txt' })).content[0]?.text).toBe('héllo');
    // Text that is not UTF-8 arrives unharmed as what it is.
    const blob = (await call('vfs_fetch', { path: '/f/l.txt' })).content[0]?.resource?.blob ?? '';
    expect(Buffer.from(blob, 'base64').equals(latin1)).toBe(true);
    expect((await call('vfs_fetch', { path: '/f/max' })).isError).toBeUndefined();
    const refused = await call('vfs_fetch', { path: '/f/big' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toMatch(/4194305 bytes.*Range/s);
  });

  it('holds each call to its token: ability, folder, hidden', async () => {
    const write = vfs.ucan({ can: 'fs/write' });
    for (const path of ['/scope/in/a.txt', '/scope/out/a.txt', '/scope/in/.h'])
      await write('POST', `/api/fs/files?path=${path}`, { body: 'x' });
    const reader = await connect({ can: 'fs/read', with: 'ixo:filesystem/scope/in' });
    expect((await reader.call('vfs_fetch', { path: '/scope/in/a.txt' })).content[0]?.text).toBe('x');
    for (const [name, args] of [
      ['vfs_fetch', { path: '/scope/out/a.txt' }],
      ['vfs_fetch', { path: '/scope/in/.h' }],
      ['vfs_list', { path: '/scope' }],
      ['vfs_write', { path: '/scope/in/b.txt', content: 'y' }],
      ['vfs_set_public', { path: '/scope/in/a.txt', public: true }],
    ] as const)
      expect(await isRefused(reader.call(name, args)), name).toBe(true);
    const lister = await connect({ can: 'fs/list' });
    expect(await isRefused(lister.call('vfs_fetch', { path: '/scope/in/a.txt' }))).toBe(true);
  });

  it('answers 401 without a credential, 405 to GET, and JSON-RPC errors to nonsense', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { Accept: 'application/json, text/event-stream' };
    expect((await vfs.anyone('POST', '/api/fs/mcp', { body: request, headers })).status).toBe(401);
    expect((await vfs.anyone('GET', '/api/fs/mcp', { headers })).status).toBe(405);
    const caller = vfs.ucan({ can: 'fs/list' });
    expect((await caller('POST', '/api/fs/mcp', { body: request, headers })).text).toContain('"result":');
    const nonsense = await caller('POST', '/api/fs/mcp', { body: { nonsense: true }, headers });
    expect([nonsense.status, nonsense.json['error']]).toEqual([
      400,
      expect.objectContaining({ code: -32600 }),
    ]);
    const unknown = await caller('POST', '/api/fs/mcp', { body: { ...request, method: 'nothing' }, headers });
    expect(unknown.text).toContain('"code":-32601');
  });
});
