import { describe, expect, it } from 'vitest';
import { OWNER, textOf } from '../../src/agent/testing/test-agent.js';
import { call, terminals, useTestAgents } from '../../src/agent/testing/test-hooks.js';
import { pluginWith, toolThat } from '../../src/agent/testing/test-plugins.js';
import type { Middleware, RunCall, RunOutcome } from '../../src/plugin/index.js';
import { OracleError } from '../../src/plugin/index.js';
import meter from './index.js';

const start = useTestAgents();
const turn = { usage: { inputTokens: 600, outputTokens: 50 } };

const around = (wrapRun: NonNullable<Middleware['wrapRun']>) =>
  pluginWith('around', [toolThat('pay', () => 'paid', { approval: 'always' })], {
    loading: 'always',
    contribution: { middleware: [{ name: 'around', wrapRun }] },
  });

describe('a layer around runs', () => {
  it('refuses a run before its first model call', async () => {
    const agent = await start({
      plugins: [meter],
      script: [
        { text: 'a', ...turn },
        { text: 'b', ...turn },
      ],
    });
    const session = await agent.session();
    expect(textOf(await agent.chat(session, 'one'))).toBe('a');
    expect(textOf(await agent.chat(session, 'two'))).toBe('b');
    expect(terminals(await agent.chat(session, 'three'))).toEqual([
      {
        type: 'error',
        code: 'credits_exhausted',
        message: 'All 1000 tokens are used.',
        hint: 'Ask the operator of this oracle for more.',
      },
    ]);
  });

  it('sees how a run ended and all that it used, also of one that waits and the one after it', async () => {
    const seen: (RunOutcome & Pick<RunCall, 'message' | 'resumed'>)[] = [];
    const plugin = around(async (run, next) => {
      const outcome = await next(run);
      seen.push({ ...outcome, message: run.message, resumed: run.resumed });
      return outcome;
    });
    const agent = await start({
      plugins: [plugin],
      script: [
        { ...call('pay', {}, 'p'), ...turn },
        { text: 'paid', ...turn },
      ],
    });
    const session = await agent.session();
    await agent.chat(session, 'pay it');
    const { runId } = await agent.runs.decide(OWNER, session, [{ id: 'p', approved: true }]);
    await agent.read(session, runId);
    const usage = { ...turn.usage, model: 'scripted' };
    expect(seen).toEqual([
      { status: 'interrupted', usage, message: 'pay it', resumed: false },
      { status: 'done', usage, message: 'pay it', resumed: true },
    ]);
  });

  it.each([
    ['an error of its own', () => Promise.reject(new OracleError('conflict', { detail: 'No.' })), 'conflict'],
    ['a fault', () => Promise.reject(new Error('secret')), 'internal'],
    ['no call of next', () => Promise.resolve({ status: 'done', usage: turn.usage } as const), 'internal'],
  ])('ends the run with %s', async (_, wrapRun, code) => {
    const agent = await start({ plugins: [around(wrapRun)], script: [] });
    const events = await agent.chat(await agent.session(), 'x');
    expect(terminals(events)).toMatchObject([{ type: 'error', code }]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('that hangs does not outlast a cancel', async () => {
    const agent = await start({ plugins: [around(() => new Promise(() => undefined))], script: [] });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    await agent.runs.abort(OWNER, session);
    expect(terminals(await agent.read(session, runId))).toEqual([{ type: 'cancelled' }]);
  });
});
