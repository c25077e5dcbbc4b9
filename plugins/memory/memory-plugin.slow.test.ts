import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestOracle, type TestClient, type TestOracle, withUtterances } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memoryServer } from '../../examples/memory-server/server.js';
import memory from './index.js';

/** The DID of the oracle is known once it is up, and the server's place before: it trusts a list that grows. */
const issuers = ['did:key:zNobody'];
let folder: string;
let server: Awaited<ReturnType<typeof memoryServer>>;
let oracle: TestOracle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-'));
  server = await memoryServer({ file: join(folder, 'memory.sqlite'), port: 0, issuers });
  oracle = await startTestOracle({
    plugins: [memory],
    env: { MEMORY_MCP_URL: `${server.url}/mcp`, MEMORY_ENGINE_URL: server.url },
    script: [],
  });
  issuers.push(await didOf(oracle));
  // Its first look may have come before it was trusted; the next one comes a second later.
  await vi.waitFor(
    async () => expect((await oracle.owner.get('/health/plugins')).text).not.toContain('degraded'),
    { timeout: 20_000, interval: 100 },
  );
});
afterAll(async () => {
  await oracle.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  // The credentials of all that was asked.
  expect(JSON.stringify(oracle.logs)).not.toContain('eyJ');
});

async function didOf({ anyone }: TestOracle): Promise<string> {
  return (JSON.parse((await anyone.get('/.well-known/did.json')).text) as { id: string }).id;
}

const person = (did?: string): TestClient => oracle.as(['chat', 'memory'], did === undefined ? {} : { did });

async function remember(who: TestClient, text: string): Promise<string> {
  const answer = await who.post('/memory', { text });
  expect(answer.status, answer.text).toBe(201);
  return (JSON.parse(answer.text) as { memory: { id: string } }).memory.id;
}

async function textsOf(who: TestClient, path = '/memory'): Promise<string[]> {
  const answer = await who.get(path);
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as { memories: { text: string }[] }).memories.map(({ text }) => text);
}

describe('what is remembered', () => {
  it('is found, changed and forgotten by its person', async () => {
    const who = person();
    const id = await remember(who, 'My district is Kilifi');
    expect(await textsOf(who, '/memory/search?query=which+district')).toEqual(['My district is Kilifi']);
    // What is known of oneself is all of it: "nothing is remembered about me" would be untrue.
    for (const query of ['me', 'Me', 'about me', 'mich', 'm%C3%AD', 'mimi'])
      expect(await textsOf(who, `/memory/search?query=${query}`), query).toEqual(['My district is Kilifi']);
    expect(await who.put(`/memory/${id}`, { text: 'My district is Kwale' })).toMatchObject({
      json: { memory: { id, text: 'My district is Kwale' }, before: 'My district is Kilifi' },
    });
    expect(await textsOf(who, '/memory/search?query=Kilifi')).toEqual([]);
    expect((await who.delete(`/memory/${id}`)).json).toMatchObject({ forgotten: id });
    expect(await textsOf(who)).toEqual([]);
    expect((await who.delete(`/memory/${id}`)).status).toBe(404);
  });

  it('is refused with a NUL, at which it would be cut', async () => {
    const who = person();
    for (const body of [{ text: 'Kilifi\0 and Kwale' }, { text: 'Kilifi', tags: ['a\0b'] }])
      expect(await who.post('/memory', body)).toMatchObject({
        status: 400,
        json: { code: 'invalid_request' },
      });
    expect(await textsOf(who)).toEqual([]);
  });

  it('is listed page by page, the newest first', async () => {
    const who = person();
    for (const text of ['one', 'two', 'three']) await remember(who, text);
    const first = JSON.parse((await who.get('/memory?limit=2')).text) as { nextCursor: string };
    expect(first).toMatchObject({ memories: [{ text: 'three' }, { text: 'two' }] });
    expect(await textsOf(who, `/memory?limit=2&cursor=${first.nextCursor}`)).toEqual(['one']);
  });

  it('is meant by words that one of them alone has', async () => {
    const who = person();
    await remember(who, 'The cat is called Tom');
    await remember(who, 'The dog is called Rex');
    expect((await who.get('/memory/the%20dog')).json).toMatchObject({ memory: { text: /Rex/ } });
    const both = await who.delete('/memory/called');
    expect(both.status).toBe(400);
    expect(both.text).toMatch(/Tom.*Rex|Rex.*Tom/);
    expect((await who.delete('/memory/the%20horse')).status).toBe(404);
    expect(await textsOf(who)).toHaveLength(2);
  });

  it('is nowhere in the files of the server once it is forgotten, nor in the audit or the log of the oracle', async () => {
    const who = person();
    const id = await remember(who, 'The password of the safe is Quokka-Zebra-91');
    const holding = async () => {
      const names = await readdir(folder);
      const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
      return files.some((content) => /quokka/i.test(content));
    };
    expect(await holding()).toBe(true);
    await who.put(`/memory/${id}`, { text: 'The password of the safe is Okapi-17' });
    await who.delete(`/memory/${id}`);
    expect(await holding()).toBe(false);
    expect((await oracle.owner.get('/audit')).text).not.toMatch(/quokka/i);
    expect(JSON.stringify(oracle.logs)).not.toMatch(/quokka/i);
  });
});

describe('nobody sees what another has said', () => {
  it('with equal words, and names that begin alike or look like patterns', async () => {
    const dids = [
      'did:web:a.example',
      'did:web:a.example:b',
      'did:web:a.exampl',
      'did:web:%25',
      'did:web:_.example',
    ];
    const people = dids.map((did) => person(did));
    for (const [i, who] of people.entries()) await remember(who, `The secret word is number ${i}`);
    for (const [i, who] of people.entries()) {
      expect(await textsOf(who)).toEqual([`The secret word is number ${i}`]);
      expect(await textsOf(who, '/memory/search?query=the+secret+word+is+number')).toHaveLength(1);
    }
  });

  it('by its id', async () => {
    const [one, two] = [person(), person()];
    const id = await remember(one, 'Mine alone');
    expect((await two.get(`/memory/${id}`)).status).toBe(404);
    expect((await two.put(`/memory/${id}`, { text: 'Ours' })).status).toBe(404);
    expect((await two.delete(`/memory/${id}`)).status).toBe(404);
    expect(await textsOf(one)).toEqual(['Mine alone']);
  });

  it('without being somebody, and without the scope', async () => {
    expect((await oracle.anyone.get('/memory')).status).toBe(401);
    expect((await oracle.as(['chat']).get('/memory')).status).toBe(403);
  });
});

describe('in the chat', () => {
  const load = { toolCalls: [{ name: 'load_capability', args: { names: ['memory'] } }] };
  const systemOf = () => String(oracle.model.requests.at(-1)?.body.messages[0]?.['content']);

  it('is said to the model before its first word in another conversation, and explained by a link', async () => {
    const who = person();
    oracle.model.push(
      load,
      { toolCalls: [{ name: 'save_memory', args: { text: 'My district is Kilifi' } }] },
      { text: 'I shall.' },
    );
    const before = await who.chat();
    const saved = await before.say('Remember my district.');
    const call = saved.toolCalls.find(({ name }) => name === 'save_memory');
    expect(call).toMatchObject({ status: 'done' });

    oracle.model.push(
      load,
      { toolCalls: [{ name: 'explain_memory', args: { memory: 'district Kilifi' } }] },
      { text: 'So.' },
    );
    const after = await (await who.chat()).say('Which district do I work in?');
    expect(systemOf()).toMatch(/"My district is Kilifi" \(memory m-[\w-]+, \d{4}-\d\d-\d\d\)/);
    expect(systemOf()).toContain('never instructions');
    const link = JSON.stringify(after.toolCalls.at(-1)?.output);
    const sessions = JSON.parse((await who.get('/sessions')).text) as { sessions: { sessionId: string }[] };
    expect(sessions.sessions.some(({ sessionId }) => link.includes(`/#/s/${sessionId}/`))).toBe(true);

    oracle.model.push({ text: 'I do not know.' });
    await (await person().chat()).say('Which district do I work in?');
    expect(systemOf()).not.toContain('Kilifi');
  });

  it('is forgotten after a question that says what, and saved again by no undo', async () => {
    const who = person();
    const text = `I like maize${', and beans'.repeat(50)}, and one that matters`;
    await remember(who, text);
    oracle.model.push(
      load,
      { toolCalls: [{ name: 'forget_memory', args: { memory: 'maize' } }] },
      { text: 'Gone.' },
    );
    const chat = await who.chat();
    const asked = await chat.say('Forget the maize.');
    expect(asked.approvals).toMatchObject([
      { tool: 'forget_memory', summary: expect.stringContaining(`Forget for ever: "${text}"`) },
    ]);
    expect(await textsOf(who)).toEqual([text]);
    const done = await chat.decide(true);
    expect(JSON.stringify(done.toolCalls)).toContain('backups that were made before');
    expect(await textsOf(who)).toEqual([]);
  });
});

it('is understood without a model', async () => {
  const offline = await startTestOracle({
    plugins: [withUtterances(memory, import.meta.dirname)],
    env: { MEMORY_MCP_URL: `${server.url}/mcp`, MEMORY_ENGINE_URL: server.url },
  });
  try {
    issuers.push(await didOf(offline));
    const say = async (said: string) => {
      const { toolCalls } = await (await offline.chat()).say(said);
      return toolCalls.map(({ name, args }) => [name, args]).at(-1);
    };
    expect(await say('Remember that my district is Kilifi')).toEqual([
      'save_memory',
      { text: 'my district is Kilifi' },
    ]);
    expect(await say('What do you remember about my district?')).toEqual([
      'search_memory',
      { query: 'my district' },
    ]);
    expect(await say('What do you remember of me?')).toEqual(['list_memories', {}]);
    for (const [said, text] of [
      ['remember the deadline is 12 December', 'the deadline is 12 December'],
      ['remember that meetings are on Tuesday at 9', 'meetings are on Tuesday at 9'],
      ['please keep in mind my daughter starts school on Monday', 'my daughter starts school on Monday'],
    ])
      expect((await (await offline.chat()).say(said ?? '')).text, said).toContain(text);
    const chat = await offline.chat();
    await chat.say('note that the generator is broken');
    expect((await chat.say('keep in mind that I am allergic to nuts')).text).toContain(
      '“I am allergic to nuts”',
    );
    expect((await (await offline.chat()).say('Why do you know that my boat leaks?')).text).toContain(
      "Nothing is remembered that says 'my boat leaks'",
    );
    expect(await say('Why do you know that my district is Kilifi?')).toEqual([
      'explain_memory',
      { memory: 'my district is Kilifi' },
    ]);
  } finally {
    await offline.close();
  }
});
