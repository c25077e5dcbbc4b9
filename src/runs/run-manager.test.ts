import { describe, expect, it } from 'vitest';
import { OWNER, textOf } from '../agent/testing/test-agent.js';
import { call, OTHER, readUntil, terminals, useTestAgents } from '../agent/testing/test-hooks.js';
import { gate, pluginWith, toolThat } from '../agent/testing/test-plugins.js';

const start = useTestAgents();

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

  it('lets what is said right after a stop wait for its end', async () => {
    const agent = await start({
      script: [{ text: 'begun', hang: 'after-deltas' }, { text: 'next' }],
    });
    const session = await agent.session();
    const first = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    await readUntil(agent, session, first.runId, 0, ({ event }) => event.type === 'message');
    const stopped = agent.runs.abort(OWNER, session);
    const said = ['two', 'three'].map((message) =>
      agent.runs.start({ principal: OWNER, sessionId: session, message }),
    );
    const [second, third] = await Promise.allSettled(said);
    expect(await stopped).toEqual({ runId: first.runId });
    expect([second?.status, third]).toMatchObject(['fulfilled', { reason: { code: 'run_active' } }]);
    expect((await agent.read(session, first.runId)).at(-1)).toEqual({ type: 'cancelled' });
    const { runId } = second?.status === 'fulfilled' ? second.value : first;
    expect(textOf(await agent.read(session, runId))).toBe('next');
    // A stranger is told nothing of that.
    await expect(
      agent.runs.start({ principal: OTHER, sessionId: session, message: 'x' }),
    ).rejects.toMatchObject({ code: 'not_found' });
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
