import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWNER, startTestAgent, textOf, toolEvents } from '../../src/agent/testing/test-agent.js';
import { call, terminals, useTestAgents } from '../../src/agent/testing/test-hooks.js';
import { pluginWith, toolThat } from '../../src/agent/testing/test-plugins.js';
import clientClock from './index.js';

const start = useTestAgents();
const ask = call('read_client_clock', {}, 'c1');
const time = '2026-11-28T09:00:00+01:00';

describe('a tool that the client runs', () => {
  it('ends the run, and its result goes on with it, also after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'client-clock-'));
    const before = await startTestAgent({ dataDir, plugins: [clientClock], script: [ask] });
    const session = await before.session();
    expect(terminals(await before.chat(session, 'What time is it?'))).toEqual([
      { type: 'interrupted', approvals: [], calls: [{ id: 'c1', name: 'read_client_clock', args: {} }] },
    ]);
    await before.close();

    const agent = await start({ dataDir, plugins: [clientClock], script: [{ text: 'Nine.' }] });
    const { runId } = await agent.runs.decide(OWNER, session, [], [{ id: 'c1', output: { time } }]);
    const events = await agent.read(session, runId);
    expect(textOf(events)).toBe('Nine.');
    expect(toolEvents(events).at(-1)).toMatchObject({ id: 'c1', status: 'done', output: { time } });
    expect(agent.server.requests[0]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      tool_call_id: 'c1',
      content: JSON.stringify({ time }),
    });
    await rm(dataDir, { recursive: true });
  });

  it.each([
    [
      { id: 'c1', output: { time: 'noon' } },
      'does not fit its own output schema. This is a fault of the client',
    ],
    [{ id: 'c1', error: 'No clock here.' }, 'No clock here.'],
  ])('tells the model what was wrong with %j', async (result, words) => {
    const agent = await start({ plugins: [clientClock], script: [ask, { text: 'Sorry.' }] });
    const session = await agent.session();
    await agent.chat(session, 'x');
    const { runId } = await agent.runs.decide(OWNER, session, [], [result]);
    expect(toolEvents(await agent.read(session, runId)).at(-1)).toMatchObject({
      status: 'error',
      error: expect.stringContaining(words),
    });
  });

  it('needs a result for each call, none larger than 256 KiB', async () => {
    const agent = await start({ plugins: [clientClock], script: [ask] });
    const session = await agent.session();
    await agent.chat(session, 'x');
    await expect(agent.runs.decide(OWNER, session, [])).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'results', message: "needs exactly one result for 'c1'" }],
    });
    await expect(
      agent.runs.decide(OWNER, session, [{ id: 'c1', approved: true }], [{ id: 'c1', output: 1 }]),
    ).rejects.toMatchObject({ errors: [{ message: "'c1' does not wait for an approval" }] });
    const large = 'x'.repeat(256 * 1024);
    await expect(agent.runs.decide(OWNER, session, [], [{ id: 'c1', output: large }])).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('larger than 262144 bytes') }],
    });
  });

  it('waits until approvals are decided, and never for both at once', async () => {
    const pay = pluginWith('pay', [toolThat('pay', () => 'paid', { approval: 'always' })], {
      loading: 'always',
    });
    const both = [
      { name: 'read_client_clock', args: {}, id: 'c1' },
      { name: 'pay', args: {}, id: 'p1' },
    ];
    const agent = await start({
      plugins: [clientClock, pay],
      script: [{ toolCalls: both }, { text: 'Done.' }],
    });
    const session = await agent.session();
    const [first] = terminals(await agent.chat(session, 'x'));
    expect(first).toMatchObject({ type: 'interrupted', approvals: [{ id: 'p1' }] });
    expect(first).not.toHaveProperty('calls');
    const decided = await agent.runs.decide(OWNER, session, [{ id: 'p1', approved: true }]);
    expect(terminals(await agent.read(session, decided.runId))).toMatchObject([
      { type: 'interrupted', approvals: [], calls: [{ id: 'c1' }] },
    ]);
    const { runId } = await agent.runs.decide(OWNER, session, [], [{ id: 'c1', output: { time } }]);
    expect(textOf(await agent.read(session, runId))).toBe('Done.');
  });

  it('is closed as interrupted by the next message when no result comes', async () => {
    const agent = await start({ plugins: [clientClock], script: [ask, { text: 'Never mind.' }] });
    const session = await agent.session();
    await agent.chat(session, 'x');
    await agent.chat(session, 'forget it');
    expect(agent.server.requests[1]?.body.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('Interrupted') },
      { role: 'user' },
    ]);
    await expect(
      agent.runs.decide(OWNER, session, [], [{ id: 'c1', output: { time } }]),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});
