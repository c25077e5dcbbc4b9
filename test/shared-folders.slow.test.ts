import { afterAll, beforeAll, expect, it } from 'vitest';
import sharing from '../plugins/sharing/index.js';
import vfs from '../plugins/vfs/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';
import { invited, type Person } from './support/invited.js';

const FILES = ['fs/list', 'fs/read', 'fs/write', 'fs/delete', 'share', 'chat'];

let oracle: TestOracle;
let cora: Person;
let ada: Person;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [vfs, sharing], script: [] });
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

it('is overwritten by the agent of whom it was shared with only as that person read it', async () => {
  await put(cora, '/reports/plan.txt');
  await share('write');
  const session = String((await ada.post('/sessions')).at('sessionId'));
  const load = { id: 'l', name: 'load_capability', args: { names: ['vfs'] } };
  const over = (id: string) => ({
    id,
    name: 'vfs_write',
    args: { path: '/@Cora/reports/plan.txt', content: 'of Ada', overwrite: true },
  });
  oracle.model.push({ text: '', toolCalls: [load] }, { text: '', toolCalls: [over('o1')] });
  const asked = await ada.post(`/messages/${session}`, { message: 'go on' });
  expect(asked.at('approvals.0.summary')).toBe(
    'vfs: Overwrite /@Cora/reports/plan.txt. The folder /@Cora/reports is somebody else’s, who reads what is in it.',
  );
  const file = (await cora.get('/api/fs/files?path=/reports/plan.txt')).at('files.0.id');
  await cora.put(`/api/fs/files/${file}`, 'changed by Cora', { 'Content-Type': 'text/plain' });
  oracle.model.push({ text: '', toolCalls: [over('o2')] });
  const allow = (answer: typeof asked) =>
    ada.post(`/messages/${session}/approvals`, {
      decisions: [{ id: answer.at('approvals.0.id'), approved: true }],
    });
  const again = await allow(asked);
  expect(again.at('toolCalls.0.error')).toContain('has changed since they were asked');
  expect((await read(cora, '/reports/plan.txt')).text).toBe('changed by Cora');
  oracle.model.push({ text: 'Done.' });
  await allow(again);
  expect((await read(cora, '/reports/plan.txt')).text).toBe('of Ada');
});

it('is reached by the agent of whom it was shared with, under the name of its owner', async () => {
  await share('write');
  const session = String((await ada.post('/sessions')).at('sessionId'));
  /** What a call of the agent for Ada gives, or why not. */
  async function called(name: string, args: object): Promise<string> {
    oracle.model.push({ text: '', toolCalls: [{ id: 'c1', name, args: { ...args } }] }, { text: 'Done.' });
    const answer = await ada.post(`/messages/${session}`, { message: 'go on' });
    expect(answer.status).toBe(200);
    const call = answer.at('toolCalls.0') as { output?: unknown; error?: string };
    return call.error ?? JSON.stringify(call.output);
  }
  expect(await called('load_capability', { names: ['vfs'] })).toContain('vfs_list');
  expect(await called('vfs_list', { path: '/' })).toContain('"path":"/@Cora/reports"');
  expect(await called('vfs_list', { path: '/@Cora/reports' })).toContain('"path":"/@Cora/reports/a.txt"');
  expect(await called('vfs_read', { path: '/@Cora/reports/a.txt' })).toContain('hello');
  expect(await called('vfs_glob', { pattern: '/@Cora/reports/*.txt' })).toContain('/@Cora/reports/a.txt');
  const forCora = { path: '/@Cora/reports/by-agent.txt', content: 'for Ada' };
  // Cora reads it: only when Ada says so.
  expect(await called('vfs_write', forCora)).toContain('somebody else’s');
  expect((await read(cora, '/reports/by-agent.txt')).status).toBe(404);
  oracle.model.push({
    text: '',
    toolCalls: [{ id: 'w1', name: 'vfs_write', args: { ...forCora, publish: true } }],
  });
  const asked = await ada.post(`/messages/${session}`, { message: 'go on' });
  expect(asked.at('approvals.0.summary')).toContain('where others read it');
  oracle.model.push({ text: 'Done.' });
  await ada.post(`/messages/${session}/approvals`, {
    decisions: [{ id: asked.at('approvals.0.id'), approved: true }],
  });
  expect((await read(cora, '/reports/by-agent.txt')).text).toBe('for Ada');
  expect(await called('vfs_read', { path: '/@Cora/reports/.draft' })).toMatch(/no such file/i);
  expect(await called('vfs_read', { path: '/@Cora/private/b.txt' })).toMatch(/no such file/i);
  expect(await called('vfs_move', { from: '/@Cora/reports/a.txt', to: '/mine.txt' })).toContain(
    'not done in a folder that somebody else has shared',
  );
  const audit = (await oracle.owner.get(`/audit?actor=${ada.did}`)).at('entries') as { invoker: string }[];
  expect(audit.filter(({ invoker }) => invoker === 'oracle').length).toBeGreaterThan(0);
  await cora.delete(`/shares?kind=folder&id=/reports&with=Ada`);
  expect(await called('vfs_read', { path: '/@Cora/reports/a.txt' })).toMatch(/no such file/i);
  expect(await called('vfs_list', { path: '/' })).not.toContain('@Cora');
});

it('stays shared when it is moved, and not when it is deleted: nothing that comes there later is', async () => {
  const list = async (by: Person, whose: string) =>
    (((await by.get('/shares?kind=folder')).at(whose) ?? []) as { title: string; gone?: true }[])
      .filter(({ title }) => title.startsWith('/kept'))
      .map(({ title, gone }) => (gone === true ? `${title} (gone)` : title));
  const seen = async () => ({ cora: await list(cora, 'byMe'), ada: await list(ada, 'withMe') });
  const shareKept = (path: string) =>
    cora.post('/shares', { kind: 'folder', id: path, with: 'Ada', access: 'read' });
  const sharedAs = (id: string) => `&shared=${encodeURIComponent(id)}`;
  await put(cora, '/kept/deep/a.txt');
  const id = String((await shareKept('/kept')).at('id'));
  await shareKept('/kept/deep');

  await cora.put('/api/fs/folders/path', JSON.stringify({ from: '/kept', to: '/kept-old' }), {
    'Content-Type': 'application/json',
  });
  const both = ['/kept-old', '/kept-old/deep'];
  const after = await seen();
  expect({ cora: after.cora.toSorted(), ada: after.ada.toSorted() }).toEqual({ cora: both, ada: both });
  const movedTo = sharedAs(id.replace('/kept', '/kept-old'));
  expect((await read(ada, '/kept-old/deep/a.txt', movedTo)).text).toBe('hello');
  await put(cora, '/kept/private.txt');
  expect((await read(ada, '/kept/private.txt', sharedAs(id))).status).toBe(404);

  expect((await cora.delete('/api/fs/folders?path=/kept-old')).status).toBe(200);
  expect(await seen()).toEqual({ cora: [], ada: [] });
  await put(cora, '/kept-old/private.txt');
  expect((await read(ada, '/kept-old/private.txt', movedTo)).status).toBe(404);
});

it('stays listed where it went because nothing was left in it, and is ended there', async () => {
  const made = await put(cora, '/last/a.txt');
  await cora.post('/shares', { kind: 'folder', id: '/last', with: 'Ada', access: 'read' });
  await cora.delete(`/api/fs/files/${made.at('id')}`);
  for (const [by, whose] of [
    [cora, 'byMe'],
    [ada, 'withMe'],
  ] as const)
    expect((await by.get('/shares?kind=folder')).at(whose)).toContainEqual(
      expect.objectContaining({ title: '/last', gone: true }),
    );
  expect((await cora.delete('/shares?kind=folder&id=/last&with=Ada')).status).toBe(200);
  expect(JSON.stringify((await cora.get('/shares')).json)).not.toContain('/last');
});
