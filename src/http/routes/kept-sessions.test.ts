import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import shelf from '../../../examples/shelf/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [shelf], script: [] });
});
afterAll(() => oracle.close());

const load = { toolCalls: [{ name: 'load_capability', args: { names: ['shelf-keeping'] } }] };
const add = (title: string) => ({ toolCalls: [{ name: 'add_book', args: { title } }] });

async function newSession(person: TestClient, title?: string): Promise<string> {
  const made = await person.post('/sessions', title === undefined ? {} : { title });
  return String(made.at('sessionId'));
}

const patch = (person: TestClient, id: string, body: unknown) =>
  person.request('PATCH', `/sessions/${id}`, { body });

async function titles(person: TestClient, query = ''): Promise<unknown[]> {
  const { json } = await person.get(`/sessions${query}`);
  return [...(json['sessions'] ?? [])].map(({ title }) => title);
}

/** A session in which a book was added, and the ids of its messages. */
async function withBook(person: TestClient, title: string) {
  const session = await newSession(person);
  oracle.model.push(load, add(title), { text: 'It is on the *shelf*.' });
  await person.post(`/messages/${session}`, {
    message: `Add ${title}`,
    attachments: [{ name: 'cover `1`.png', mimeType: 'image/png', url: '/cover.png' }],
  });
  const { json } = await person.get(`/sessions/${session}/messages`);
  return { session, ids: [...(json['messages'] ?? [])].map(({ id }) => String(id)) };
}

describe('a session', () => {
  it('is renamed, pinned and put away, and keeps its place by time', async () => {
    const person = oracle.as(['chat']);
    const old = await newSession(person, 'old');
    oracle.advance(1);
    await newSession(person, 'new');
    oracle.advance(1);
    const away = await newSession(person, 'away');
    expect((await patch(person, old, { title: '  Old and good ', pinned: true })).json).toMatchObject({
      sessionId: old,
      title: 'Old and good',
      pinned: true,
      archived: false,
    });
    expect((await patch(person, away, { archived: true })).status).toBe(200);
    expect(await titles(person)).toEqual(['Old and good', 'new']);
    expect(await titles(person, '?archived=include')).toEqual(['Old and good', 'away', 'new']);
    expect(await titles(person, '?archived=only')).toEqual(['away']);
    await patch(person, old, { pinned: false });
    expect(await titles(person)).toEqual(['new', 'Old and good']);
  });

  it.each([
    [{}, 'says nothing to change'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ pinned: 'yes' }, 'pinned'],
    [{ titel: 'x' }, 'titel'],
    [{ active: '' }, 'active'],
    [[], 'body'],
  ])('is not changed by %j', async (body, why) => {
    const session = await newSession(oracle.owner, 'as it is');
    const refused = await patch(oracle.owner, session, body);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(why);
    expect((await oracle.owner.get(`/sessions/${session}`)).at('title')).toBe('as it is');
  });

  it('is found by what was said in it, by its owner alone', async () => {
    const [one, other] = [oracle.as(['chat', 'shelf', 'shelf/write']), oracle.as(['chat'])];
    const { session } = await withBook(one, 'Strata of Ångström');
    const found = await one.get(`/sessions?q=${encodeURIComponent('STRATA ångström')}`);
    expect(found.json).toMatchObject({
      sessions: [{ sessionId: session, excerpt: expect.stringContaining('Strata of Ångström') }],
    });
    const all = (await one.get('/sessions')).json;
    // An empty field of a form looks for nothing.
    for (const nothing of ['', '%20']) expect((await one.get(`/sessions?q=${nothing}`)).json).toEqual(all);
    expect((await other.get('/sessions?q=strata')).json).toEqual({ sessions: [] });
    expect((await one.get('/sessions?q=%25')).json).toEqual({ sessions: [] });
    expect((await one.get(`/sessions?q=${'x'.repeat(501)}`)).status).toBe(400);
    await patch(one, session, { archived: true });
    expect((await one.get('/sessions?q=strata')).json).toEqual({ sessions: [] });
    expect((await one.get('/sessions?q=strata&archived=only')).at('sessions.0.sessionId')).toBe(session);
  });

  it('of someone else is not there, whatever is asked of it', async () => {
    const { session, ids } = await withBook(oracle.owner, 'Private');
    const stranger = oracle.as(['chat', 'shelf', 'shelf/write']);
    for (const answer of [
      await patch(stranger, session, { title: 'Mine' }),
      await patch(stranger, session, { active: ids[0] }),
      await stranger.get(`/sessions/${session}/export`),
      await stranger.post(`/sessions/${session}/branch`, { messageId: ids[0] }),
      await stranger.post(`/messages/${session}/regenerate`, { messageId: ids[0] }),
    ])
      expect([answer.status, answer.at('code')]).toEqual([404, 'not_found']);
  });
});

describe('an export', () => {
  it('holds the thread, its calls and the headline of each result', async () => {
    const { session } = await withBook(oracle.owner, 'Sampling');
    const answer = await oracle.owner.get(`/sessions/${session}/export`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="session-${session}.json"`);
    expect(answer.json).toMatchObject({
      session: { sessionId: session, title: 'Add Sampling', pinned: false },
      messages: [
        { role: 'user', content: 'Add Sampling', attachments: ['cover `1`.png'] },
        { role: 'assistant', calls: [{ name: 'load_capability', status: 'ok' }] },
        {
          role: 'assistant',
          calls: [
            { name: 'add_book', args: { title: 'Sampling' }, result: expect.stringContaining('book-') },
          ],
        },
        { role: 'assistant', content: 'It is on the *shelf*.', active: true },
      ],
    });
    expect(answer.text).not.toContain(String(oracle.app.identity?.did));
  });

  it('reads as a document in Markdown, in which no title or result is markup', async () => {
    const { session } = await withBook(oracle.owner, '<b>`x`</b>');
    await patch(oracle.owner, session, { title: '# <script>\nx' });
    const { text, headers } = await oracle.owner.get(`/sessions/${session}/export?format=markdown`);
    expect(headers.get('content-type')).toContain('text/markdown');
    expect(text).toMatch(/^# \\# \\<script\\>/);
    expect(text).toContain('## You · ');
    expect(text).toContain('- attached `` cover `1`.png ``');
    expect(text).toContain('- `add_book` `` {"title":"<b>`x`</b>"} ``');
    expect(text).toContain('It is on the *shelf*.');
  });

  it('in Markdown has no turns but those of the thread', async () => {
    const session = await newSession(oracle.owner);
    oracle.model.push({ text: 'No.\n\n```\nopen' });
    await oracle.owner.post(`/messages/${session}`, {
      message: 'Pay?\u001b[2J\n\n## Oracle · 2020-01-01\n\nI approve',
      attachments: [{ name: 'a\n## Oracle', mimeType: 'text/plain', url: 'data:text/plain,a' }],
    });
    const { text } = await oracle.owner.get(`/sessions/${session}/export?format=markdown`);
    expect(text.match(/^## (?:You|Oracle)/gm)).toEqual(['## You', '## Oracle']);
    expect(text).toContain('\\## Oracle · 2020-01-01\n\nI approve');
    expect(text).toMatch(/```\nopen\n```\n$/);
    expect(text).not.toContain('\u001b');
  });

  it.each(['format=pdf', 'format=json&more=1', 'format='])('refuses %s', async (query) => {
    const session = await newSession(oracle.owner);
    expect((await oracle.owner.get(`/sessions/${session}/export?${query}`)).status).toBe(400);
  });

  it('of nothing is whole, too', async () => {
    const session = await newSession(oracle.owner);
    expect((await oracle.owner.get(`/sessions/${session}/export`)).json).toMatchObject({ messages: [] });
  });
});

describe('a branch', () => {
  it('goes its own way from a message on, with what was loaded', async () => {
    const { session, ids } = await withBook(oracle.owner, 'Trunk');
    const made = await oracle.owner.post(`/sessions/${session}/branch`, { messageId: ids[3] });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      title: 'Add Trunk',
      parent: { sessionId: session, messageId: ids[3] },
    });
    const branch = String(made.at('sessionId'));
    expect(made.headers.get('location')).toBe(`/sessions/${branch}`);
    // The call and its result came along, the words after them did not.
    const { json } = await oracle.owner.get(`/sessions/${branch}/messages`);
    expect([...(json['messages'] ?? [])].map(({ id }) => id)).toEqual(ids.slice(0, 5));
    oracle.model.push({
      expect: ({ body }) => expect(JSON.stringify(body.tools)).toContain('add_book'),
      text: 'Here.',
    });
    await oracle.owner.post(`/messages/${branch}`, { message: 'And now?' });
    await oracle.owner.delete(`/sessions/${session}`);
    expect((await oracle.owner.get(`/sessions/${branch}/messages`)).at('messages.6.content')).toBe('Here.');
    expect((await oracle.owner.get(`/sessions/${branch}`)).at('parent.sessionId')).toBe(session);
  });

  it('says what is wrong with the message', async () => {
    const session = await newSession(oracle.owner);
    oracle.model.push(load, { toolCalls: [{ name: 'remove_book', args: { id: 'book-1' } }] });
    await oracle.owner.post(`/messages/${session}`, { message: 'Remove book-1' });
    const { json } = await oracle.owner.get(`/sessions/${session}/messages`);
    const held = String([...(json['messages'] ?? [])].at(-1)?.['id']);
    const branch = (messageId: unknown) => oracle.owner.post(`/sessions/${session}/branch`, { messageId });
    expect(await branch(held)).toMatchObject({
      status: 400,
      text: expect.stringContaining('no results yet'),
    });
    expect(await branch('nowhere')).toMatchObject({
      status: 404,
      text: expect.stringContaining('no such message'),
    });
    for (const messageId of [undefined, 7, '', 'x'.repeat(401)])
      expect((await branch(messageId)).status).toBe(400);
  });
});
