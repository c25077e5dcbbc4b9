import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { OWNER, type TestAgent, textOf } from '../agent/testing/test-agent.js';
import { readUntil, terminals, useTestAgents } from '../agent/testing/test-hooks.js';

const start = useTestAgents();

/** From here on the database refuses to end a run, as it does when the disk is full. */
async function refuseEnds(agent: TestAgent): Promise<() => Promise<void>> {
  await sql`create trigger refuse_ends before update of status on core_runs
    begin select raise(abort, 'no room'); end`.execute(agent.store.db);
  return async () => {
    await sql`drop trigger refuse_ends`.execute(agent.store.db);
  };
}

describe('a run whose end cannot be stored', () => {
  it('says so, and the session is free again once the database is', async () => {
    const agent = await start({ script: [{ text: 'first' }, { text: 'second' }] });
    const session = await agent.session();
    const mend = await refuseEnds(agent);
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    const events = await agent.read(session, runId);
    expect(terminals(events)).toMatchObject([{ type: 'error', code: 'unavailable' }]);
    expect(agent.runs.active(session)).toBeUndefined();
    expect(agent.log.filter((line) => line.level === 'error')).toHaveLength(1);

    // As long as it lasts, a message is refused for what it is, not for a run that nobody can wait for.
    const again = agent.runs.start({ principal: OWNER, sessionId: session, message: 'two' });
    await expect(again).rejects.not.toMatchObject({ code: 'run_active' });
    await expect(again).rejects.toThrow(/no room/);

    await mend();
    expect(textOf(await agent.chat(session, 'two'))).toBe('second');
    expect(await agent.store.threads.messages(session)).toMatchObject([
      { content: 'one' },
      { content: 'first' },
      { content: 'two' },
      { content: 'second' },
    ]);
    // What was told is what is kept.
    expect(await agent.read(session, runId)).toEqual(events);
    expect(await agent.runs.recover()).toBe(0);
  });

  it('is read to its end meanwhile, with the numbers that it has once that is stored', async () => {
    const agent = await start({ script: [{ text: ['so ', 'far'], hang: 'after-deltas' }] });
    const session = await agent.session();
    const mend = await refuseEnds(agent);
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    const heard = readUntil(agent, session, runId, 0, () => false);
    await agent.server.request(1);
    await agent.runs.abort(OWNER, session);
    const live = await heard;
    expect(live.at(-1)?.event).toMatchObject({ type: 'error', code: 'unavailable' });
    const heardAfter = (seq: number) => readUntil(agent, session, runId, seq, () => false);
    expect(await heardAfter(0)).toEqual(live);
    expect(await heardAfter(1)).toEqual(live.slice(1));
    expect(await heardAfter(live.length)).toEqual([]);
    const row = await agent.store.runs.last(session);
    expect(row && [row.status, agent.runs.statusOf(row)]).toEqual(['running', 'error']);
    await mend();
    expect(await heardAfter(0)).toEqual(live);
    expect(await agent.store.runs.last(session)).toMatchObject({ id: runId, status: 'error' });
  });

  it('has its end when somebody asks for it, and keeps what was said', async () => {
    const agent = await start({ script: [{ text: ['so ', 'far'], hang: 'after-deltas' }] });
    const session = await agent.session();
    const mend = await refuseEnds(agent);
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    await agent.server.request(1);
    await agent.runs.abort(OWNER, session);
    await mend();
    expect(terminals(await agent.read(session, runId))).toMatchObject([{ code: 'unavailable' }]);
    expect(await agent.store.runs.last(session)).toMatchObject({ id: runId, status: 'error' });
  });

  it('has an end also when events before it could not be stored', async () => {
    const agent = await start({
      script: [{ text: ['seen', ' and', ' lost'], chunkDelayMs: 100 }, { text: 'next' }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'one' });
    await readUntil(agent, session, runId, 0, ({ event }) => event.type === 'message');
    await sql`create trigger refuse_events before insert on core_run_events
      begin select raise(abort, 'no room'); end`.execute(agent.store.db);
    expect(terminals(await agent.read(session, runId))).toMatchObject([{ code: 'unavailable' }]);
    await sql`drop trigger refuse_events`.execute(agent.store.db);
    expect(terminals(await agent.read(session, runId))).toMatchObject([{ code: 'unavailable' }]);
    expect(textOf(await agent.chat(session, 'two'))).toBe('next');
  });
});
