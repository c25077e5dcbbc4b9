import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

let vfs: VfsApp;
let all: Caller;
beforeAll(async () => {
  vfs = await startVfsApp();
  all = vfs.ucan({ can: '*', hidden: ['*'] });
});
afterAll(() => vfs.close());

it('a form is no file, and curl says how to send one', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'a.txt');
  const token = await vfs.token({ can: 'fs/write' });
  const refused = await fetch(`${vfs.url}/api/fs/files?path=/a.txt`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' },
  });
  expect(refused.status).toBe(415);
  expect(await refused.json()).toMatchObject({
    hint: expect.stringContaining('curl -X POST --data-binary @FILE'),
  });
  // What curl sends without a type has that of its name.
  const told = await all('POST', '/api/fs/files?path=/b.csv', {
    body: 'a,b',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(told.json['mimeType']).toBe('text/csv; charset=utf-8');
});

it('a change with a word that it does not know is not made', async () => {
  const { json } = await all('POST', '/api/fs/files?path=/c.txt', { body: 'x' });
  const id = String(json['id']);
  const changes: [string, string][] = [
    ['POST', '/api/fs/files?path=/d.txt&public=true&expires=1'],
    ['PUT', `/api/fs/files/${id}?expires=1`],
    ['PATCH', `/api/fs/files/${id}/public?public=true&expires=1`],
    ['PUT', '/api/fs/folders/public?path=/&public=true&expires=1'],
    ['DELETE', `/api/fs/files/${id}?expires=1`],
    ['DELETE', '/api/fs/folders?path=/&force=1'],
    ['POST', '/api/fs/upload?expires=1'],
    ['POST', `/api/fs/files/${id}/versions/1/restore?expires=1`],
    ['POST', '/api/fs/batch/delete?expires=1'],
  ];
  for (const [method, path] of changes) {
    const body = path.includes('batch') ? { ids: [id] } : /public|folders/.test(path) ? undefined : 'x';
    const refused = await all(method, path, body === undefined ? {} : { body });
    expect([refused.status, JSON.stringify(refused.json['errors'])], path).toEqual([
      400,
      expect.stringMatching(/expires|force/),
    ]);
  }
  const bodies: [string, string, object][] = [
    ['PATCH', `/api/fs/files/${id}/public`, { public: true }],
    ['PATCH', `/api/fs/files/${id}/public?public=true`, {}],
    ['PUT', '/api/fs/folders/public?path=/', { public: true }],
    ['PATCH', `/api/fs/files/${id}/hidden`, { hidden: true }],
    ['PUT', '/api/fs/folders/hidden?path=/', { hidden: true }],
    ['PATCH', `/api/fs/files/${id}/path`, { path: '/e.txt' }],
    ['PUT', '/api/fs/folders/path', { from: '/f', to: '/g' }],
    ['POST', '/api/fs/copy', { from: '/c.txt', to: '/h.txt' }],
    ['PATCH', `/api/fs/files/${id}/edit`, { oldString: 'x', newString: 'y' }],
    ['POST', '/api/fs/batch/delete', { ids: [id] }],
    ['POST', '/api/fs/batch/purge', { ids: [id] }],
    ['POST', '/api/fs/batch/restore', { ids: [id] }],
    ['POST', '/api/fs/batch/move', { items: [{ id, destinationPath: '/i.txt' }] }],
    ['POST', '/api/fs/trash/restore', { path: '/j' }],
  ];
  for (const [method, path, body] of bodies) {
    const refused = await all(method, path, { body: { ...body, expires: 1 } });
    expect([refused.status, JSON.stringify(refused.json['errors'])], `${method} ${path}`).toEqual([
      400,
      expect.stringContaining('expires'),
    ]);
  }
  expect((await all('GET', `/api/fs/files/${id}`)).json).toMatchObject({
    path: '/c.txt',
    public: false,
    hidden: false,
    version: 1,
  });
});
