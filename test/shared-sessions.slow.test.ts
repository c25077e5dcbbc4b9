import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import clientTools from '../plugins/client-tools/index.js';
import sharing from '../plugins/sharing/index.js';
import { defineOperation, definePlugin, defineTool } from '../src/plugin/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';
import { invited, type Person } from './support/invited.js';

/** Who has sent what. */
const sent: { readonly by: string; readonly to: string }[] = [];
/** What each person has noted: `<id>:<name>`. */
const notes = new Set<string>();
const noting = (name: string, change: (note: string, by: string) => void) =>
  defineOperation({
    name,
    title: name === 'add_note' ? 'Add a note' : 'Drop a note',
    description: 'Changes the notes of whoever calls.',
    effect: 'write',
    input: z.object({ note: z.string() }),
    answer: { description: 'What was noted', schema: z.object({ note: z.string() }) },
    approval: 'never',
    route: { method: 'post', path: `/v1/${name}` },
    async run({ note }, { principal }) {
      change(note, principal.id);
      return { note };
    },
    undo: (input) => ({ operation: name === 'add_note' ? 'drop_note' : 'add_note', input }),
  });
const mail = definePlugin({
  name: 'mail',
  version: '1.0.0',
  manifest: { title: 'Mail', summary: 'Sends letters.', whenToUse: ['always'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'send_letter',
        description: 'Sends a letter.',
        effect: 'destructive',
        approval: 'always',
        input: z.object({ to: z.string() }),
        run({ to }, { principal }) {
          sent.push({ by: principal.id, to });
          return 'sent';
        },
      }),
    ],
    operations: [
      defineOperation({
        name: 'burn_note',
        title: 'Burn a note',
        description: 'Burns a note of whoever calls.',
        effect: 'destructive',
        input: z.object({ note: z.string() }),
        answer: { description: 'What was burnt', schema: z.object({ note: z.string() }) },
        route: { method: 'post', path: '/v1/burn_note' },
        foresee: ({ note }, { principal }) => ({
          words: `Burn ${note}`,
          state: String(notes.has(`${principal.id}:${note}`)),
        }),
        async run({ note }, { principal }) {
          notes.delete(`${principal.id}:${note}`);
          return { note };
        },
      }),
      noting('add_note', (note, by) => void notes.add(`${by}:${note}`)),
      noting('drop_note', (note, by) => void notes.delete(`${by}:${note}`)),
    ],
  }),
});

let oracle: TestOracle;
let cora: Person;
let ada: Person;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [mail, sharing, clientTools], script: [] });
  cora = await invited(oracle, 'Cora', 'chat', 'share');
  ada = await invited(oracle, 'Ada', 'chat', 'share');
});
afterAll(() => oracle.close());

const share = (id: string, access: string) =>
  cora.post('/shares', { kind: 'session', id, with: 'Ada', access });
const decide = (by: Person, id: string) =>
  by.post(`/messages/${id}/approvals`, { decisions: [{ id: 'c1', approved: true }] });
const messages = async (by: Person, id: string) => (await by.get(`/sessions/${id}/messages`)).at('messages');

/** A session of Cora's, and the run of its first message. */
async function session(): Promise<{ id: string; runId: string }> {
  const id = String((await cora.post('/sessions', { title: 'Field work' })).at('sessionId'));
  oracle.model.push({ text: 'Hello Cora.' });
  const answer = await cora.post(`/messages/${id}`, { message: 'hello' });
  expect(answer.status).toBe(200);
  return { id, runId: String(answer.at('runId')) };
}

it('is read by whom it was shared with, and written by nobody else', async () => {
  const { id, runId } = await session();
  const reads = [
    `/sessions/${id}`,
    `/sessions/${id}/messages`,
    `/sessions/${id}/export`,
    `/messages/${id}/runs/${runId}`,
  ];
  const statuses = () => Promise.all(reads.map(async (path) => (await ada.get(path)).status));
  expect(new Set(await statuses())).toEqual(new Set([404]));
  expect((await share(id, 'read')).status).toBe(201);
  expect(new Set(await statuses())).toEqual(new Set([200]));
  expect((await ada.get('/shares?kind=session')).at('withMe')).toMatchObject([{ id, title: 'Field work' }]);
  expect((await ada.get('/sessions')).at('sessions')).toEqual([]);
  for (const path of [`/messages/${id}`, `/messages/${id}/regenerate`, `/sessions/${id}/branch`])
    expect((await ada.post(path, { message: 'x', messageId: 'x' })).status, path).not.toBe(200);
  expect((await ada.post(`/messages/${id}`, { message: 'x' })).status).toBe(404);
  expect((await ada.post(`/messages/${id}/abort`)).status).toBe(404);
  expect((await ada.request('PATCH', `/sessions/${id}`, { body: { title: 'mine' } })).status).toBe(404);
  expect((await ada.delete(`/sessions/${id}`)).status).toBe(404);
  expect(await messages(cora, id)).toHaveLength(2);
});

it('is written by whom the owner lets write, with their own rights, and says who approved', async () => {
  const { id } = await session();
  await share(id, 'write');
  oracle.model.push({ text: '', toolCalls: [{ id: 'c1', name: 'send_letter', args: { to: 'Jo' } }] });
  const asked = await cora.post(`/messages/${id}`, { message: 'write to Jo' });
  expect(asked.status).toBe(200);
  const before = oracle.model.requests.length;
  const decided = await decide(ada, id);
  expect(decided.json).toMatchObject({
    finishReason: 'stop',
    content: 'What was allowed is settled, and I stopped here: Cora asked for it, and can say how to go on.',
  });
  // What a model would call next it would call with the rights of who allowed this one call.
  expect(oracle.model.requests).toHaveLength(before);
  expect(sent).toEqual([{ by: ada.did, to: 'Jo' }]);
  expect(await messages(cora, id)).toContainEqual(
    expect.objectContaining({ role: 'tool', decidedBy: { did: ada.did, name: 'Ada', approved: true } }),
  );
  oracle.model.push({ text: 'Hello Ada.' });
  const answer = await ada.post(`/messages/${id}`, { message: 'thank you' });
  expect(answer.status).toBe(200);
  expect((await cora.get(`/messages/${id}/runs/${answer.at('runId')}`)).text).toContain('Hello Ada.');
  expect((await ada.delete(`/sessions/${id}`)).status).toBe(404);
  expect((await ada.post('/shares', { kind: 'session', id, with: 'everybody' })).status).toBe(404);
});

it('is decided by a plain yes of whom may write there, and of nobody who may only read', async () => {
  const { id } = await session();
  await share(id, 'read');
  const allowed = async () => {
    const entries = (await oracle.owner.get('/audit')).at('entries') as {
      action: string;
      actor: string;
      details: { session?: string };
    }[];
    return entries.filter((one) => one.action === 'call.allow' && one.details.session === id);
  };
  oracle.model.push({ text: '', toolCalls: [{ id: 'c1', name: 'send_letter', args: { to: 'Mo' } }] });
  await cora.post(`/messages/${id}`, { message: 'write to Mo' });
  expect((await ada.post(`/messages/${id}`, { message: 'yes' })).status).toBe(404);
  expect(await allowed()).toEqual([]);
  await share(id, 'write');
  expect((await ada.post(`/messages/${id}`, { message: 'yes' })).status).toBe(200);
  expect(sent.at(-1)).toEqual({ by: ada.did, to: 'Mo' });
  expect(await allowed()).toMatchObject([{ actor: ada.did }]);
});

it('says who asked: in messages, approvals and exports', async () => {
  const { id } = await session();
  await share(id, 'write');
  oracle.model.push({
    text: '',
    toolCalls: [{ id: 'c1', name: 'send_letter', args: { to: 'Jo' } }],
  });
  const [one, other] = [
    { id: cora.did, name: 'Cora' },
    { id: ada.did, name: 'Ada' },
  ];
  const asked = await ada.post(`/messages/${id}`, { message: 'write to Jo' });
  expect(asked.at('approvals.0.askedBy')).toEqual(other);
  expect((await decide(cora, id)).status).toBe(200);
  const said = ((await messages(cora, id)) as { role: string; askedBy?: object }[]).filter(
    ({ role }) => role === 'user',
  );
  expect(said.map(({ askedBy }) => askedBy)).toEqual([one, other]);
  const json = await cora.get(`/sessions/${id}/export`);
  expect(json.at('messages.2.askedBy')).toBe('Ada');
  expect(json.at('messages.0')).not.toHaveProperty('askedBy');
  const document = async (by: Person) =>
    (await by.get(`/sessions/${id}/export?format=markdown`)).text.replaceAll(/ · \d{4}-.*/g, '');
  expect((await document(cora)).match(/^## .*/gm)).toEqual([
    '## You',
    '## Oracle',
    '## Ada',
    '## Oracle',
    '## Oracle',
  ]);
  expect((await document(ada)).match(/^## .*/gm)?.slice(0, 3)).toEqual(['## Cora', '## Oracle', '## You']);
  expect(await document(ada)).toContain('(decided by Cora)');
  const audit = (await oracle.owner.get(`/audit?actor=${cora.did}`)).at('entries') as { action: string }[];
  expect(audit.filter(({ action }) => action === 'call.allow')).toContainEqual(
    expect.objectContaining({ details: expect.objectContaining({ askedBy: ada.did, session: id }) }),
  );
});

it('lets a question about what is somebody else’s stand open for them, whatever others say to it', async () => {
  const { id } = await session();
  await share(id, 'write');
  notes.clear();
  notes.add(`${cora.did}:old`);
  oracle.model.push({ text: '', toolCalls: [{ id: 'c1', name: 'burn_note', args: { note: 'old' } }] });
  await cora.post(`/messages/${id}`, { message: 'burn the old one' });
  for (const refused of [await decide(ada, id), await ada.post(`/messages/${id}`, { message: 'yes' })]) {
    expect(refused.status).toBe(403);
    expect(refused.at('detail')).toBe(
      'This asks about what belongs to Cora, who alone can allow it: mail: Burn old',
    );
  }
  expect(notes.size).toBe(1);
  oracle.model.push({ text: 'Burnt.' });
  expect((await decide(cora, id)).status).toBe(200);
  expect(notes.size).toBe(0);
});

it('lets nobody take back what somebody else has changed', async () => {
  const { id } = await session();
  await share(id, 'write');
  notes.add(`${cora.did}:well`);
  oracle.model.push(
    { text: '', toolCalls: [{ id: 'n1', name: 'add_note', args: { note: 'well' } }] },
    { text: 'Noted.' },
  );
  expect((await ada.post(`/messages/${id}`, { message: 'note the well' })).status).toBe(200);
  const refused = await cora.post(`/messages/${id}/undo`);
  expect(refused.status).toBe(409);
  expect(refused.at('detail')).toBe(
    'The last change was made by Ada, who alone can take it back: Add a note.',
  );
  oracle.model.push(
    { text: '', toolCalls: [{ id: 'u1', name: 'undo_last_change', args: {} }] },
    { text: 'It is hers.' },
  );
  const asked = await cora.post(`/messages/${id}`, { message: 'take that back' });
  expect(asked.at('toolCalls.0')).toMatchObject({ status: 'error', error: expect.stringContaining('Ada') });
  expect(notes).toEqual(new Set([`${cora.did}:well`, `${ada.did}:well`]));
  oracle.model.push({ text: 'Taken back.' });
  expect((await ada.post(`/messages/${id}/undo`)).status).toBe(200);
  expect(notes).toEqual(new Set([`${cora.did}:well`]));
});

it('is gone for all when its owner deletes it, with what was shared', async () => {
  const { id } = await session();
  await share(id, 'write');
  expect((await cora.delete(`/sessions/${id}`)).status).toBe(204);
  expect((await ada.get(`/sessions/${id}`)).status).toBe(404);
  expect((await ada.get('/shares?kind=session')).at('withMe')).not.toContainEqual(
    expect.objectContaining({ id }),
  );
});

it('stops the answer of a person who was ended', async () => {
  const eve = await invited(oracle, 'Eve', 'chat');
  const id = String((await eve.post('/sessions')).at('sessionId'));
  oracle.model.push({
    text: Array.from({ length: 100 }, (_, at) => `word${at} `),
    chunkDelayMs: 100,
  });
  const answer = await eve.fetch(`/messages/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'count', stream: true }),
  });
  expect(answer.status).toBe(200);
  expect((await oracle.owner.delete('/people/Eve')).status).toBe(204);
  const stream = await answer.text();
  expect(stream).toContain('word0');
  expect(stream).toContain('The person who asked for this answer is no longer let in');
  expect((await eve.get(`/sessions/${id}`)).status).toBe(401);
});

it('goes no further with what somebody else asked, once it is declined', async () => {
  const { id } = await session();
  await share(id, 'write');
  oracle.model.push({ toolCalls: [{ id: 'c1', name: 'send_letter', args: { to: 'Bob' } }] });
  await cora.post(`/messages/${id}`, { message: 'write to Bob, then read what Ada has' });
  const asked = oracle.model.requests.length;
  const decisions = [{ id: 'c1', approved: false }];
  const declined = await ada.post(`/messages/${id}/approvals`, { decisions });
  expect(declined.json).toMatchObject({ finishReason: 'stop', content: expect.stringContaining('declined') });
  // What a model would call next it would call with the rights of who said no.
  expect(oracle.model.requests).toHaveLength(asked);
  oracle.model.push({ text: 'All right.' });
  expect((await cora.post(`/messages/${id}`, { message: 'leave it' })).at('content')).toBe('All right.');
});

it('takes the result of a client from whoever asked alone, and the words that follow from them too', async () => {
  const { id } = await session();
  await share(id, 'write');
  const tools = [{ name: 'read_clock', description: 'Reads the clock.' }];
  const wait = async () => {
    oracle.model.push({ toolCalls: [{ id: 'k1', name: 'read_clock', args: {} }] });
    const asked = await ada.post(`/messages/${id}`, { message: 'the time, then all that I have', tools });
    expect(asked.json).toMatchObject({ finishReason: 'interrupted', calls: [{ name: 'read_clock' }] });
    return String(asked.at('calls.0.id'));
  };
  const results = [{ id: await wait(), output: '12:00' }];
  const asked = oracle.model.requests.length;
  const refused = await cora.post(`/messages/${id}/approvals`, { results });
  expect(refused.status).toBe(403);
  expect(refused.at('detail')).toContain('The client of whoever asked is to send these results');
  expect(oracle.model.requests).toHaveLength(asked);
  oracle.model.push({ text: 'It is noon.' });
  const answer = await ada.post(`/messages/${id}/approvals`, { results });
  expect(answer.json).toMatchObject({ content: 'It is noon.' });
  // What is left open for somebody else does not keep the session.
  await wait();
  oracle.model.push({ text: 'Hello Cora.' });
  expect((await cora.post(`/messages/${id}`, { message: 'hello' })).at('content')).toBe('Hello Cora.');
});

it.each([true, false])(
  'takes it from nobody else after they decided what stood beside it: %s',
  async (approved) => {
    const { id } = await session();
    await share(id, 'write');
    oracle.model.push({
      toolCalls: [
        { id: 'c1', name: 'send_letter', args: { to: 'Flo' } },
        { id: 'k1', name: 'read_clock', args: {} },
      ],
    });
    const tools = [{ name: 'read_clock', description: 'Reads the clock.' }];
    await ada.post(`/messages/${id}`, { message: 'write to Flo, and the time', tools });
    const decided = await cora.post(`/messages/${id}/approvals`, { decisions: [{ id: 'c1', approved }] });
    expect(decided.json).toMatchObject({ finishReason: 'interrupted', calls: [{ id: 'k1' }] });
    const asked = oracle.model.requests.length;
    const send = (by: Person, output: string) =>
      by.post(`/messages/${id}/approvals`, { results: [{ id: 'k1', output }] });
    expect((await send(cora, 'forged')).status).toBe(403);
    expect(oracle.model.requests).toHaveLength(asked);
    oracle.model.push({ text: 'It is noon.' });
    expect((await send(ada, '12:00')).json).toMatchObject({ content: 'It is noon.' });
    expect(JSON.stringify(await messages(ada, id))).not.toContain('forged');
  },
);

it('offers the tools and files of a client to nobody else who decides and goes on in one message', async () => {
  const { id } = await session();
  await share(id, 'write');
  oracle.model.push({ toolCalls: [{ id: 'c1', name: 'send_letter', args: { to: 'Bo' } }] });
  const tools = [{ name: 'read_clock', description: 'Reads the clock.' }];
  await ada.post(`/messages/${id}`, { message: 'write to Bo', tools });
  oracle.model.push({ text: 'Hello Cora.' });
  const scopes = new Set(['chat', 'share']);
  const principal = { id: cora.did, kind: 'person', did: cora.did, scopes, name: 'Cora' } as const;
  const answers = { decisions: [{ id: 'c1', approved: true }], results: [] };
  const { runs } = oracle.app;
  const { runId } = await runs.start({ principal, sessionId: id, message: 'yes, and hello', answers });
  for await (const _ of runs.events(principal, id, runId, 0, new AbortController().signal));
  expect(sent.at(-1)).toEqual({ by: cora.did, to: 'Bo' });
  const offered = oracle.model.requests.at(-1)?.body.tools?.map((tool) => tool.function.name);
  expect(offered).toContain('send_letter');
  expect(offered).not.toContain('read_clock');
});

it('answers a message once more for whoever wrote it alone', async () => {
  const { id } = await session();
  await share(id, 'write');
  oracle.model.push({ text: 'This is what you have.' });
  await ada.post(`/messages/${id}`, { message: 'read all that I have' });
  const said = (await messages(cora, id)) as { role: string; id: string; askedBy: { id: string } }[];
  const hers = said.filter(({ role, askedBy }) => role === 'user' && askedBy.id === ada.did).at(-1)?.id;
  const asked = oracle.model.requests.length;
  const refused = await cora.post(`/messages/${id}/regenerate`, { messageId: hers });
  expect(refused.status).toBe(403);
  expect(refused.at('detail')).toContain('Ada wrote that message');
  expect(oracle.model.requests).toHaveLength(asked);
  oracle.model.push({ text: 'Once more.' });
  const again = await ada.post(`/messages/${id}/regenerate`, { messageId: hers });
  expect(again.json).toMatchObject({ content: 'Once more.' });
});
