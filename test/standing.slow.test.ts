import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import sharing from '../plugins/sharing/index.js';
import vfs from '../plugins/vfs/index.js';
import { definePlugin, defineTool } from '../src/plugin/index.js';
import {
  person,
  readEvents,
  startTestOracle,
  type TestClient,
  type TestEvent,
  type TestOracle,
} from '../src/testing/index.js';
import { invited, type Person } from './support/invited.js';

const FILES = ['fs/list', 'fs/read', 'fs/write'];
/** One look a second, and the look-ups. */
const SOON_MS = 2_000;

let isAtWork = false;
/** A tool that works until it is told to stop. */
const slow = definePlugin({
  name: 'slow',
  version: '1.0.0',
  manifest: { title: 'Slow', summary: 'Takes its time.', whenToUse: ['Never'], tags: ['slow'] },
  setup: () => ({
    tools: [
      defineTool({
        name: 'take_time',
        description: 'Takes its time.',
        effect: 'read',
        input: z.object({}),
        run: (_args, { signal }) =>
          new Promise<never>((_resolve, reject) => {
            isAtWork = true;
            signal.addEventListener('abort', () => {
              isAtWork = false;
              reject(signal.reason);
            });
          }),
      }),
    ],
  }),
});

let oracle: TestOracle;
let cora: Person;
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: [vfs, sharing, slow],
    script: [],
    env: { UCAN_USERS: 'did:key:*', UCAN_CLOCK_SKEW_SECONDS: '0' },
  });
  cora = await invited(oracle, 'Cora', 'chat', 'share', ...FILES);
});
afterAll(() => oracle.close());

/** A conversation of Cora's in which `asker` is answered for about ten seconds. */
async function conversation(asker: Person, shared?: string) {
  const id = String((await cora.post('/sessions', { title: 'Field work' })).at('sessionId'));
  if (shared !== undefined) await share(id, shared, 'write');
  oracle.model.push({ text: Array.from({ length: 100 }, (_, at) => `word${at} `), chunkDelayMs: 100 });
  const answer = stream(asker, `/messages/${id}`, { message: 'count', stream: true });
  await expect.poll(() => oracle.app.runs.active(id)).toBeDefined();
  return { id, runId: String(oracle.app.runs.active(id)), answer };
}

const share = (id: string, who: string, access: string, kind = 'session') =>
  cora.post('/shares', { kind, id, with: who, access });
const unshare = (id: string, who: string, kind = 'session') =>
  cora.delete(`/shares?kind=${kind}&id=${encodeURIComponent(id)}&with=${who}`);

/** All events of a stream, each with the time at which it came. */
async function stream(by: TestClient, path: string, body?: object) {
  const post = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
  const response = await by.fetch(path, body === undefined ? {} : post);
  expect(response.status, path).toBe(200);
  const times: number[] = [];
  const events = await readEvents(response, () => times.push(performance.now()) === 0);
  return events.map((event, at): TestEvent & { readonly at: number } => ({ ...event, at: times[at] ?? 0 }));
}

/** Ends something and says how the stream then ended. */
async function lastAfter(listening: ReturnType<typeof stream>, end: () => Promise<{ status: number }>) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([200, 201, 204]).toContain((await end()).status);
  const ended = performance.now();
  const last = (await listening).at(-1);
  expect((last?.at ?? Number.POSITIVE_INFINITY) - ended).toBeLessThan(SOON_MS);
  return last;
}

it('ends what a person hears of a conversation with its share, and lets the answer go on', async () => {
  const ada = await invited(oracle, 'Ada', 'chat');
  const { id, runId, answer } = await conversation(cora, 'Ada');
  const heard = stream(ada, `/messages/${id}/runs/${runId}`);
  const last = await lastAfter(heard, () => unshare(id, 'Ada'));
  expect(last).toMatchObject({ event: 'error', data: { code: 'forbidden' } });
  expect(last?.data['message']).toContain('no longer shared with you');
  expect(oracle.app.runs.active(id)).toBe(runId);
  // Who is let in again goes on after what was heard.
  await share(id, 'Ada', 'read');
  const rest = await ada.fetch(`/messages/${id}/runs/${runId}`, {
    headers: { 'Last-Event-ID': String(last?.id) },
  });
  const next = (await readEvents(rest, () => true))[0];
  expect(Number(next?.id.split(':')[1])).toBe(Number(last?.id.split(':')[1]) + 1);
  await cora.post(`/messages/${id}/abort`);
  expect((await answer).at(-1)?.event).toBe('cancelled');
});

it('ends what a person hears with the person', async () => {
  const ann = await invited(oracle, 'Ann', 'chat', ...FILES);
  const { id, runId } = await conversation(cora);
  await share(id, 'Ann', 'read');
  const heard = stream(ann, `/messages/${id}/runs/${runId}`);
  const files = stream(ann, '/api/fs/changes');
  const last = await lastAfter(heard, () => oracle.owner.delete('/people/Ann'));
  expect(last).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
  expect((await files).at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
  expect(oracle.app.runs.active(id)).toBe(runId);
  await cora.post(`/messages/${id}/abort`);
});

it('stops the answer of who may write in a conversation no longer', async () => {
  const ben = await invited(oracle, 'Ben', 'chat');
  const { id, answer } = await conversation(ben, 'Ben');
  const last = await lastAfter(answer, () => share(id, 'Ben', 'read'));
  expect(last).toMatchObject({ event: 'error', data: { code: 'forbidden' } });
  await expect.poll(() => oracle.app.runs.active(id)).toBeUndefined();
  oracle.model.push({ text: 'Hello Cora.' });
  expect((await cora.post(`/messages/${id}`, { message: 'hello' })).status).toBe(200);
});

it('ends what a key hears with the key', async () => {
  const id = String((await cora.post('/sessions', {})).at('sessionId'));
  const { row, secret } = await oracle.app.store.apiKeys.create({
    name: 'of Cora',
    scopes: ['chat'],
    did: cora.did,
  });
  oracle.model.push({ text: Array.from({ length: 30 }, () => 'word '), chunkDelayMs: 100 });
  const said = cora.post(`/messages/${id}`, { message: 'count' });
  await expect.poll(() => oracle.app.runs.active(id)).toBeDefined();
  const heard = oracle.anyone.fetch(`/messages/${id}/runs/${oracle.app.runs.active(id)}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  const events = readEvents(await heard);
  await oracle.app.store.apiKeys.revoke(row.id);
  expect((await events).at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
  expect((await said).status).toBe(200);
});

const question = [{ role: 'user', content: 'count' }];
it.each([
  ['/v1/chat/completions', { model: 'oracle', stream: true, messages: question }],
  ['/v1/responses', { model: 'oracle', stream: true, input: question }],
  [
    '/ai/chat',
    {
      id: 'revoked',
      trigger: 'submit-message',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'count' }] }],
    },
  ],
  [
    '/ag-ui',
    {
      threadId: 'revoked',
      runId: 'r',
      messages: [{ id: 'm', ...question[0] }],
      tools: [],
      context: [],
      state: {},
    },
  ],
])('ends what a key is told over %s, and its answer, with the key', async (path, body) => {
  const { row, secret } = await oracle.app.store.apiKeys.create({ name: `of ${path}`, scopes: ['chat'] });
  oracle.model.push({ text: Array.from({ length: 100 }, () => 'word '), chunkDelayMs: 100 });
  const answer = await oracle.anyone.fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const before = oracle.app.runs.size;
  await oracle.app.store.apiKeys.revoke(row.id);
  expect(await answer.text()).toContain('was revoked or has expired');
  expect(oracle.app.runs.size).toBe(before - 1);
});

it('ends a call over MCP with the key', async () => {
  const { row, secret } = await oracle.app.store.apiKeys.create({ name: 'of mcp', scopes: ['chat'] });
  const answer = oracle.anyone.fetch('/mcp/slow', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'take_time', arguments: {} },
    }),
  });
  await expect.poll(() => isAtWork).toBe(true);
  await oracle.app.store.apiKeys.revoke(row.id);
  expect(await (await answer).text()).toContain('was revoked or has expired');
  expect(isAtWork).toBe(false);
});

it('ends the changes of a folder with its share, and tells nothing after that', async () => {
  const eve = await invited(oracle, 'Eve', ...FILES);
  const put = (path: string) =>
    cora.post(`/api/fs/files?path=${path}`, 'hello', { 'Content-Type': 'text/plain' });
  await put('/reports/a.txt');
  const id = String((await share('/reports', 'Eve', 'read', 'folder')).at('id'));
  const heard = stream(eve, `/api/fs/changes?shared=${encodeURIComponent(id)}`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await put('/reports/b.txt');
  const last = await lastAfter(heard, () => unshare(id, 'Eve', 'folder'));
  expect(last).toMatchObject({ event: 'error', data: { code: 'not_found' } });
  expect((await heard).map(({ event }) => event)).toEqual(['ready', 'change', 'error']);
});

it.each([
  ['revoked', 3600],
  ['expired', 2],
])('ends what a delegate hears once the delegation is %s', async (how, seconds) => {
  const [alice, bob] = [person(`alice ${how}`), person(`bob ${how}`)];
  const files = { can: 'fs/list', with: 'ixo:filesystem' };
  const delegation = await oracle.delegation({ ...files, by: alice, to: bob.did, seconds });
  const owner = oracle.ucan({ ...files, by: alice });
  const stored = await owner.post('/delegation', { delegation });
  expect(stored.status).toBe(201);
  const heard = stream(oracle.ucan({ ...files, by: bob, proofs: [delegation] }), '/api/fs/changes');
  if (how === 'revoked') {
    const revoke = () => owner.delete(`/delegation/${stored.at('cid')}`);
    expect((await lastAfter(heard, revoke))?.event).toBe('error');
  }
  expect((await heard).at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } });
});
