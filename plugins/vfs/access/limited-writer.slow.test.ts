import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Caller, type Grant, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let owner: Caller;
const bob = person('bob who changes');
const TUS = { 'Tus-Resumable': '1.0.0' };
const PART = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };

beforeAll(async () => {
  vfs = await startVfsApp({ quotaBytes: 200_000 });
  owner = vfs.ucan({ can: '*', hidden: ['*'] });
});
afterAll(() => vfs.close());

interface Call {
  readonly body?: string | Uint8Array | object;
  readonly headers?: Record<string, string>;
}

/** Bob, whom the owner lets change everything, and shows nothing hidden. */
async function asBob(
  can: string,
  method: string,
  path: string,
  call: Call = {},
  lifetime: Pick<Grant, 'seconds'> = {},
): Promise<Answer> {
  const proofs = [await vfs.delegation({ can, to: bob.did })];
  return vfs.ucan({ can, by: bob, proofs, ...lifetime })(method, path, call);
}

const store = async (path: string, body = path) => {
  const { json } = await owner('POST', `/api/fs/files?path=${path}`, { body });
  return String(json['id']);
};
const everything = async () => {
  const { json } = await owner('GET', '/api/fs/files?path=/&limit=1000');
  const trash = await owner('GET', '/api/fs/trash');
  return JSON.stringify([json['files'], trash.json['files']]);
};

it('no route changes what a writer is not shown, nor says more than that a place is taken', async () => {
  const id = await store('/docs/.env');
  await owner('PUT', `/api/fs/files/${id}`, { body: 'second' });
  await store('/docs/in/.git/config');
  const seen = await store('/docs/a.txt');
  const trashed = await store('/docs/.old');
  await owner('DELETE', `/api/fs/files/${trashed}`);
  const before = await everything();
  const write = 'fs/write';
  const remove = 'fs/delete';
  const ids = { body: { ids: [id] } };
  const calls: [can: string, method: string, path: string, call?: Call][] = [
    [write, 'PUT', `/api/fs/files/${id}`, { body: 'x' }],
    [write, 'PUT', `/api/fs/files/${id}`, { body: 'x', headers: { 'If-Match': '*' } }],
    [write, 'PATCH', `/api/fs/files/${id}/edit`, { body: { oldString: 'second', newString: 'x' } }],
    [write, 'PATCH', `/api/fs/files/${id}/path`, { body: { path: '/docs/env' } }],
    [write, 'PATCH', `/api/fs/files/${seen}/path`, { body: { path: '/docs/.env' } }],
    [write, 'PATCH', `/api/fs/files/${id}/public?public=true`],
    [write, 'PATCH', `/api/fs/files/${id}/hidden?hidden=false`],
    [write, 'POST', `/api/fs/files/${id}/versions/1/restore`],
    [write, 'POST', `/api/fs/files/${trashed}/restore`],
    [write, 'POST', `/api/fs/files/${trashed}/restore?path=/docs/old`],
    [write, 'POST', '/api/fs/batch/move', { body: { items: [{ id, destinationPath: '/docs/env' }] } }],
    [write, 'POST', '/api/fs/batch/restore', { body: { ids: [trashed] } }],
    [write, 'POST', '/api/fs/copy', { body: { from: '/docs/.env', to: '/docs/env' } }],
    [write, 'POST', '/api/fs/copy', { body: { from: '/docs/a.txt', to: '/docs/.env', overwrite: true } }],
    [write, 'POST', '/api/fs/copy', { body: { from: '/docs', to: '/copied' } }],
    [write, 'POST', '/api/fs/folders?path=/docs/in/.git'],
    [write, 'PUT', '/api/fs/folders/public?path=/docs&public=true'],
    [write, 'PUT', '/api/fs/folders/public?path=/docs/in/.git&public=true'],
    [write, 'PUT', '/api/fs/folders/hidden?path=/docs/in/.git&hidden=false'],
    [write, 'PUT', '/api/fs/folders/path', { body: { from: '/docs', to: '/moved' } }],
    [write, 'PUT', '/api/fs/folders/path', { body: { from: '/docs/in/.git', to: '/moved' } }],
    [remove, 'DELETE', `/api/fs/files/${id}`],
    [remove, 'DELETE', `/api/fs/files/${id}/versions/1`],
    [remove, 'DELETE', '/api/fs/folders?path=/docs'],
    [remove, 'DELETE', '/api/fs/folders?path=/docs/in/.git'],
    [remove, 'POST', '/api/fs/batch/delete', ids],
    [remove, 'POST', '/api/fs/batch/purge', { body: { ids: [trashed] } }],
  ];
  for (const [can, method, path, call] of calls) {
    const { status, json, text } = await asBob(can, method, path, call);
    const what = `${method} ${path} ${JSON.stringify(call?.body ?? '')}`;
    if (path.includes('/batch/')) expect([status, json['succeeded']], what).toEqual([200, 0]);
    else expect([404, 409], `${what}: ${status} ${text}`).toContain(status);
    expect(text, what).not.toContain('second');
    expect(await everything(), what).toBe(before);
  }
});

it('an upload outlives the credential that began it, and goes on with another where it stood', async () => {
  const content = Buffer.alloc(90_000, 'u');
  const begun = await asBob('fs/write', 'POST', '/api/fs/upload', {
    headers: {
      ...TUS,
      'Upload-Length': String(content.length),
      'Upload-Metadata': `path ${Buffer.from('/up/a.bin').toString('base64')}`,
    },
  });
  expect(begun.status).toBe(201);
  const url = begun.headers.get('location') ?? '';
  const part = (offset: number, to: number, times = {}) =>
    asBob(
      'fs/write',
      'PATCH',
      url,
      { body: content.subarray(offset, to), headers: { ...PART, 'Upload-Offset': String(offset) } },
      times,
    );
  expect((await part(0, 40_000)).status).toBe(204);
  const expired = await part(40_000, 90_000, { seconds: -300 });
  expect([expired.status, expired.json['code']]).toEqual([401, 'unauthenticated']);
  const head = await asBob('fs/write', 'HEAD', url, { headers: TUS });
  expect(head.headers.get('upload-offset')).toBe('40000');
  // Not by who is not shown it, and not by another ability.
  expect(
    (await asBob('fs/read', 'PATCH', url, { headers: { ...PART, 'Upload-Offset': '40000' } })).status,
  ).toBe(403);
  expect((await part(40_000, 90_000)).status).toBe(200);
  expect((await owner('GET', '/api/fs/content?path=/up/a.bin')).bytes.equals(content)).toBe(true);
});

it('an upload whose quota was used up meanwhile keeps its bytes, and is a file once there is room', async () => {
  const content = Buffer.alloc(60_000, 'q');
  const begun = await asBob('fs/write', 'POST', '/api/fs/upload', {
    headers: {
      ...TUS,
      'Upload-Length': String(content.length),
      'Upload-Metadata': `path ${Buffer.from('/up/b.bin').toString('base64')}`,
    },
  });
  const url = begun.headers.get('location') ?? '';
  const part = (offset: number, to: number) =>
    asBob('fs/write', 'PATCH', url, {
      body: content.subarray(offset, to),
      headers: { ...PART, 'Upload-Offset': String(offset) },
    });
  expect((await part(0, 30_000)).status).toBe(204);
  const other = await store('/up/other', 'x'.repeat(80_000));
  expect((await part(30_000, 60_000)).status).toBe(507);
  expect((await asBob('fs/write', 'GET', url, { headers: TUS })).json).toMatchObject({ code: 'gone' });
  await owner('DELETE', `/api/fs/files/${other}`);
  await owner('POST', '/api/fs/batch/purge', { body: { ids: [other] } });
  expect((await part(60_000, 60_000)).status).toBe(200);
  expect((await owner('GET', '/api/fs/content?path=/up/b.bin')).bytes.equals(content)).toBe(true);
});

it('an owner who publishes a folder by a token hears which hidden files went with it', async () => {
  await store('/site/index.html');
  for (const name of ['.env', '.git/config', '.git/head', '.git/index']) await store(`/site/${name}`);
  const published = await vfs.ucan({ can: 'fs/write' })(
    'PUT',
    '/api/fs/folders/public?path=/site&public=true',
  );
  expect(published.json).toMatchObject({
    files: 5,
    hiddenFiles: 4,
    note: '4 hidden files in it are public too: /site/.env, /site/.git/config, /site/.git/head and 1 more.',
  });
  const back = await owner('PUT', '/api/fs/folders/public?path=/site&public=false');
  expect([back.json['hiddenFiles'], back.json['note']]).toEqual([undefined, undefined]);
  await store('/plain/a.txt');
  const plain = await owner('PUT', '/api/fs/folders/public?path=/plain&public=true');
  expect([plain.json['hiddenFiles'], plain.json['note']]).toEqual([undefined, undefined]);
});

it('a key publishes what is hidden only when it asks for it', async () => {
  for (const name of ['a.txt', '.env']) await store(`/keyed/${name}`);
  const key = await vfs.key('fs/write');
  const publish = (path: string, more = '') =>
    key('PUT', `/api/fs/folders/public?path=${path}&public=true${more}`);
  const anonymously = async () => (await vfs.anyone('GET', `/public/${vfs.namespace}/keyed/.env`)).status;
  for (const path of ['/keyed', '/']) {
    const refused = await publish(path);
    expect([refused.status, refused.json['hint']], path).toEqual([
      409,
      expect.stringContaining('hidden=true'),
    ]);
  }
  expect(await anonymously()).toBe(404);
  expect((await publish('/keyed', '&hidden=true')).json).toMatchObject({
    hiddenFiles: 1,
    note: '1 hidden file in it is public too: /keyed/.env.',
  });
  expect(await anonymously()).toBe(200);
});
