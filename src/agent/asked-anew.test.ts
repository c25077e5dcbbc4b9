import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool, OracleError } from '../plugin/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

/** What stands in the shed, and what was given away of it. */
const shed = { inside: 'a rake', version: 1 };
const given: string[] = [];
const garden = definePlugin({
  name: 'garden',
  version: '1.0.0',
  manifest: { title: 'Garden', summary: 'Gives away.', whenToUse: ['always'], loading: 'always' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'give_away',
        description: 'Gives away what is in the shed.',
        input: z.object({}),
        approval: 'always',
        foresee: () => ({ words: `Give away ${shed.inside}`, state: `v${shed.version}` }),
        run: () => {
          given.push(shed.inside);
          return 'given';
        },
      }),
      defineTool({
        name: 'burn_down',
        description: 'Burns down what it is told to.',
        input: z.object({}),
        approval: 'always',
        foresee: () => {
          throw new OracleError('forbidden', { detail: 'Not yours to burn.' });
        },
        run: () => given.push('ashes'),
      }),
    ],
  }),
});

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden], script: [] });
});
afterAll(() => oracle.close());

it.each([
  ['in other words', () => (shed.inside = 'the car'), 'garden: Give away the car'],
  ['of another state, in the same words', () => (shed.version += 1), 'garden: Give away a rake'],
])('a yes counts for what was read: it is asked anew %s', async (_how, change, words) => {
  shed.inside = 'a rake';
  given.length = 0;
  oracle.model.push({ toolCalls: [{ name: 'give_away', args: {} }] });
  const chat = await oracle.chat();
  await chat.say('clear the shed');
  change();
  oracle.model.push({ toolCalls: [{ name: 'give_away', args: {} }] });
  const again = await chat.decide(true);
  expect(again).toMatchObject({ end: 'interrupted', approvals: [{ summary: words }] });
  expect(again.toolCalls[0]).toMatchObject({
    status: 'error',
    error: expect.stringContaining('has changed'),
  });
  expect(given).toEqual([]);
  oracle.model.push({ text: 'Given.' });
  expect((await chat.decide(true)).text).toBe('Given.');
  expect(given).toEqual([shed.inside]);
});

it('asks nobody about what may not be done, and tells nobody what there is', async () => {
  oracle.model.push({ toolCalls: [{ name: 'burn_down', args: {} }] }, { text: 'It is not mine.' });
  given.length = 0;
  const chat = await oracle.chat();
  const turn = await chat.say('burn it');
  expect(turn).toMatchObject({ end: 'done', toolCalls: [{ status: 'error' }] });
  expect(turn.toolCalls[0]?.error).toContain('Not yours to burn.');
  expect(given).toEqual([]);
});
