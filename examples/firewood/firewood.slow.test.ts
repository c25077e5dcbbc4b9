import { startTestOracle, type TestOracle, withUtterances } from 'oracle-runtime/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import firewood from './index.js';

const at = Date.UTC(2026, 10, 15, 12);
let oracle: TestOracle;
beforeEach(async () => {
  oracle = await startTestOracle({
    plugins: [withUtterances(firewood, import.meta.dirname)],
    clock: { now: () => at },
  });
});
afterEach(() => oracle.close());

/** The last call of a sentence, and the words of the answer. */
async function called(message: string) {
  const { toolCalls, text } = await (await oracle.chat()).say(message);
  const { name, args } = toolCalls.at(-1) ?? {};
  return { name, args, text };
}

it('an example without a month and sentences with one are both understood', async () => {
  for (const [message, args] of [
    ['How much wood did we buy this month?', {}],
    ['how much firewood did we buy?', {}],
    ['how much wood did we buy last month?', { month: '2026-10' }],
    ['how much wood did we buy in 2026-09?', { month: '2026-09' }],
    ['how much wood did we buy in October 2026?', { month: '2026-10' }],
  ] as const)
    expect(await called(message), message).toMatchObject({ name: 'wood_of_month', args });
});

it('a sentence of a few words is understood', async () => {
  expect(await called('wood for 2026-02')).toMatchObject({
    name: 'wood_of_month',
    args: { month: '2026-02' },
  });
});

it('a month that must be given is filled as one that may be', async () => {
  for (const [message, month] of [
    ['what was the price of wood in 2026-09?', '2026-09'],
    ['what was the price of firewood in September 2026?', '2026-09'],
    ['how expensive was wood last month?', '2026-10'],
  ])
    expect(await called(message ?? ''), message).toMatchObject({ name: 'price_of_month', args: { month } });
});

it('a period that no field can take is not passed over in silence', async () => {
  const { name, text } = await called('how much wood did we buy in 2025?');
  expect(name).not.toBe('wood_of_month');
  expect(text).toContain('2025');
});

it('a sentence that was taught as no wish stands against one that is nearly the same', async () => {
  for (const message of ['the neighbours bought 20 kg of wood', 'Anna got 7 kg of firewood']) {
    const { name, text } = await called(message);
    expect(name, text).not.toBe('record_purchase');
    expect(text, message).not.toContain('go ahead');
  }
  const { text } = await called('we bought 12 kg of wood today');
  expect(text).toContain('12 kg');
});

it('records what was bought and takes it back', async () => {
  const chat = await oracle.chat();
  expect((await chat.say('we bought 12 kg of wood today')).text).toContain('12 kg');
  const done = await chat.say('yes');
  expect(done.toolCalls.at(-1), done.text).toMatchObject({ name: 'record_purchase', status: 'done' });
  expect((await chat.say('how much wood did we buy this month?')).text).toContain('12 kg');
  const undone = await chat.say('undo that');
  expect(undone.toolCalls.at(-1), undone.text).toMatchObject({ status: 'done' });
  expect((await chat.say('how much wood did we buy this month?')).text).toContain('0 kg');
});
