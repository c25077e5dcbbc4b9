import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import shelf from '../../../examples/shelf/index.js';
import { startTestOracle, type TestOracle } from '../../testing/index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [shelf], script: [] });
});
afterAll(() => oracle.close());

const load = { toolCalls: [{ name: 'load_capability', args: { names: ['shelf-keeping'] } }] };
const add = (title: string) => ({ toolCalls: [{ name: 'add_book', args: { title } }] });

async function newSession(): Promise<string> {
  return String((await oracle.owner.post('/sessions')).at('sessionId'));
}

const say = (session: string, message: string) => oracle.owner.post(`/messages/${session}`, { message });
const again = (session: string, messageId: unknown, body: object = {}) =>
  oracle.owner.post(`/messages/${session}/regenerate`, { messageId, ...body });
const choose = (session: string, active: string) =>
  oracle.owner.request('PATCH', `/sessions/${session}`, { body: { active } });

async function messages(session: string, query = '') {
  const { json } = await oracle.owner.get(`/sessions/${session}/messages${query}`);
  return [...(json['messages'] ?? [])] as unknown as Record<string, unknown>[];
}
const contents = async (session: string) => (await messages(session)).map(({ content }) => content);
const idOf = async (session: string, content: string) =>
  String((await messages(session)).find((message) => message['content'] === content)?.['id']);

/** What the model is asked with, but the system prompt. */
const asked = (n: number) =>
  oracle.model.requests
    .at(n)
    ?.body.messages.filter(({ role }) => role !== 'system')
    .map(({ content }) => content);

describe('a message answered again', () => {
  it('has siblings, of which the model and the list see the active one', async () => {
    const session = await newSession();
    oracle.model.push({ text: 'One.' }, { text: 'Followed.' }, { text: 'Two.' }, { text: 'Three.' });
    await say(session, 'Count');
    await say(session, 'Go on');
    const answer = await again(session, await idOf(session, 'Count'));
    expect(answer.json).toMatchObject({ content: 'Two.', finishReason: 'stop' });
    expect(asked(-1)).toEqual(['Count']);
    expect(await contents(session)).toEqual(['Count', 'Two.']);
    // Named by an answer it is the same message that is answered.
    await again(session, await idOf(session, 'Two.'));
    expect(asked(-1)).toEqual(['Count']);
    const [question, third] = await messages(session);
    const variants = question?.['variants'] as { count: number; ids: string[]; active: string };
    expect(variants).toMatchObject({ count: 3, active: third?.['id'] });
    expect(third).toMatchObject({ content: 'Three.', variantOf: question?.['id'] });
    expect(third).not.toHaveProperty('active');

    expect((await choose(session, variants.ids[0] ?? '')).status).toBe(200);
    expect(await contents(session)).toEqual(['Count', 'One.', 'Go on', 'Followed.']);
    oracle.model.push({ text: 'After.' });
    await say(session, 'And?');
    expect(asked(-1)).toEqual(['Count', 'One.', 'Go on', 'Followed.', 'And?']);
    const all = await messages(session, '?variants=all');
    expect(all.map(({ content, active }) => [content, active])).toEqual([
      ['Count', true],
      ['One.', true],
      ['Go on', true],
      ['Followed.', true],
      ['Two.', false],
      ['Three.', false],
      ['And?', true],
      ['After.', true],
    ]);
    const markdown = await oracle.owner.get(`/sessions/${session}/export?format=markdown`);
    expect(markdown.text).not.toContain('Three.');
    const { json } = await oracle.owner.get(`/sessions/${session}/export`);
    expect([...(json['messages'] ?? [])].filter(({ active }) => !active)).toHaveLength(2);
    expect((await oracle.owner.delete(`/sessions/${session}`)).status).toBe(204);
  });

  it('says what the replaced answer changed, and leaves it so', async () => {
    const session = await newSession();
    oracle.model.push(load, add('Kept'), { text: 'Added.' }, { text: 'Nothing added.' });
    await say(session, 'Add Kept');
    const answer = await again(session, await idOf(session, 'Added.'));
    expect(answer.json).toMatchObject({
      content: 'Nothing added.',
      notices: [{ code: 'changes_stand', text: expect.stringContaining('Add the book Kept') }],
    });
    oracle.model.push({ text: 'Again nothing.' });
    const quiet = await again(session, await idOf(session, 'Nothing added.'));
    expect(quiet.json).not.toHaveProperty('notices');
    expect((await oracle.owner.get('/v1/shelf')).text).toContain('Kept');
  });

  it('gives way to the answer before when it ends before a word', async () => {
    const session = await newSession();
    oracle.model.push({ text: 'Good.' }, { error: { status: 401, body: { error: { message: 'no' } } } });
    await say(session, 'Say good');
    const failed = await again(session, await idOf(session, 'Say good'));
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect(await contents(session)).toEqual(['Say good', 'Good.']);
    expect((await messages(session))[0]?.['variants']).toMatchObject({ count: 1 });
  });

  it('takes back what waits, and keeps the wait of an answer from being chosen around', async () => {
    const session = await newSession();
    const remove = { toolCalls: [{ name: 'remove_book', args: { id: 'book-1' } }] };
    oracle.model.push({ text: 'Hello.' }, load, remove, { text: 'I leave it.' });
    await say(session, 'Hi');
    expect((await say(session, 'Remove book-1')).at('finishReason')).toBe('interrupted');
    const refused = await choose(session, await idOf(session, 'Hello.'));
    expect([refused.status, refused.at('code')]).toEqual([409, 'conflict']);
    expect((await again(session, await idOf(session, 'Remove book-1'))).at('content')).toBe('I leave it.');
    const decide = await oracle.owner.post(`/messages/${session}/approvals`, {
      decisions: [{ id: 'call_1', approved: true }],
    });
    expect(decide.status).toBe(409);
    const all = await messages(session, '?variants=all');
    expect(all.filter(({ role }) => role === 'tool').map(({ status }) => status)).toEqual([
      'ok',
      'interrupted',
    ]);
  });

  it('waits for approval in the answer that is active, and goes on there', async () => {
    const session = await newSession();
    const remove = (id: string) => ({ toolCalls: [{ name: 'remove_book', args: { id } }] });
    oracle.model.push({ text: 'No.' }, load, remove('book-none'), { text: 'There is none.' });
    await say(session, 'Remove a book');
    const held = await again(session, await idOf(session, 'No.'));
    const id = held.at('approvals.0.id');
    const done = await oracle.owner.post(`/messages/${session}/approvals`, {
      decisions: [{ id, approved: true }],
    });
    expect(done.at('content')).toBe('There is none.');
    expect((await contents(session)).at(-1)).toBe('There is none.');
    expect((await messages(session))[0]?.['variants']).toMatchObject({ count: 2 });
  });

  it('asks about a call of its own, also where the model counts its calls anew', async () => {
    const session = await newSession();
    const remove = (id: string) => ({ toolCalls: [{ id: 'call_0', name: 'remove_book', args: { id } }] });
    oracle.model.push(load, remove('book-1'), remove('book-2'), { text: 'Not done.' }, remove('book-3'));
    const first = (await say(session, 'Remove a book')).at('approvals.0.id');
    expect((await again(session, await idOf(session, 'Remove a book'))).at('finishReason')).toBe(
      'interrupted',
    );
    const decide = (id: unknown, approved: boolean) =>
      oracle.owner.post(`/messages/${session}/approvals`, { decisions: [{ id, approved }] });
    // The card of the first answer, still open in another tab.
    expect((await decide(first, true)).status).toBe(400);
    const waiting = await oracle.owner.get('/approvals');
    const second = waiting.at('waiting.0.approvals.0.id');
    expect([second, first]).not.toEqual([first, first]);
    expect((await decide(second, false)).at('content')).toBe('Not done.');
    // And back in the first answer, a call takes no id of the second.
    const third = (await say(session, 'Remove another')).at('approvals.0.id');
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('is answered once when two come at once, and not while a run goes on', async () => {
    const session = await newSession();
    oracle.model.push({ text: 'First.' }, { text: ['Sec', 'ond.'], chunkDelayMs: 200 });
    await say(session, 'Say');
    const id = await idOf(session, 'Say');
    const both = await Promise.all([again(session, id), again(session, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await contents(session)).toEqual(['Say', 'Second.']);
    oracle.model.push({ text: ['Slo', 'w.'], chunkDelayMs: 300 });
    const slow = say(session, 'Slowly');
    await oracle.model.request(oracle.model.requests.length + 1);
    expect((await choose(session, id)).at('code')).toBe('run_active');
    expect((await slow).at('content')).toBe('Slow.');
  });

  it('must be a message of the thread', async () => {
    const session = await newSession();
    oracle.model.push({ text: 'A.' }, { text: 'B.' });
    await say(session, 'Letter');
    const old = await idOf(session, 'A.');
    await again(session, old);
    expect(await again(session, old)).toMatchObject({
      status: 409,
      text: expect.stringContaining('not the active'),
    });
    expect((await again(session, 'nowhere')).status).toBe(404);
    for (const odd of [undefined, 3, '', 'x'.repeat(401)])
      expect((await again(session, odd)).status).toBe(400);
    expect((await choose(session, 'nowhere')).status).toBe(404);
    expect(await contents(session)).toEqual(['Letter', 'B.']);
  });
});
