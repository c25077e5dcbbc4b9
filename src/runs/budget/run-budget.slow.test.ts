import { describe, expect, it } from 'vitest';
import { textOf, toolEvents } from '../../agent/testing/test-agent.js';
import { call, OTHER, terminals, useTestAgents } from '../../agent/testing/test-hooks.js';
import { pluginWith, toolThat } from '../../agent/testing/test-plugins.js';

const start = useTestAgents();
const drip = Array.from({ length: 200 }, (_, at) => `${at} `);
const note = pluginWith('notes', [toolThat('note', () => 'noted')], { loading: 'always' });

describe('the budget of a run', () => {
  it('ends a model that drips for ever, and leaves a thread that goes on', async () => {
    const agent = await start({
      limits: { seconds: 4 },
      script: [{ text: drip, chunkDelayMs: 50 }, { text: 'Here.' }],
    });
    const session = await agent.session();
    const began = performance.now();
    const events = await agent.chat(session, 'Go');
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(terminals(events)).toMatchObject([
      { type: 'error', code: 'run_too_long', hint: expect.stringContaining('RUN_MAX_SECONDS') },
    ]);
    expect((await agent.store.threads.messages(session)).at(-1)).toMatchObject({
      role: 'assistant',
      content: textOf(events),
      interrupted: true,
    });
    expect(textOf(await agent.chat(session, 'And now?'))).toBe('Here.');
    expect(agent.runs.figures()).toEqual({
      active: 0,
      bounded: { seconds: 1, output: 0, arguments: 0, storage: 0, memory: 0, runs: 0 },
    });
  });

  it('cuts a flood at its length, thoughts and calls included', async () => {
    const flood = ['x'.repeat(900), 'y'.repeat(900)];
    const agent = await start({
      limits: { outputChars: 1_000 },
      script: [{ text: flood }, { reasoning: flood }],
    });
    const session = await agent.session();
    for (const more of ['Go', 'Again']) {
      const events = await agent.chat(session, more);
      expect(terminals(events)).toMatchObject([{ type: 'error', code: 'answer_too_long' }]);
      const said = events.flatMap((event) =>
        event.type === 'message' || event.type === 'reasoning' ? [event.content] : [],
      );
      expect(said.join('')).toHaveLength(1_000);
    }
    expect(agent.runs.figures().bounded.output).toBe(2);
  });

  it('does not take arguments of a megabyte, keeps them nowhere, and tells the model', async () => {
    const agent = await start({
      plugins: [note],
      limits: { argumentBytes: 1_000 },
      script: [call('note', { text: 'z'.repeat(5_000) }), { text: 'Too long.' }],
    });
    const session = await agent.session();
    const events = await agent.chat(session, 'Note it');
    expect(toolEvents(events).at(-1)).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/have 50\d\d bytes; a call takes at most 1000/),
    });
    expect(agent.server.requests[1]?.text.length).toBeLessThan(4_000);
    expect(JSON.stringify(await agent.store.threads.messages(session))).not.toContain('z'.repeat(300));
    expect(agent.runs.figures().bounded.arguments).toBe(1);
  });

  it('ends a run whose tools store without end', async () => {
    const flood = toolThat('flood', async (_, rt) => {
      while (!rt.signal.aborted) {
        rt.progress('p'.repeat(10_000));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    const agent = await start({
      plugins: [pluginWith('tap', [flood], { loading: 'always' })],
      limits: { storedBytes: 200_000 },
      script: [call('flood')],
    });
    const events = await agent.chat(await agent.session(), 'Go');
    expect(terminals(events)).toMatchObject([{ type: 'error', code: 'run_too_large' }]);
    expect(JSON.stringify(events).length).toBeLessThan(2_000_000);
    expect(agent.runs.figures().bounded.storage).toBe(1);
  });
});

describe('all runs of the process together', () => {
  it('keep no more than there is room for: the largest ends, the others go on', async () => {
    const agent = await start({
      limits: { heldBytes: 50_000 },
      script: [
        { text: 'small', hang: 'after-deltas' },
        { text: Array.from({ length: 20 }, () => 'x'.repeat(5_000)) },
        { text: 'Here.' },
      ],
    });
    const small = await agent.session();
    const { runId } = await agent.runs.start({
      principal: OTHER,
      sessionId: await agent.session(OTHER),
      message: 'x',
    });
    await agent.server.request(1);
    const flooded = await agent.chat(small, 'Go');
    expect(terminals(flooded)).toMatchObject([
      { type: 'error', code: 'run_too_large', hint: expect.stringContaining('max-old-space-size') },
    ]);
    expect(textOf(flooded).length).toBeLessThan(100_000);
    expect(agent.runs.figures()).toMatchObject({ active: 1, bounded: { memory: 1 } });
    // What it had said is the thread's, and there is room again.
    expect((await agent.store.threads.messages(small)).at(-1)).toMatchObject({ interrupted: true });
    expect(textOf(await agent.chat(await agent.session(), 'And you?'))).toBe('Here.');
    expect(await agent.store.runs.last(small)).toMatchObject({ status: 'error' });
    expect(runId).toBeDefined();
  });

  it('count what a thread holds, and what tools give', async () => {
    const long = toolThat('long', () => 'y'.repeat(9_000));
    const agent = await start({
      plugins: [pluginWith('tap', [long], { loading: 'always' })],
      limits: { heldBytes: 8_000 },
      script: [call('long')],
    });
    for (const message of ['Go', 'z'.repeat(9_000)]) {
      const events = await agent.chat(await agent.session(), message);
      expect(terminals(events)).toMatchObject([{ type: 'error', code: 'run_too_large' }]);
    }
  });
});

describe('the runs of one principal', () => {
  it('are so many at once, others have their own, and an end makes room', async () => {
    const agent = await start({
      limits: { perPrincipal: 2 },
      script: { answer: { text: 'Hm', hang: 'after-deltas' } },
    });
    const begin = async (principal = OTHER) =>
      agent.runs.start({ principal, sessionId: await agent.session(principal), message: 'x' });
    const first = await agent.session(OTHER);
    await agent.runs.start({ principal: OTHER, sessionId: first, message: 'x' });
    const burst = await Promise.allSettled([begin(), begin(), begin()]);
    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(begin()).rejects.toMatchObject({
      code: 'too_many_runs',
      status: 429,
      hint: expect.stringContaining('abort'),
      errors: expect.arrayContaining([{ field: 'sessionId', message: first }]),
    });
    await begin({ ...OTHER, id: 'key:third' });
    await agent.runs.abort(OTHER, first);
    await begin();
    expect(agent.runs.figures()).toMatchObject({ active: 3, bounded: { runs: 3 } });
  });

  it('are fewer by a key with a limit of its own', async () => {
    const agent = await start({
      limits: { perPrincipal: 2 },
      script: { answer: { text: 'Hm', hang: 'after-deltas' } },
    });
    const keyed = { ...OTHER, credential: { id: 'k', runsAtOnce: 1 } };
    const begin = async (principal: typeof OTHER) => {
      const sessionId = await agent.session(OTHER);
      await agent.runs.start({ principal, sessionId, message: 'x' });
      return sessionId;
    };
    const first = await begin(keyed);
    await expect(begin(keyed)).rejects.toMatchObject({
      code: 'too_many_runs',
      hint: expect.stringContaining('limit of this key'),
      errors: [{ field: 'sessionId', message: first }],
    });
    await begin(OTHER);
    await agent.runs.abort(OTHER, first);
    await begin(keyed);
    // By whatever credential: no more than its principal may have.
    await expect(begin(OTHER)).rejects.toMatchObject({ code: 'too_many_runs' });
  });

  it('give their place back where none begins', async () => {
    const agent = await start({ limits: { perPrincipal: 1 }, script: [{ text: 'Here.' }] });
    for (let at = 0; at < 3; at += 1)
      await expect(
        agent.runs.start({ principal: OTHER, sessionId: 'nowhere', message: 'x' }),
      ).rejects.toMatchObject({ code: 'not_found' });
    const session = await agent.session(OTHER);
    await agent.runs.start({ principal: OTHER, sessionId: session, message: 'x' });
    await expect.poll(() => agent.server.requests.length).toBe(1);
  });
});
