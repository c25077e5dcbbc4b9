import { describe, expect, it } from 'vitest';
import { withoutTimers } from '../testing/without-timers.js';
import { OWNER, textOf, toolEvents } from './testing/test-agent.js';
import { readUntil, terminals, useTestAgents } from './testing/test-hooks.js';
import { gate, pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();

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
    it(`${phase} closes the model's socket at once, ends once, keeps what was said, and the thread goes on`, async () => {
      const agent = await start({ script: [script, { text: 'next' }] });
      const session = await agent.session();
      const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
      const request = await agent.server.request(1);
      if (text !== '') await readUntil(agent, session, runId, 0, ({ event }) => event.type === 'message');
      await withoutTimers(async () => {
        expect(await agent.runs.abort(OWNER, session)).toEqual({ runId });
        expect(await request.closed).toBe(true);
      });
      expect(terminals(await agent.read(session, runId))).toEqual([{ type: 'cancelled' }]);
      const thread = await agent.store.threads.messages(session);
      expect(thread.slice(1)).toMatchObject(
        text === '' ? [] : [{ role: 'assistant', content: text, interrupted: true }],
      );
      expect(textOf(await agent.chat(session, 'go on'))).toBe('next');
      expect(
        agent.log.filter(({ message }) => /^model call cancelled \(\d+ms\)$/.test(message)),
      ).toHaveLength(1);
      expect(agent.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
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
    await withoutTimers(() => agent.runs.abort(OWNER, session));
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
