import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let write: Caller;
beforeAll(async () => {
  vfs = await startVfsApp();
  write = vfs.ucan({ can: 'fs/write', hidden: ['*'] });
});
afterAll(() => vfs.close());

const put = async (path: string, body: string | Buffer = path, type = 'text/plain') => {
  const answer = await write('POST', `/api/fs/files?path=${encodeURIComponent(path)}`, {
    body,
    headers: { 'Content-Type': type },
  });
  expect(answer.status, path).toBe(201);
  return answer.json as unknown as { id: string; cid: string };
};
const publish = (path: string) => write('PUT', `/api/fs/folders/public?path=${path}&public=true`);
const get = (path: string, headers: Record<string, string> = {}) => vfs.anyone('GET', path, { headers });

it('a page of any origin may read what anybody may, and nothing else', async () => {
  const { id, cid } = await put('/cors/a.txt');
  await publish('/cors');
  const origin = { Origin: 'https://page.example' };
  for (const path of [
    `/public/id/${id}`,
    `/public/cid/${cid}`,
    `/public/${vfs.namespace}/cors/a.txt`,
    `/public/${vfs.namespace}/cors/`,
    `/public/folder/${vfs.namespace}/cors`,
    `/public/list/${vfs.namespace}`,
    '/public/id/none',
    '/public/nothing',
  ]) {
    const { headers } = await get(path, origin);
    expect(headers.get('access-control-allow-origin'), path).toBe('*');
    expect(headers.get('access-control-allow-credentials'), path).toBeNull();
    expect(headers.get('access-control-expose-headers'), path).toContain('ETag');
    const preflight = await vfs.anyone('OPTIONS', path, {
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'range',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')], path).toEqual([
      204,
      expect.stringMatching(/range/i),
    ]);
  }
  const { headers } = await vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/files/${id}`, { headers: origin });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

it('shows in place what runs nothing, in its sandbox all the same', async () => {
  const types = {
    'image/png': 'inline',
    'image/svg+xml': 'attachment',
    'video/mp4': 'inline',
    'audio/ogg': 'inline',
    'text/plain; charset=utf-8': 'inline',
    'application/pdf': 'inline',
    'text/html': 'attachment',
    'application/xhtml+xml': 'attachment',
    'text/xml': 'attachment',
    'application/octet-stream': 'attachment',
  };
  for (const [type, expected] of Object.entries(types)) {
    const name = `/inline/${type.replace(/\W/g, '-')}`;
    const { id } = await put(name, 'x', type);
    await write('PATCH', `/api/fs/files/${id}/public?public=true`);
    for (const path of [`/public/id/${id}`, `/public/${vfs.namespace}${name}`]) {
      const shown = await get(`${path}?inline`);
      expect(shown.headers.get('content-disposition'), type).toMatch(new RegExp(`^${expected}; filename=`));
      expect(shown.headers.get('content-security-policy')).toContain('sandbox');
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      for (const saved of [path, `${path}?inline=false`])
        expect((await get(saved)).headers.get('content-disposition')).toMatch(/^attachment/);
    }
    const own = await vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/files/${id}/content?inline=true`);
    expect(own.headers.get('content-disposition'), type).toMatch(new RegExp(`^${expected}`));
  }
});

it('an index lists what is published in a folder, and links that work', async () => {
  const names = ["a b&<i>'.txt", '100%.txt', 'ü.txt', 'x?y#z.txt', 'a:b.txt'];
  for (const name of names) await put(`/index/${name}`, name);
  await put('/index/sub/in.txt');
  await put('/private/a.txt');
  await publish('/index');
  const base = `/public/${vfs.namespace}`;
  const page = await get(`${base}/index/`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).not.toContain('<i>');
  const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(links).toHaveLength(names.length + 2);
  for (const href of links.slice(2)) {
    const url = new URL(href, `${vfs.url}${base}/index/`);
    expect(names).toContain((await get(url.pathname + url.search)).text);
  }
  expect(links.slice(0, 2)).toEqual(['../', 'sub/']);
  expect((await get(`${base}/index/sub/`)).text).toContain('href="in.txt"');
  const root = await get(`${base}/`);
  expect([root.text.includes('index/'), root.text.includes('private')]).toEqual([true, false]);
  const head = await vfs.anyone('HEAD', `${base}/index/`);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  // One answer for everything that is not published.
  const nothing = (await get('/public/id/none')).text;
  for (const path of [
    `${base}/private/`,
    `${base}/none/`,
    `${base}/index`,
    `${base}/index//`,
    '/public/user:x/',
  ])
    expect((await get(path)).text, path).toBe(nothing);
});

it('content that was published says what became of it, and what was private says nothing', async () => {
  const first = await put('/gone/a.txt', 'never published');
  await write('PUT', `/api/fs/files/${first.id}`, { body: 'published' });
  await publish('/gone');
  const { cid } = (await vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/files/${first.id}`)).json as {
    cid?: unknown;
  };
  expect((await get(`/public/cid/${cid}`)).text).toBe('published');
  await write('PUT', `/api/fs/files/${first.id}`, { body: 'edited' });
  const gone = await get(`/public/cid/${cid}`);
  expect([gone.status, gone.headers.get('link')]).toEqual([
    404,
    `</public/id/${first.id}>; rel="latest-version"`,
  ]);
  expect(gone.json).toMatchObject({ detail: expect.stringContaining(first.id) });
  const nothing = (await get('/public/id/none')).text;
  expect((await get(`/public/cid/${first.cid}`)).text).toBe(nothing);
  await write('PUT', '/api/fs/folders/public?path=/gone&public=false');
  expect((await get(`/public/cid/${cid}`)).text).toBe(nothing);
});
