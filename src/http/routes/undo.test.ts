import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import shelf from '../../../examples/shelf/index.js';
import { defineOperation, definePlugin } from '../../plugin/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

const attic = { isLocked: true, stuck: new Set<string>() };
/** What takes things back here says of each how it ended, as operations on several things do. */
const storing = definePlugin({
  name: 'attic',
  version: '1.0.0',
  manifest: {
    title: 'Attic',
    summary: 'Stores things away.',
    whenToUse: ['Something is to be stored away'],
    loading: 'always',
  },
  setup: () => ({
    operations: [
      defineOperation({
        name: 'store_away',
        title: 'Store away',
        description: 'Stores a thing away.',
        effect: 'write',
        input: z.object({ thing: z.string(), and: z.string().optional() }),
        answer: { description: 'Nothing' },
        describe: ({ thing }) => `Store the ${thing} away`,
        run: () => ({}),
        undo: ({ thing, and }) => ({
          operation: 'bring_down',
          input: { things: and === undefined ? [thing] : [thing, and] },
        }),
      }),
      defineOperation({
        name: 'bring_down',
        title: 'Bring down',
        description: 'Brings things down.',
        effect: 'write',
        input: z.object({ things: z.array(z.string()) }),
        answer: { description: 'How each ended' },
        run: ({ things }) => ({
          results: things.map((thing) => ({ thing, ok: !attic.isLocked && !attic.stuck.has(thing) })),
        }),
        nothingDone: ({ results }) =>
          results.some(({ ok }) => ok) ? undefined : 'The attic is locked: nothing was brought down.',
        leftUndone: (_, { results }) => {
          const things = results.flatMap(({ thing, ok }) => (ok ? [] : [thing]));
          return things.length === 0
            ? undefined
            : { why: `${things.join(', ')} is stuck.`, input: { things } };
        },
      }),
    ],
  }),
});

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [shelf, storing], script: [] });
});
afterAll(() => oracle.close());

const load = { toolCalls: [{ name: 'load_capability', args: { names: ['shelf-keeping'] } }] };
const add = (...titles: string[]) => ({
  toolCalls: titles.map((title) => ({ name: 'add_book', args: { title } })),
});
const undoing = (args = {}) => ({ toolCalls: [{ name: 'undo_last_change', args }] });

/** A session in which these books were added, one after the other. */
async function withBooks(person: TestClient, ...titles: string[]): Promise<string> {
  const session = String((await person.post('/sessions')).at('sessionId'));
  oracle.model.push(load, ...titles.map((title) => add(title)), { text: 'Added.' });
  await person.post(`/messages/${session}`, { message: 'Add them' });
  return session;
}

const books = async () => (await oracle.owner.get('/v1/shelf?limit=100')).text;
const undo = (session: string, body: object = {}, person = oracle.owner) =>
  person.post(`/messages/${session}/undo`, body);

async function decide(session: string, pending: { at(path: string): unknown }, approved: boolean) {
  oracle.model.push({ text: approved ? 'It is gone.' : 'It stays.' });
  return oracle.owner.post(`/messages/${session}/approvals`, {
    decisions: [{ id: pending.at('approvals.0.id'), approved }],
  });
}

describe('an undo', () => {
  it('proposes the inverse under its own approval, and next time the one before', async () => {
    const session = await withBooks(oracle.owner, 'Apple', 'Pear');
    const asked = await undo(session);
    expect(asked.json).toMatchObject({
      finishReason: 'interrupted',
      approvals: [
        {
          tool: 'remove_book',
          summary: expect.stringMatching(
            /^shelf: Remove the book book-\d+; it takes back: Add the book Pear$/,
          ),
        },
      ],
    });
    expect(await books()).toContain('Pear');
    const done = await decide(session, asked, true);
    expect(done.json).toMatchObject({
      content: 'It is gone.',
      toolCalls: [{ name: 'undo_last_change', status: 'done', output: { removed: { title: 'Pear' } } }],
    });
    expect(await books()).not.toContain('Pear');
    const before = await undo(session);
    expect(before.at('approvals.0.summary')).toContain('Add the book Apple');
    await decide(session, before, true);
    expect(await books()).not.toContain('Apple');
    expect(await undo(session)).toMatchObject({
      status: 409,
      text: expect.stringContaining('has been taken back already'),
    });
  });

  it('that is declined changes nothing, and is proposed again', async () => {
    const session = await withBooks(oracle.owner, 'Quince');
    expect((await decide(session, await undo(session), false)).at('content')).toBe('It stays.');
    expect(await books()).toContain('Quince');
    expect((await undo(session)).at('approvals.0.summary')).toContain('Quince');
  });

  it('takes back what a replaced answer did, too', async () => {
    const session = await withBooks(oracle.owner, 'Plum');
    const question = (await oracle.owner.get(`/sessions/${session}/messages`)).at('messages.0.id');
    oracle.model.push({ text: 'No.' });
    await oracle.owner.post(`/messages/${session}/regenerate`, { messageId: question });
    const asked = await undo(session);
    expect(asked.at('approvals.0.summary')).toContain('Add the book Plum');
    await decide(session, asked, true);
    expect(await books()).not.toContain('Plum');
  });

  it('does not put another in the place of what cannot be taken back, but names it', async () => {
    const session = await withBooks(oracle.owner, 'Fig', 'Date');
    await decide(session, await undo(session, { stream: false }), true);
    oracle.model.push(
      {
        toolCalls: [
          {
            name: 'remove_book',
            args: { id: /"id":"(book-\d+)","title":"Fig"/.exec(await books())?.[1] ?? '' },
          },
        ],
      },
      { text: 'Removed.' },
    );
    const held = await oracle.owner.post(`/messages/${session}`, { message: 'Remove Fig' });
    await oracle.owner.post(`/messages/${session}/approvals`, {
      decisions: [{ id: held.at('approvals.0.id'), approved: true }],
    });
    const refused = await undo(session);
    expect(refused.json).toMatchObject({
      status: 409,
      detail: expect.stringContaining('cannot be taken back: Remove the book'),
      hint: expect.stringContaining('Add the book Fig'),
      errors: [{ field: 'messageId' }],
    });
    // The book is gone, so taking its addition back fails, in words, and is not counted as done.
    const asked = await undo(session, { messageId: refused.at('errors.0.message') });
    expect((await decide(session, asked, true)).at('toolCalls.0.error')).toContain('There is no book');
    expect((await undo(session, { messageId: refused.at('errors.0.message') })).status).toBe(200);
  });

  it('whose answer says that nothing was done has failed, and can be tried again', async () => {
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    oracle.model.push(
      { toolCalls: [{ name: 'store_away', args: { thing: 'sledge' } }] },
      { text: 'Stored.' },
      { text: 'It is locked.' },
    );
    await oracle.owner.post(`/messages/${session}`, { message: 'Store the sledge away' });
    expect((await undo(session)).at('toolCalls')).toMatchObject([
      { name: 'undo_last_change', status: 'error', error: 'The attic is locked: nothing was brought down.' },
    ]);
    attic.isLocked = false;
    oracle.model.push({ text: 'Here it is.' });
    expect((await undo(session)).at('toolCalls')).toMatchObject([
      { status: 'done', output: { results: [{ thing: 'sledge', ok: true }] } },
    ]);
    expect((await undo(session)).status).toBe(409);
  });

  it('of several things says which are not back, and is tried again for those', async () => {
    attic.isLocked = false;
    attic.stuck.add('skis');
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    oracle.model.push(
      { toolCalls: [{ name: 'store_away', args: { thing: 'lamp', and: 'skis' } }] },
      { text: 'Stored.' },
      { text: 'In part.' },
    );
    await oracle.owner.post(`/messages/${session}`, { message: 'Store lamp and skis away' });
    const part = await undo(session);
    expect(part.at('toolCalls.0.status')).toBe('done');
    const told = await oracle.owner.get(`/sessions/${session}/messages`);
    expect(told.text).toContain(
      'Taken back in part: Store the lamp away. Not taken back: skis is stuck. It can be tried again for the rest.',
    );
    attic.stuck.clear();
    oracle.model.push({ text: 'All of it.' });
    expect((await undo(session)).at('toolCalls')).toMatchObject([
      { status: 'done', output: { results: [{ thing: 'skis', ok: true }] } },
    ]);
    expect((await undo(session)).status).toBe(409);
  });

  it('is not kept from an earlier change by a call that changed nothing after all', async () => {
    const session = await withBooks(oracle.owner, 'Medlar');
    attic.isLocked = true;
    oracle.model.push(
      { toolCalls: [{ name: 'bring_down', args: { things: ['sledge'] } }] },
      { text: 'It is locked.' },
    );
    await oracle.owner.post(`/messages/${session}`, { message: 'Bring the sledge down' });
    expect((await undo(session)).at('approvals.0.summary')).toContain('Add the book Medlar');
  });

  it('takes back what one answer changed, named by any of its messages', async () => {
    const session = await withBooks(oracle.owner, 'Sorb');
    const first = (await oracle.owner.get(`/sessions/${session}/messages`)).at('messages.0.id');
    oracle.model.push(add('Loquat'), { text: 'Added.' });
    await oracle.owner.post(`/messages/${session}`, { message: 'Add Loquat' });
    const asked = await undo(session, { messageId: first });
    expect(asked.at('approvals.0.summary')).toContain('Add the book Sorb');
    await decide(session, asked, true);
    expect(await books()).not.toContain('Sorb');
    expect((await undo(session, { messageId: first })).status).toBe(409);
    expect((await undo(session)).at('approvals.0.summary')).toContain('Loquat');
  });

  it('says that there is nothing', async () => {
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    expect(await undo(session)).toMatchObject({
      status: 409,
      text: expect.stringContaining('Nothing was changed'),
    });
    expect(await undo(session, { messageId: 'nowhere' })).toMatchObject({ status: 409 });
    expect((await oracle.owner.get(`/sessions/${session}/messages`)).json).toEqual({ messages: [] });
    for (const body of [{ messageId: '' }, { messageId: 1 }, { message: 'x' }])
      expect((await undo(session, body)).status).toBe(400);
    expect((await undo(session, {}, oracle.as(['chat']))).status).toBe(404);
    expect((await undo('nowhere')).status).toBe(404);
  });

  it('stands once when two come at once', async () => {
    const session = await withBooks(oracle.owner, 'Kiwi');
    const both = await Promise.all([undo(session), undo(session)]);
    const asked = both.filter(({ status }) => status === 200);
    expect(asked.length + both.filter(({ status }) => status === 409).length).toBe(2);
    const last = asked.toSorted(
      (a, b) => Number(b.at('approvals') !== undefined) - Number(a.at('approvals') !== undefined),
    );
    const ids = last.flatMap((answer) => [answer.at('approvals.0.id')]);
    oracle.model.push({ text: 'Gone.' });
    const decided = [];
    for (const id of ids)
      decided.push(
        (await oracle.owner.post(`/messages/${session}/approvals`, { decisions: [{ id, approved: true }] }))
          .status,
      );
    expect(decided.filter((status) => status === 200)).toHaveLength(1);
    expect(await books()).not.toContain('Kiwi');
    expect((await undo(session)).status).toBe(409);
  });

  it('is refused to who lacks the scope of the inverse', async () => {
    const keeper = oracle.as(['chat', 'shelf/write']);
    const session = await withBooks(keeper, 'Lime');
    const owner = (await oracle.app.store.apiKeys.list()).at(-1)?.id ?? '';
    oracle.model.push({ text: 'You may not.' });
    const { runId } = await oracle.app.runs.undo({
      principal: {
        id: `key:${owner}`,
        kind: 'api-key',
        did: 'did:key:zX',
        scopes: new Set(['chat']),
        name: 'half',
      },
      sessionId: session,
    });
    const stream = await keeper.get(`/messages/${session}/runs/${runId}`);
    expect(stream.text).toContain("lacks the scope 'shelf/write'");
    expect(await books()).toContain('Lime');
  });

  it('begins anew in a branch', async () => {
    const session = await withBooks(oracle.owner, 'Mango');
    const { json } = await oracle.owner.get(`/sessions/${session}/messages`);
    const messageId = [...(json['messages'] ?? [])].at(-1)?.['id'];
    const branch = await oracle.owner.post(`/sessions/${session}/branch`, { messageId });
    expect((await undo(String(branch.at('sessionId')))).status).toBe(409);
    expect((await undo(session)).at('approvals.0.summary')).toContain('Mango');
  });
});

describe('an undo in the chat', () => {
  it('is a tool of every run, and two of one turn take back two changes', async () => {
    const session = await withBooks(oracle.owner, 'Red', 'Blue');
    oracle.model.push({ toolCalls: [...undoing().toolCalls, ...undoing().toolCalls] });
    const asked = await oracle.owner.post(`/messages/${session}`, { message: 'Undo both' });
    const approvals = asked.at('approvals') as { id: string; summary: string }[];
    expect(approvals.map(({ summary }) => summary.replace(/.*: /, ''))).toEqual([
      'Add the book Blue',
      'Add the book Red',
    ]);
    oracle.model.push({ text: 'Both are gone.' });
    await oracle.owner.post(`/messages/${session}/approvals`, {
      decisions: approvals.map(({ id }) => ({ id, approved: true })),
    });
    expect(await books()).not.toMatch(/Red|Blue/);
  });

  it('tells the model what stands in the way', async () => {
    const session = String((await oracle.owner.post('/sessions')).at('sessionId'));
    oracle.model.push(undoing(), undoing({ change: 7 }), { text: 'There is nothing.' });
    const answer = await oracle.owner.post(`/messages/${session}`, { message: 'Undo that' });
    expect(answer.json).toMatchObject({
      toolCalls: [
        { status: 'error', error: expect.stringContaining('Nothing was changed') },
        { status: 'error', error: expect.stringContaining('change') },
      ],
    });
  });
});

describe('an undo without a model', () => {
  it('asks, and says in a line what came of it', async () => {
    const offline = await startTestOracle({ plugins: [shelf] });
    try {
      const { sessionId } = await offline.chat();
      const chat = offline.owner;
      const book = await chat.post('/v1/shelf', { title: 'Logic' });
      const undo = { operation: 'remove_book', input: { id: book.at('id') } };
      await offline.app.store.threads.append(sessionId, [
        { role: 'user', id: 'u', content: 'Add Logic' },
        { role: 'assistant', id: 'a', content: '', toolCalls: [{ id: 'c', name: 'add_book', args: {} }] },
        {
          role: 'tool',
          id: 't',
          toolCallId: 'c',
          name: 'add_book',
          content: 'ok',
          status: 'ok',
          change: { what: 'Add the book Logic', undo },
        },
      ]);
      const asked = await chat.post(`/messages/${sessionId}/undo`);
      const id = asked.at('approvals.0.id');
      const done = await chat.post(`/messages/${sessionId}/approvals`, {
        decisions: [{ id, approved: true }],
      });
      expect(done.at('content')).toBe('Taken back: Add the book Logic.');
      const again = await chat.post(`/messages/${sessionId}`, { message: 'Undo that, please' });
      expect(again.at('content')).toBe(
        'Nothing was taken back. All that was changed in this conversation has been taken back already.',
      );
    } finally {
      await offline.close();
    }
  });
});
