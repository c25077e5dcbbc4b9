import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { OWNER, startTestAgent, type TestAgent } from '../agent/testing/test-agent.js';
import { call, terminals, useTestAgents } from '../agent/testing/test-hooks.js';
import { pluginWith, toolThat } from '../agent/testing/test-plugins.js';
import { type Amendment, type Conversations, defineClientTool, type Principal } from '../plugin/index.js';
import { createConversations } from './conversations.js';

const start = useTestAgents();
const clock = { now: () => Date.now() };
const stranger: Principal = { ...OWNER, id: 'chat:T1/U2', did: 'chat:T1/U2', kind: 'external' };
const mute: Principal = { ...stranger, scopes: new Set(['weather']) };
const never = new AbortController().signal;

const conversationsOf = ({ store, runs }: TestAgent) =>
  createConversations('chat', { store, clock, runs: () => runs });

async function follow(conversations: Conversations, who: Principal, sessionId: string, runId: string) {
  const events = [];
  for await (const batch of conversations.follow(who, sessionId, runId, 0, never)) events.push(...batch);
  return events.map(({ event }) => event);
}

it('gives the same run for the same message, also after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-talk-'));
  try {
    const first = await startTestAgent({ dataDir, script: [{ text: 'Good day.' }] });
    const before = conversationsOf(first);
    const { sessionId } = await before.open(stranger, 'T1/C2');
    const message = { message: 'Hello', dedupeKey: 'event-1' };
    const sent = await before.send(stranger, sessionId, message);
    const { runId } = sent;
    expect(await before.send(stranger, sessionId, { ...message, message: 'Hello?' })).toEqual(sent);
    const { items } = await first.store.threads.page(sessionId, 10);
    expect(items.map(({ id }) => id)).toContain(sent.messageId);
    expect(terminals(await follow(before, stranger, sessionId, runId))).toMatchObject([{ type: 'done' }]);
    await first.close();

    const again = await start({ dataDir });
    const after = conversationsOf(again);
    expect(await after.open(stranger, 'T1/C2')).toEqual({ sessionId });
    expect(await after.send(stranger, sessionId, message)).toEqual(sent);
    expect(await follow(after, stranger, sessionId, runId)).toContainEqual(
      expect.objectContaining({ type: 'message', content: 'Good day.' }),
    );
    expect(again.runs.size).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('reads a reply as what waits would', async () => {
  const conversations = conversationsOf(await start({}));
  expect(['Ndiyo!', 'nein', 'yes, but later', 'yes?'].map((said) => conversations.readReply(said))).toEqual([
    'yes',
    'no',
    'other',
    'other',
  ]);
});

it('keeps a session with its principal, and refuses a second message while one is worked on', async () => {
  const agent = await start({ script: [{ text: 'Hm', hang: 'after-deltas' }] });
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  const { runId } = await conversations.send(stranger, sessionId, { message: 'Hello', dedupeKey: 'a' });
  for (const dedupeKey of ['a', undefined]) {
    const message = { message: 'mine?', ...(dedupeKey === undefined ? {} : { dedupeKey }) };
    await expect(conversations.send(OWNER, sessionId, message)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await Promise.all([stranger, OWNER].map((who) => conversations.has(who, sessionId)))).toEqual([
    true,
    false,
  ]);
  const foreign = [
    () => follow(conversations, OWNER, sessionId, runId),
    () => conversations.answer(OWNER, sessionId, { decisions: [] }),
    () => conversations.cancel(OWNER, sessionId),
  ];
  for (const ask of foreign) await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    conversations.send(stranger, sessionId, { message: 'And?', dedupeKey: 'b' }),
  ).rejects.toMatchObject({ code: 'run_active', errors: [{ field: 'runId', message: runId }] });
  await expect.poll(() => agent.server.requests.length).toBe(1);
  expect(await conversations.cancel(stranger, sessionId)).toEqual({ runId });
  expect(terminals(await follow(conversations, stranger, sessionId, runId))).toEqual([{ type: 'cancelled' }]);
  expect(await conversations.cancel(stranger, sessionId)).toBeUndefined();
});

it('answers approvals and calls that the other side ran, all of what waits', async () => {
  const tools = [
    toolThat('send', () => 'sent', { approval: 'always' }),
    defineClientTool({ name: 'look', description: 'Looks.', input: z.object({}) }),
  ];
  const agent = await start({
    plugins: [pluginWith('office', tools, { loading: 'always' })],
    script: [call('send', {}, 's'), call('look', {}, 'l'), { text: 'Done.' }],
  });
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  const ends = async (started: Promise<{ readonly runId: string }>) =>
    terminals(await follow(conversations, stranger, sessionId, (await started).runId));
  expect(await ends(conversations.send(stranger, sessionId, { message: 'Send it' }))).toMatchObject([
    { type: 'interrupted', approvals: [{ id: 's' }] },
  ]);
  await expect(conversations.answer(stranger, sessionId, {})).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const decisions = [{ id: 's', approved: true }];
  expect(await ends(conversations.answer(stranger, sessionId, { decisions }))).toMatchObject([
    { type: 'interrupted', calls: [{ id: 'l', name: 'look' }] },
  ]);
  const results = [{ id: 'l', output: 'a page' }];
  expect(await ends(conversations.answer(stranger, sessionId, { results }))).toMatchObject([
    { type: 'done' },
  ]);
});

it('lets a yes decide what was before its person alone', async () => {
  const sent: unknown[] = [];
  const send = toolThat('send', () => sent.push('sent'), { approval: 'always' });
  const agent = await start({
    plugins: [pluginWith('office', [send], { loading: 'always' })],
    script: [call('send', {}, 's'), { text: 'Done.' }],
  });
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  const wish = await conversations.send(stranger, sessionId, { message: 'Send it' });
  await follow(conversations, stranger, sessionId, wish.runId);
  const say = (message: string, seen: readonly string[]) =>
    conversations.send(stranger, sessionId, { message, seen, dedupeKey: message });
  for (const word of ['yes', 'no']) {
    await expect(say(word, ['another'])).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ field: 's', message: expect.stringContaining('send') }],
    });
  }
  expect(sent).toEqual([]);
  const { runId } = await say('yes', ['another', 's']);
  expect(terminals(await follow(conversations, stranger, sessionId, runId))).toMatchObject([
    { type: 'done' },
  ]);
  expect(sent).toEqual(['sent']);
});

it('takes back what waits when it is cancelled', async () => {
  const send = toolThat('send', () => 'sent', { approval: 'always' });
  const agent = await start({
    plugins: [pluginWith('office', [send], { loading: 'always' })],
    script: [call('send', {}, 's')],
  });
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  const { runId } = await conversations.send(stranger, sessionId, { message: 'Send it' });
  await follow(conversations, stranger, sessionId, runId);
  expect(await conversations.cancel(stranger, sessionId)).toEqual({ runId });
  const decisions = [{ id: 's', approved: true }];
  await expect(conversations.answer(stranger, sessionId, { decisions })).rejects.toMatchObject({
    code: 'conflict',
  });
});

it('lets nobody talk without the scope chat, or before the oracle is wired', async () => {
  const agent = await start({});
  const ready = conversationsOf(agent);
  const { sessionId } = await ready.open(stranger, 'T1/C2');
  const early = createConversations('chat', { store: agent.store, clock, runs: () => undefined });
  for (const [conversations, who, code] of [
    [ready, mute, 'forbidden'],
    [early, stranger, 'unavailable'],
  ] as const) {
    const calls = [
      () => conversations.open(who, 'T1/C3'),
      () => conversations.send(who, sessionId, { message: 'x' }),
      () => conversations.answer(who, sessionId, { decisions: [] }),
      () => conversations.cancel(who, sessionId),
      () => follow(conversations, who, sessionId, 'r'),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code });
  }
});

it.each([
  ['message', { message: ' \n' }],
  ['message', { message: 'x'.repeat(100_001) }],
  ['dedupeKey', { message: 'x', dedupeKey: '' }],
  ['dedupeKey', { message: 'x', dedupeKey: 'x'.repeat(501) }],
])('refuses a bad %s by its name', async (field, message) => {
  const agent = await start({});
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  await expect(conversations.send(stranger, sessionId, message)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ field }],
  });
  await expect(conversations.open(stranger, '')).rejects.toMatchObject({ errors: [{ field: 'key' }] });
});

it('lets every model read a message as it stands where it was said, from the next call on', async () => {
  let goOn = () => {};
  const amended = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const wait = toolThat('wait', async () => {
    reach();
    await amended;
    return 'waited for 7731';
  });
  const agent = await start({
    plugins: [pluginWith('office', [wait], { loading: 'always' })],
    script: [{ text: 'Ten.' }, call('wait', {}, 'w'), { text: 'Your pin is 7731.' }, { text: 'Hm.' }],
  });
  const conversations = conversationsOf(agent);
  const { sessionId } = await conversations.open(stranger, 'T1/C2');
  const asked = (at: number) => JSON.stringify(agent.server.requests.at(at)?.body['messages']);
  const say = async (message: string) => {
    const sent = await conversations.send(stranger, sessionId, { message });
    return { ...sent, ended: follow(conversations, stranger, sessionId, sent.runId) };
  };
  const price = await say('My pin is 7731 and the price is 10');
  await price.ended;
  await agent.store.threads.append(sessionId, [
    { role: 'summary', id: 'sum', upTo: price.messageId, content: 'The pin is 7731.' },
  ]);
  const branch = await agent.store.sessions.branch(stranger.id, sessionId, price.messageId);
  const card = await say('Wait, my card is 4444');
  await reached;
  const amend = (messageId: string, amendment: Amendment) =>
    conversations.amend(sessionId, messageId, amendment);
  // Also while a run goes on, and what summed it up before is made anew.
  expect(await amend(price.messageId, { state: 'corrected', text: 'The price is 20' })).toBe(true);
  expect(await amend(card.messageId, { state: 'taken_back' })).toBe(true);
  goOn();
  const events = await card.ended;
  expect(asked(2)).toContain('The price is 20');
  expect(asked(2)).toContain('(This message was taken back.)');
  expect(asked(2)).not.toMatch(/pin is 7731|4444/);
  const titles = await agent.store.sessions.list(stranger.id, 10);
  expect(titles.items.map(({ title }) => title)).toEqual(['The price is 20', 'The price is 20']);
  expect(JSON.stringify(await agent.store.threads.messages(branch?.id ?? ''))).not.toContain('7731');
  expect((await agent.store.sessions.search(stranger.id, '4444', 10)).items).toEqual([]);

  // An answer goes with what its calls found; what is gone stays gone; a correction may be taken back.
  const answer = events.find(({ type }) => type === 'message');
  const answerId = answer?.type === 'message' ? answer.messageId : '';
  await expect(amend(answerId, { state: 'corrected', text: 'No.' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(await amend(answerId, { state: 'taken_back' })).toBe(true);
  expect(await amend(card.messageId, { state: 'corrected', text: 'my card is 4444' })).toBe(true);
  expect(await amend(price.messageId, { state: 'as_sent' })).toBe(true);
  await (await say('And now?')).ended;
  expect(asked(3)).toContain('the price is 10');
  expect(asked(3)).toContain('(This answer was taken away.)');
  expect(asked(3)).not.toMatch(/Your pin|waited for|4444/);

  const other = createConversations('mail', { store: agent.store, clock, runs: () => agent.runs });
  expect(await other.amend(sessionId, price.messageId, { state: 'taken_back' })).toBe(false);
  expect(await amend('none', { state: 'taken_back' })).toBe(false);
  await agent.store.sessions.delete(stranger.id, sessionId);
  expect(await amend(price.messageId, { state: 'taken_back' })).toBe(false);
});
