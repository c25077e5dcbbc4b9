import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../plugin/index.js';
import type { RunEvent, SequencedEvent } from './events.js';
import { isTerminal } from './events.js';
import {
  OWNER,
  startTestAgent,
  type TestAgent,
  type TestAgentOptions,
  textOf,
  toolEvents,
} from './test-agent.js';
import { gate, pluginWith, toolThat, weather } from './test-plugins.js';

let agents: TestAgent[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  process.on('unhandledRejection', onUnhandled);
});

afterEach(async () => {
  const open = agents;
  agents = [];
  for (const agent of open) await agent.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled.splice(0)).toEqual([]);
});

async function start(options: TestAgentOptions): Promise<TestAgent> {
  const agent = await startTestAgent(options);
  agents.push(agent);
  return agent;
}

const OTHER: Principal = { ...OWNER, id: 'did:key:other', did: 'did:key:other' };
const never = () => new AbortController().signal;

/** Reads a run until `stop` says so, as a client that drops its connection. */
async function readUntil(
  agent: TestAgent,
  session: string,
  runId: string,
  after: number,
  stop: (event: SequencedEvent) => boolean,
): Promise<SequencedEvent[]> {
  const seen: SequencedEvent[] = [];
  const dropped = new AbortController();
  for await (const batch of agent.runs.events(OWNER, session, runId, after, dropped.signal)) {
    for (const event of batch) {
      seen.push(event);
      if (stop(event)) {
        dropped.abort();
        return seen;
      }
    }
  }
  return seen;
}

const terminals = (events: readonly RunEvent[]) => events.filter(isTerminal);
const call = (name: string, args: Record<string, unknown> = {}, id?: string) => ({
  toolCalls: [{ name, args, ...(id === undefined ? {} : { id }) }],
});

describe('one run at a time', () => {
  it('refuses a second message on a busy session, names the active run, and leaves the thread intact', async () => {
    const open = gate();
    const slow = toolThat('slow', () => open.opened.then(() => 'done'));
    const agent = await start({
      plugins: [pluginWith('s', [slow], { loading: 'always' })],
      script: [call('slow'), { text: 'first' }, { text: 'second' }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    expect(agent.runs.active(session)).toBe(runId);
    await expect(
      agent.runs.start({ principal: OWNER, sessionId: session, message: 'two' }),
    ).rejects.toMatchObject({
      code: 'run_active',
      status: 409,
      errors: [{ field: 'runId', message: runId }],
    });
    open.open();
    expect(textOf(await agent.read(session, runId))).toBe('first');
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { content: 'one' },
      { role: 'assistant' },
      { role: 'tool' },
      { content: 'first' },
    ]);
    expect(textOf(await agent.chat(session, 'three'))).toBe('second');
  });

  it('lets exactly one of many simultaneous messages through', async () => {
    const agent = await start({ script: [{ text: 'only', delayMs: 20 }] });
    const session = await agent.session();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        agent.runs.start({ principal: OWNER, sessionId: session, message: `m${i}` }),
      ),
    );
    const started = tries.flatMap((t) => (t.status === 'fulfilled' ? [t.value.runId] : []));
    expect(started).toHaveLength(1);
    for (const t of tries)
      if (t.status === 'rejected') expect(t.reason).toMatchObject({ code: 'run_active' });
    await agent.read(session, started[0] ?? '');
    expect(await agent.store.threads.messages(session)).toHaveLength(2);
  });

  it('takes the next message the moment a client has seen the end of the last', async () => {
    const agent = await start({ script: Array.from({ length: 5 }, () => ({ text: 'ok' })) });
    const session = await agent.session();
    for (let i = 0; i < 5; i += 1) expect(terminals(await agent.chat(session, `m${i}`))).toHaveLength(1);
  });

  it('works on many sessions at once', async () => {
    const agent = await start({ script: Array.from({ length: 20 }, () => ({ text: 'ok', delayMs: 5 })) });
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => agent.chat(await agent.session(), 'hi')),
    );
    expect(all.every((events) => events.at(-1)?.type === 'done')).toBe(true);
  });

  it('titles a session by its first message and keeps the title', async () => {
    const agent = await start({ script: [{ text: 'a' }, { text: 'b' }] });
    const session = await agent.session();
    await agent.chat(
      session,
      '  Design a sample for five thousand households in the north and the south\nplease',
    );
    await agent.chat(session, 'second');
    expect((await agent.store.sessions.get(OWNER.id, session))?.title).toBe(
      'Design a sample for five thousand households in the north…',
    );
  });
});

describe('events', () => {
  it('are numbered from 1 without gaps, and rejoining after k gives k+1 onward, live and afterwards', async () => {
    const agent = await start({
      script: [{ text: Array.from({ length: 30 }, (_, i) => `w${i} `), chunkDelayMs: 3 }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'count' });
    const first = await readUntil(agent, session, runId, 0, ({ event }) => event.type === 'message');
    const second = await readUntil(
      agent,
      session,
      runId,
      first.at(-1)?.seq ?? 0,
      ({ event }) => event.type === 'message',
    );
    const third = await readUntil(agent, session, runId, second.at(-1)?.seq ?? 0, () => false);
    const all = [...first, ...second, ...third];
    expect(all.map((e) => e.seq)).toEqual(all.map((_, i) => i + 1));
    expect(textOf(all.map((e) => e.event))).toBe(Array.from({ length: 30 }, (_, i) => `w${i} `).join(''));
    const replayed = await readUntil(agent, session, runId, 0, () => false);
    expect(replayed).toEqual(all);
    expect(await readUntil(agent, session, runId, 3, () => false)).toEqual(all.slice(3));
  });

  it('are stored before anyone sees them', async () => {
    const agent = await start({
      script: [{ text: Array.from({ length: 10 }, (_, i) => `${i}`), chunkDelayMs: 5 }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    for await (const batch of agent.runs.events(OWNER, session, runId, 0, never())) {
      const stored = (await agent.store.runs.events(runId, 0)) ?? [];
      expect(stored.length).toBeGreaterThanOrEqual(batch.at(-1)?.seq ?? 0);
    }
  });

  it('reach many readers, fast and slow, alike', async () => {
    const agent = await start({
      script: [{ text: Array.from({ length: 20 }, (_, i) => `${i} `), chunkDelayMs: 2 }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    const read = async (pause: number) => {
      const seen: SequencedEvent[] = [];
      for await (const batch of agent.runs.events(OWNER, session, runId, 0, never())) {
        seen.push(...batch);
        await sleep(pause);
      }
      return seen;
    };
    const [fast, slow, slower] = await Promise.all([read(0), read(7), read(30)]);
    expect(slow).toEqual(fast);
    expect(slower).toEqual(fast);
  });

  it('stay with their owner: another principal cannot read, cancel, answer or go on', async () => {
    const open = gate();
    const slow = toolThat('slow', () => open.opened);
    const agent = await start({
      plugins: [pluginWith('s', [slow], { loading: 'always' })],
      script: [call('slow'), { text: 'ok' }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    const steal = async () => {
      for await (const _ of agent.runs.events(OTHER, session, runId, 0, never())) return;
    };
    const foreign = { code: 'not_found', status: 404 };
    await expect(steal()).rejects.toMatchObject(foreign);
    await expect(agent.runs.abort(OTHER, session)).rejects.toMatchObject(foreign);
    await expect(agent.runs.decide(OTHER, session, [])).rejects.toMatchObject(foreign);
    await expect(
      agent.runs.start({ principal: OTHER, sessionId: session, message: 'y' }),
    ).rejects.toMatchObject(foreign);
    open.open();
    await agent.read(session, runId);
    await expect(steal()).rejects.toMatchObject(foreign);
  });

  it('of old runs are gone, and say so', async () => {
    const agent = await start({ script: Array.from({ length: 5 }, () => ({ text: 'ok' })) });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'first' });
    await agent.read(session, runId);
    for (let i = 0; i < 4; i += 1) await agent.chat(session, 'more');
    await expect(agent.read(session, runId)).rejects.toMatchObject({ code: 'gone' });
  });

  it('that cannot be stored end the run with one error, and the oracle lives on', async () => {
    const agent = await start({ script: [{ text: ['a', 'b', 'c'], chunkDelayMs: 30 }, { text: 'fine' }] });
    const session = await agent.session();
    const append = agent.store.runs.appendEvents;
    agent.store.runs.appendEvents = async (runId, events) => {
      if (events.some(({ event }) => event.type === 'message')) throw new Error('disk full');
      return append(runId, events);
    };
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    const events = (await readUntil(agent, session, runId, 0, () => false)).map((e) => e.event);
    expect(terminals(events)).toEqual([expect.objectContaining({ type: 'error', code: 'unavailable' })]);
    agent.store.runs.appendEvents = append;
    expect(textOf(await agent.chat(session, 'again'))).toBe('fine');
  });
});

describe('cancel', () => {
  const cases = [
    { phase: 'before the first byte', script: { hang: 'before-first-byte' }, text: '' },
    {
      phase: 'in the middle of the answer',
      script: { text: ['part', 'ial'], hang: 'after-deltas' },
      text: 'partial',
    },
  ] as const;
  for (const { phase, script, text } of cases) {
    it(`${phase} closes the model's socket within a second, ends once, keeps what was said, and the thread goes on`, async () => {
      const agent = await start({ script: [script, { text: 'next' }] });
      const session = await agent.session();
      const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
      const request = await agent.server.request(1);
      if (text !== '') await readUntil(agent, session, runId, 0, ({ event }) => event.type === 'message');
      const started = performance.now();
      expect(await agent.runs.abort(OWNER, session)).toEqual({ runId });
      expect(await request.closed).toBe(true);
      expect(performance.now() - started).toBeLessThan(1_000);
      expect(terminals(await agent.read(session, runId))).toEqual([{ type: 'cancelled' }]);
      const thread = await agent.store.threads.messages(session);
      expect(thread.slice(1)).toMatchObject(
        text === '' ? [] : [{ role: 'assistant', content: text, interrupted: true }],
      );
      expect(textOf(await agent.chat(session, 'go on'))).toBe('next');
    });
  }

  it('in a tool aborts its signal; a tool that ignores it is left behind and its result dropped', async () => {
    const late = gate();
    let aborted = false;
    const heedful = toolThat(
      'heedful',
      (_, rt) =>
        new Promise((_resolve, reject) =>
          rt.signal.addEventListener('abort', () => {
            aborted = true;
            reject(rt.signal.reason);
          }),
        ),
    );
    const deaf = toolThat('deaf', () => late.opened.then(() => Promise.reject(new Error('too late'))));
    const agent = await start({
      plugins: [pluginWith('t', [heedful, deaf], { loading: 'always' })],
      script: [
        {
          toolCalls: [
            { name: 'heedful', args: {}, id: 'h' },
            { name: 'deaf', args: {}, id: 'd' },
          ],
        },
        { text: 'next' },
      ],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    await readUntil(
      agent,
      session,
      runId,
      0,
      ({ event }) => event.type === 'tool_call' && event.name === 'deaf',
    );
    const started = performance.now();
    await agent.runs.abort(OWNER, session);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(aborted).toBe(true);
    const events = await agent.read(session, runId);
    expect(terminals(events)).toEqual([{ type: 'cancelled' }]);
    expect(toolEvents(events).map((e) => `${e.name} ${e.status}`)).toEqual([
      'heedful running',
      'deaf running',
      'heedful error',
      'deaf error',
    ]);
    late.open();
    await agent.chat(session, 'go on');
    expect(agent.server.requests[1]?.body.messages.slice(-3)).toMatchObject([
      { role: 'tool', tool_call_id: 'h', content: expect.stringContaining('Interrupted') },
      { role: 'tool', tool_call_id: 'd', content: expect.stringContaining('Interrupted') },
      { role: 'user', content: 'go on' },
    ]);
    expect(await agent.store.threads.messages(session)).toHaveLength(6);
  });

  it('with nothing running answers that there is nothing', async () => {
    const agent = await start({});
    expect(await agent.runs.abort(OWNER, await agent.session())).toBeUndefined();
  });

  it('many times over is still one end', async () => {
    const agent = await start({ script: [{ hang: 'before-first-byte' }] });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    await agent.server.request(1);
    await Promise.all([
      agent.runs.abort(OWNER, session),
      agent.runs.abort(OWNER, session),
      agent.runs.abort(OWNER, session),
    ]);
    expect(terminals(await agent.read(session, runId))).toHaveLength(1);
  });
});

describe('drain', () => {
  it('refuses new messages, lets a run finish in its grace, and resolves', async () => {
    const agent = await start({ script: [{ text: 'in time', delayMs: 50 }] });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    const drained = agent.runs.drain(5_000);
    await expect(
      agent.runs.start({ principal: OWNER, sessionId: await agent.session(), message: 'y' }),
    ).rejects.toMatchObject({ code: 'shutting_down', status: 503 });
    await drained;
    expect((await agent.read(session, runId)).at(-1)).toMatchObject({ type: 'done' });
    expect(agent.runs.size).toBe(0);
  });

  it('tells every open stream when the grace is over, and keeps what was said', async () => {
    const agent = await start({ script: [{ text: 'begun', hang: 'after-deltas' }] });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    await readUntil(agent, session, runId, 0, ({ event }) => event.type === 'message');
    const watching = agent.read(session, runId);
    await agent.runs.drain(10);
    expect(terminals(await watching)).toEqual([
      expect.objectContaining({ type: 'error', code: 'shutting_down' }),
    ]);
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { role: 'user' },
      { content: 'begun', interrupted: true },
    ]);
  });
});

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
  ): Promise<{ session: string; runId: string; seen: SequencedEvent[] }> {
    const agent = await startTestAgent({ ...options, dataDir });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
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
      { content: said },
      { content: 'what?' },
    ]);
  });

  it('a run that was in a tool has its call closed as interrupted, and nothing said twice', async () => {
    const stuck = pluginWith('s', [toolThat('stuck', () => new Promise(() => undefined))], {
      loading: 'always',
    });
    const { session } = await crash(
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
    expect(textOf(await agent.chat(session, 'and?'))).toBe('next');
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
    const pending = { id: 'c1', tool: 'send', args: {}, summary: 'post: Sends the letter.' };
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

describe('approvals', () => {
  const submit = (ran: unknown[]) =>
    pluginWith(
      'office',
      [
        toolThat(
          'submit',
          (args) => {
            ran.push(args);
            return 'submitted';
          },
          { approval: 'always' },
        ),
        toolThat('look', () => 'seen'),
        toolThat('maybe', () => 'small', { approval: () => false }),
      ],
      { loading: 'always' },
    );

  it('hold only the calls that need them; a declined call is an error with the reason, and the run goes on', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [
        {
          text: 'Two things.',
          toolCalls: [
            { name: 'submit', args: {}, id: 's1' },
            { name: 'look', args: {}, id: 'l1' },
            { name: 'maybe', args: {}, id: 'm1' },
            { name: 'submit', args: {}, id: 's2' },
          ],
        },
        { text: 'Understood.' },
      ],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'x');
    expect(
      toolEvents(events)
        .filter((e) => e.status === 'done')
        .map((e) => e.id),
    ).toEqual(['l1', 'm1']);
    expect(terminals(events)).toMatchObject([
      { type: 'interrupted', approvals: [{ id: 's1' }, { id: 's2' }] },
    ]);
    expect(agent.runs.active(session)).toBeUndefined();
    const { runId } = await agent.runs.decide(OWNER, session, [
      { id: 's2', approved: true },
      { id: 's1', approved: false, reason: 'wrong period' },
    ]);
    const after = await agent.read(session, runId);
    expect(ran).toEqual([{}]);
    expect(toolEvents(after).filter((e) => e.status !== 'running')).toMatchObject([
      { id: 's1', status: 'error', error: expect.stringContaining('wrong period') },
      { id: 's2', status: 'done', output: 'submitted' },
    ]);
    expect(terminals(after)).toMatchObject([{ type: 'done', finishReason: 'stop' }]);
    const roles = (await agent.store.threads.messages(session)).map((m) => m.role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'tool', 'assistant']);
  });

  it('need one decision for each held call, and can be answered once', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [{ toolCalls: [{ name: 'submit', args: {}, id: 'a' }] }, { text: 'ok' }],
    });
    const session = await agent.session();
    await expect(agent.runs.decide(OWNER, session, [])).rejects.toMatchObject({ code: 'conflict' });
    await agent.chat(session, 'x');
    await expect(agent.runs.decide(OWNER, session, [])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ message: "needs exactly one decision for 'a'" }],
    });
    await expect(
      agent.runs.decide(OWNER, session, [
        { id: 'a', approved: true },
        { id: 'b', approved: true },
      ]),
    ).rejects.toMatchObject({ errors: [{ message: "'b' does not wait for an approval" }] });
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }]);
    await agent.read(session, runId);
    await expect(agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(ran).toHaveLength(1);
  });

  it('can follow one another in a thread', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [call('submit', {}, 'a'), call('submit', {}, 'b'), { text: 'both' }],
    });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const second = await agent.read(
      session,
      (await agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).runId,
    );
    expect(terminals(second)).toMatchObject([{ type: 'interrupted', approvals: [{ id: 'b' }] }]);
    const third = await agent.read(
      session,
      (await agent.runs.decide(OWNER, session, [{ id: 'b', approved: true }])).runId,
    );
    expect(textOf(third)).toBe('both');
    expect(ran).toHaveLength(2);
  });

  it('that nobody answers are closed by the next message, and can no longer be given', async () => {
    const ran: unknown[] = [];
    const agent = await start({
      plugins: [submit(ran)],
      script: [call('submit', {}, 'a'), { text: 'never mind' }],
    });
    const session = await agent.session();
    await agent.chat(session, 'x');
    await agent.chat(session, 'forget it');
    expect(agent.server.requests[1]?.body.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'a', content: expect.stringContaining('Interrupted') },
      { role: 'user', content: 'forget it' },
    ]);
    await expect(agent.runs.decide(OWNER, session, [{ id: 'a', approved: true }])).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(ran).toEqual([]);
  });
});

it('holds nothing of runs that are over', async () => {
  const agent = await start({ script: Array.from({ length: 120 }, () => ({ text: 'ok' })) });
  for (let i = 0; i < 4; i += 1) {
    await Promise.all(Array.from({ length: 30 }, async () => agent.chat(await agent.session(), 'hi')));
  }
  expect(agent.runs.size).toBe(0);
});
