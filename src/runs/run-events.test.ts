import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OWNER, textOf } from '../agent/testing/test-agent.js';
import { call, never, OTHER, readUntil, terminals, useTestAgents } from '../agent/testing/test-hooks.js';
import { gate, pluginWith, toolThat } from '../agent/testing/test-plugins.js';
import type { SequencedEvent } from '../plugin/index.js';

const start = useTestAgents();

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
