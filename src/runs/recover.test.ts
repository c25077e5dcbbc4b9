import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  OWNER,
  startTestAgent,
  type TestAgent,
  type TestAgentOptions,
  textOf,
  toolEvents,
} from '../agent/testing/test-agent.js';
import { call, readUntil, terminals, useTestAgents } from '../agent/testing/test-hooks.js';
import { pluginWith, toolThat, weather } from '../agent/testing/test-plugins.js';
import type { SequencedEvent } from '../plugin/index.js';
import { recoverRun } from './recover.js';

const start = useTestAgents();

describe('across a restart', () => {
  let dataDir = '';

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'oracle-restart-'));
    return () => rm(dataDir, { recursive: true, force: true });
  });

  /** Leaves a run as a killed process does: everything in flight simply stops. */
  async function crash(
    options: TestAgentOptions,
    until: (event: SequencedEvent) => boolean,
    begin = (agent: TestAgent, sessionId: string) =>
      agent.runs.start({ principal: OWNER, sessionId, message: 'x' }),
  ): Promise<{ session: string; runId: string; seen: SequencedEvent[] }> {
    const agent = await startTestAgent({ ...options, dataDir });
    const session = await agent.session();
    const { runId } = await begin(agent, session);
    const seen = await readUntil(agent, session, runId, 0, until);
    // From here on nothing reaches the database any more.
    const gone = async () => new Promise<never>(() => undefined);
    Object.assign(agent.store.threads, { append: gone });
    Object.assign(agent.store.runs, { appendEvents: gone, finish: gone });
    await agent.kill();
    return { session, runId, seen };
  }

  it('a run that was answering is closed with an error, its partial text kept, and the next message works', async () => {
    const { session, runId, seen } = await crash(
      { script: [{ text: ['I was ', 'saying'], hang: 'after-deltas' }] },
      ({ event }) => event.type === 'message',
    );
    const agent = await start({ dataDir, script: [{ text: 'go on' }] });
    expect(await agent.runs.recover()).toBe(1);
    expect(await agent.runs.recover()).toBe(0);
    const replay = await readUntil(agent, session, runId, 0, () => false);
    expect(replay.slice(0, seen.length)).toEqual(seen);
    expect(terminals(replay.map((e) => e.event))).toEqual([
      expect.objectContaining({ type: 'error', code: 'run_interrupted' }),
    ]);
    expect(replay.map((e) => e.seq)).toEqual(replay.map((_, i) => i + 1));
    const said = textOf(replay.map((e) => e.event));
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: said, interrupted: true },
    ]);
    expect(said).toMatch(/^I was /);
    await agent.chat(session, 'what?');
    expect(agent.server.requests[0]?.body.messages.slice(1)).toMatchObject([
      { content: 'x' },
      { content: `${said}\n\n[This answer was broken off before it was whole.]` },
      { content: 'what?' },
    ]);
  });

  it('a run that was in a tool has its call closed as interrupted, and nothing said twice', async () => {
    const stuck = pluginWith('s', [toolThat('stuck', () => new Promise(() => undefined))], {
      loading: 'always',
    });
    const { session, runId, seen } = await crash(
      { plugins: [stuck], script: [{ text: 'Let me see.', ...call('stuck', {}, 'c1') }] },
      ({ event }) => event.type === 'tool_call',
    );
    const agent = await start({ dataDir, plugins: [stuck], script: [{ text: 'next' }] });
    await agent.runs.recover();
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'Let me see.' },
      { role: 'tool', toolCallId: 'c1', status: 'interrupted' },
    ]);
    const replay = await readUntil(agent, session, runId, 0, () => false);
    expect(replay.slice(0, seen.length)).toEqual(seen);
    expect(toolEvents(replay.map(({ event }) => event))).toMatchObject([
      { id: 'c1', status: 'running' },
      {
        id: 'c1',
        name: 'stuck',
        plugin: 's',
        status: 'error',
        error: expect.stringContaining('Interrupted'),
      },
    ]);
    expect(replay.at(-1)?.event).toMatchObject({ type: 'error', code: 'run_interrupted' });
    expect(textOf(await agent.chat(session, 'and?'))).toBe('next');
  });

  it.each([
    ['ok', 'Wrote it.', { status: 'done', output: 'Wrote it.' }],
    ['error', 'No room.', { status: 'error', error: 'No room.' }],
  ] as const)('a call whose result %s was kept, but not told, is told so', async (status, content, told) => {
    const { store, session: open } = await start({ script: [] });
    const session = await open();
    await store.runs.create({ id: 'r', sessionId: session, owner: OWNER.id });
    const call = { type: 'tool_call', id: 'c1', name: 'write', plugin: 's', args: {} } as const;
    await store.runs.appendEvents('r', [{ seq: 1, event: { ...call, status: 'running' } }]);
    await store.threads.append(session, [
      { role: 'user', id: 'u', content: 'x' },
      { role: 'assistant', id: 'r:1', content: '', toolCalls: [{ id: 'c1', name: 'write', args: {} }] },
      { role: 'tool', id: 'r:tool:c1', toolCallId: 'c1', name: 'write', content, status },
    ]);
    await recoverRun(store, { id: 'r', sessionId: session }, 3);
    const events = (await store.runs.events('r', 1)) ?? [];
    expect(events.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(events[0]?.event).toEqual({ ...call, ...told });
  });

  it.each([
    ['said nothing gives way to the one before', 'before-first-byte', ['x', 'First.']],
    ['had begun keeps what it said', 'after-deltas', ['x', 'Sec']],
  ] as const)('an answer begun anew that %s', async (_, hang, thread) => {
    const { session } = await crash(
      { script: [{ text: 'First.' }, { text: 'Sec', hang }] },
      ({ event }) => event.type === (hang === 'after-deltas' ? 'message' : 'run'),
      async (agent, sessionId) => {
        await agent.chat(sessionId, 'x');
        const messageId = (await agent.store.threads.messages(sessionId))[0]?.id ?? '';
        const begun = await agent.runs.regenerate({ principal: OWNER, sessionId, messageId });
        await agent.server.request(2);
        return begun;
      },
    );
    const agent = await start({ dataDir, script: [{ text: 'on' }] });
    await agent.runs.recover();
    const said = (await agent.store.threads.messages(session)).map(({ content }) => content);
    expect(said).toEqual(thread);
    await agent.chat(session, 'next');
    expect(agent.server.requests[0]?.body.messages.slice(1).map(({ content }) => content)).toEqual([
      'x',
      hang === 'after-deltas' ? 'Sec\n\n[This answer was broken off before it was whole.]' : 'First.',
      'next',
    ]);
  });

  it('loaded capabilities stay loaded', async () => {
    const before = await startTestAgent({
      dataDir,
      plugins: [weather],
      script: [call('load_capability', { names: ['weather'] }), { text: 'ok' }],
    });
    const session = await before.session();
    await before.chat(session, 'load it');
    await before.close();
    const agent = await start({
      dataDir,
      plugins: [weather],
      script: [call('get_weather', { city: 'Bern' }), { text: '20' }],
    });
    expect(toolEvents(await agent.chat(session, 'weather?')).at(-1)).toMatchObject({
      status: 'done',
      output: { temp_c: 20 },
    });
    expect(agent.server.requests[0]?.body.tools?.at(-1)?.function.name).toBe('get_weather');
  });

  it('a call of a capability that was loaded before can be approved, and runs', async () => {
    let ran = 0;
    const send = pluginWith('post', [
      toolThat(
        'send',
        () => {
          ran += 1;
          return 'sent';
        },
        { approval: 'always', description: 'Sends the letter. For good.' },
      ),
    ]);
    const before = await startTestAgent({
      dataDir,
      plugins: [send],
      script: [call('load_capability', { names: ['post'] }), call('send', {}, 'c1')],
    });
    const session = await before.session();
    const events = await before.chat(session, 'send it');
    const pending = {
      id: 'c1',
      tool: 'send',
      args: {},
      summary: 'post: Sends the letter.',
      askedBy: { id: OWNER.id, name: OWNER.name },
    };
    expect(events).toContainEqual({ type: 'approval', ...pending });
    expect(terminals(events)).toEqual([{ type: 'interrupted', approvals: [pending] }]);
    expect(ran).toBe(0);
    await before.close();
    const agent = await start({ dataDir, plugins: [send], script: [{ text: 'It is on its way.' }] });
    await agent.runs.recover();
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'c1', approved: true }]);
    const after = await agent.read(session, runId);
    expect(ran).toBe(1);
    expect(toolEvents(after).map((e) => `${e.name} ${e.status}`)).toEqual(['send running', 'send done']);
    expect(textOf(after)).toBe('It is on its way.');
    expect(agent.server.requests[0]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      tool_call_id: 'c1',
      content: 'sent',
    });
  });
});
