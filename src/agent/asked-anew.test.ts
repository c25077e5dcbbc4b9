import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlugin, defineTool, OracleError } from '../plugin/index.js';
import { startTestOracle, type TestOracle } from '../testing/index.js';

/** What stands in the shed, and what was given away of it. */
const shed = { inside: 'a rake', version: 1 };
const given: string[] = [];
/** Whether the lamp is one that a person is asked about. */
let isDear = true;
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
        name: 'put_in',
        description: 'Puts something into the shed.',
        input: z.object({ what: z.string() }),
        approval: 'always',
        run: async ({ what }) => {
          await setTimeout(5);
          shed.inside = what;
          return 'put';
        },
      }),
      defineTool({
        name: 'give_lamp',
        description: 'Gives the lamp away.',
        input: z.object({}),
        approval: { look: async () => isDear },
        run: () => given.push('the lamp'),
      }),
      defineTool({
        name: 'burn_down',
        description: 'Burns down what it is told to.',
        input: z.object({}),
        approval: 'always',
        foresee: () => {
          throw whyNot === 'bug'
            ? new TypeError('Not yours to burn.')
            : new OracleError(whyNot, { detail: 'Not yours to burn.' });
        },
        run: () => given.push('ashes'),
      }),
    ],
  }),
});

let whyNot: 'forbidden' | 'not_found' | 'invalid_request' | 'unavailable' | 'bug' = 'forbidden';
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

it.each(['forbidden', 'not_found', 'invalid_request', 'unavailable', 'bug'] as const)(
  'asks nobody about what cannot be looked up: %s',
  async (code) => {
    whyNot = code;
    oracle.model.push({ toolCalls: [{ name: 'burn_down', args: {} }] }, { text: 'It is not mine.' });
    given.length = 0;
    const chat = await oracle.chat();
    const turn = await chat.say('burn it');
    expect(turn).toMatchObject({ end: 'done', toolCalls: [{ status: 'error' }] });
    expect(turn.toolCalls[0]?.error).toContain('Not yours to burn.');
    expect(given).toEqual([]);
  },
);

it.each([
  ['not done after what changed it', ['put_in', 'give_away'], ['put_in']],
  ['done before what changes it', ['give_away', 'put_in'], ['give_away', 'put_in']],
])('what was approved with others is looked at when its turn comes: %s', async (_how, names, done) => {
  shed.inside = 'a rake';
  given.length = 0;
  const args = { give_away: {}, put_in: { what: 'the car' } };
  oracle.model.push({ toolCalls: names.map((name) => ({ name, args: args[name as keyof typeof args] })) });
  const chat = await oracle.chat();
  expect((await chat.say('tidy the shed')).approvals).toHaveLength(2);
  oracle.model.push({ text: 'Tidied.' });
  const { toolCalls } = await chat.decide(true);
  expect(toolCalls.filter(({ status }) => status === 'done').map(({ name }) => name)).toEqual(done);
  for (const { error } of toolCalls.filter(({ status }) => status === 'error'))
    expect(error).toContain('It was "garden: Give away a rake", and now it is "garden: Give away the car".');
  expect(given).toEqual(done.includes('give_away') ? ['a rake'] : []);
});

it('does not do what was declined, also where nobody would be asked any more', async () => {
  isDear = true;
  given.length = 0;
  oracle.model.push({ toolCalls: [{ name: 'give_lamp', args: {} }] });
  const chat = await oracle.chat();
  expect(await chat.say('give the lamp away')).toMatchObject({ end: 'interrupted' });
  isDear = false;
  oracle.model.push({ text: 'Kept.' });
  expect(await chat.decide(false)).toMatchObject({ text: 'Kept.', toolCalls: [{ status: 'error' }] });
  expect(given).toEqual([]);
});
