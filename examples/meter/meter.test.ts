import {
  definePlugin,
  defineTool,
  type Middleware,
  OracleError,
  type RunCall,
  type RunOutcome,
} from 'oracle-runtime/plugin';
import { startTestOracle } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import meter from './index.js';

const turn = { usage: { inputTokens: 600, outputTokens: 50 } };

/** A plugin with a layer around runs, and a tool that waits for a yes. */
const around = (wrapRun: NonNullable<Middleware['wrapRun']>) =>
  definePlugin({
    name: 'around',
    version: '1.0.0',
    manifest: { title: 'Around', summary: 'For tests.', whenToUse: ['never'], loading: 'always' },
    setup: () => ({
      middleware: [{ name: 'around', wrapRun }],
      tools: [
        defineTool({
          name: 'pay',
          description: 'Pays.',
          input: z.object({}),
          approval: 'always',
          run: () => 'paid',
        }),
      ],
    }),
  });

describe('a layer around runs', () => {
  it('refuses a run before its first model call', async () => {
    const oracle = await startTestOracle({
      plugins: [meter],
      script: [
        { text: 'a', ...turn },
        { text: 'b', ...turn },
      ],
    });
    const chat = await oracle.chat();
    expect((await chat.say('one')).text).toBe('a');
    expect((await chat.say('two')).text).toBe('b');
    const { end, events } = await chat.say('three');
    expect(end).toBe('error');
    expect(events.at(-1)?.data).toEqual({
      code: 'credits_exhausted',
      message: 'All 1000 tokens are used.',
      hint: 'Ask the operator of this oracle for more.',
    });
    await oracle.close();
  });

  it('sees how a run ended and all that it used, also of one that waits and the one after it', async () => {
    const seen: (RunOutcome & Pick<RunCall, 'message' | 'resumed'>)[] = [];
    const plugin = around(async (run, next) => {
      const outcome = await next(run);
      seen.push({ ...outcome, message: run.message, resumed: run.resumed });
      return outcome;
    });
    const oracle = await startTestOracle({
      plugins: [plugin],
      script: [
        { toolCalls: [{ name: 'pay', args: {}, id: 'p' }], ...turn },
        { text: 'paid', ...turn },
      ],
    });
    const chat = await oracle.chat();
    await chat.say('pay it');
    await chat.decide(true);
    const usage = { ...turn.usage, model: 'scripted' };
    expect(seen).toEqual([
      { status: 'interrupted', usage, message: 'pay it', resumed: false },
      { status: 'done', usage, message: 'pay it', resumed: true },
    ]);
    await oracle.close();
  });

  it.each([
    ['an error of its own', () => Promise.reject(new OracleError('conflict', { detail: 'No.' })), 'conflict'],
    ['a fault', () => Promise.reject(new Error('secret')), 'internal'],
    ['no call of next', () => Promise.resolve({ status: 'done', usage: turn.usage } as const), 'internal'],
  ])('ends the run with %s', async (_, wrapRun, code) => {
    const oracle = await startTestOracle({ plugins: [around(wrapRun)], script: [] });
    const { end, events } = await (await oracle.chat()).say('x');
    expect([end, events.at(-1)?.data]).toMatchObject(['error', { code }]);
    expect(JSON.stringify(events)).not.toContain('secret');
    await oracle.close();
  });

  it('that hangs does not outlast a cancel', async () => {
    const oracle = await startTestOracle({
      plugins: [around(() => new Promise(() => undefined))],
      script: [],
    });
    const chat = await oracle.chat();
    const running = chat.say('x');
    await expect
      .poll(async () => (await oracle.owner.post(`/messages/${chat.sessionId}/abort`)).at('cancelled'))
      .toBe(true);
    expect((await running).end).toBe('cancelled');
    await oracle.close();
  });
});
