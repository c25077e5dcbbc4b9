import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let all: Caller;
beforeAll(async () => {
  vfs = await startVfsApp();
  all = vfs.ucan({ can: '*' });
  for (const path of ['/open/in/a.txt', '/open/gone.txt', '/own.txt', '/own-gone.txt', '/private/b.txt'])
    await all('POST', `/api/fs/files?path=${path}&public=${path.startsWith('/own')}`, { body: 'x' });
  await all('PUT', '/api/fs/folders/public?path=/open&public=true');
});
afterAll(() => vfs.close());

async function sightAt(query: Readonly<Record<string, string>>): Promise<unknown> {
  const { status, json } = await all('GET', `/api/fs/sight?${new URLSearchParams(query)}`);
  return status === 200 ? `${json['seenBy']} ${json['at'] ?? ''}`.trim() : status;
}

/** Puts a file into the trash and says when that was. */
async function trash(path: string): Promise<string> {
  const { json } = await all('GET', `/api/fs/files?path=${path.slice(0, path.lastIndexOf('/')) || '/'}`);
  const files = json['files'] as unknown as { id: string; path: string }[];
  await all('DELETE', `/api/fs/files/${files.find((file) => file.path === path)?.id}`);
  const trashed = (await all('GET', '/api/fs/trash')).json['files'] as unknown as {
    path: string;
    trashedAt: number;
  }[];
  return String(trashed.find((file) => file.path === path)?.trashedAt);
}

it.each([
  ['a place in a public folder', { path: '/open/new.txt' }, 'everybody /open'],
  ['a folder of a public one', { path: '/open/in' }, 'everybody /open'],
  ['a public folder itself', { path: '/open' }, 'everybody /open'],
  ['a file that is public itself', { path: '/own.txt' }, 'everybody /own.txt'],
  ['a private place', { path: '/private/new.txt' }, 'nobody'],
  ['what moves into a public folder', { path: '/open/b.txt', from: '/private/b.txt' }, 'everybody /open'],
  ['a folder that moves there', { path: '/open/p', from: '/private' }, 'everybody /open'],
  ['what moves about in it', { path: '/open/c.txt', from: '/open/in/a.txt' }, 'nobody'],
  ['no path', { path: 'open' }, 400],
  ['two questions at once', { path: '/a', from: '/b', trashedAt: '1' }, 400],
  ['what was never in the trash', { path: '/open/in/a.txt', trashedAt: '1' }, 404],
])('says who else reads %s', async (_what, query, expected) => {
  expect(await sightAt(query as unknown as Record<string, string>)).toBe(expected);
});

it.each([
  ['/open/gone.txt', 'everybody /open'],
  ['/own-gone.txt', 'everybody /own-gone.txt'],
])('says who reads %s again once it is out of the trash', async (path, expected) => {
  expect(await sightAt({ path, trashedAt: await trash(path) })).toBe(expected);
});

it('names the uppermost of public folders: by it all below stays public', async () => {
  await all('PUT', '/api/fs/folders/public?path=/open/in&public=true');
  expect(await sightAt({ path: '/open/in/a.txt' })).toBe('everybody /open');
});
