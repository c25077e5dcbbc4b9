import { afterAll, beforeAll, expect, it } from 'vitest';
import sharing from '../plugins/sharing/index.js';
import vfs from '../plugins/vfs/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';
import { invited, type Person } from './support/invited.js';

const FILES = ['fs/list', 'fs/read', 'fs/write', 'fs/delete', 'share'];

let oracle: TestOracle;
let cora: Person;
let ada: Person;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [vfs, sharing] });
  cora = await invited(oracle, 'Cora', ...FILES);
  ada = await invited(oracle, 'Ada', ...FILES);
  for (const path of ['/reports/a.txt', '/reports/.draft', '/private/b.txt'])
    expect((await put(cora, path)).status).toBe(201);
});
afterAll(() => oracle.close());

const put = (by: Person, path: string, shared = '') =>
  by.post(`/api/fs/files?path=${path}${shared}`, 'hello', { 'Content-Type': 'text/plain' });
const read = (by: Person, path: string, shared = '') => by.get(`/api/fs/content?path=${path}${shared}`);
const share = (access: string) =>
  cora.post('/shares', { kind: 'folder', id: '/reports', with: 'Ada', access });

it('is read by whom it was shared with, without what is hidden or elsewhere, until that is ended', async () => {
  expect((await cora.post('/shares', { kind: 'folder', id: '/nowhere', with: 'Ada' })).status).toBe(404);
  const id = String((await share('read')).at('id'));
  const shared = `&shared=${encodeURIComponent(id)}`;
  expect((await ada.get('/shares?kind=folder')).at('withMe')).toMatchObject([
    { id, title: '/reports', ownerName: 'Cora', access: 'read' },
  ]);
  expect((await read(ada, '/reports/a.txt', shared)).text).toBe('hello');
  expect((await ada.get(`/api/fs/files?path=/reports${shared}`)).text).not.toContain('.draft');
  expect((await read(ada, '/reports/.draft', shared)).status).toBe(404);
  expect((await read(ada, '/private/b.txt', shared)).status).toBe(403);
  expect((await read(ada, '/reports/a.txt')).status).toBe(404);
  expect((await put(ada, '/reports/c.txt', shared)).status).toBe(403);
  expect((await ada.post('/shares', { kind: 'folder', id, with: 'everybody' })).status).toBe(404);
  const elsewhere = shared.replace('reports', 'private');
  expect((await read(ada, '/private/b.txt', elsewhere)).status).toBe(404);
  expect((await cora.delete(`/shares?kind=folder&id=/reports&with=Ada`)).status).toBe(200);
  expect((await read(ada, '/reports/a.txt', shared)).status).toBe(404);
});

it('is written by whom the owner lets write, who neither deletes nor publishes', async () => {
  const id = String((await share('write')).at('id'));
  const shared = `&shared=${encodeURIComponent(id)}`;
  const made = await put(ada, '/reports/d.txt', shared);
  expect(made.status).toBe(201);
  expect((await read(cora, '/reports/d.txt')).text).toBe('hello');
  const file = `/api/fs/files/${made.at('id')}`;
  expect((await ada.request('PATCH', `${file}/public?public=true${shared}`)).status).toBe(403);
  const folder = `/api/fs/folders/public?path=/reports&public=true${shared}`;
  expect((await ada.request('PUT', folder)).status).toBe(403);
  expect((await ada.delete(`${file}?${shared.slice(1)}`)).status).toBe(403);
  expect((await read(cora, '/reports/d.txt')).status).toBe(200);
});
