import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

const { $schema: _, ...parameters } = z.toJSONSchema(z.object({ a: z.number(), b: z.number() }));
const tool = { name: 'asks_sum', title: 'Sum', description: 'Adds two numbers.', parameters };
const other = { name: 'asks_transfer', title: 'Transfer', description: 'Moves an amount.' };
const payment = { name: 'asks_pay', title: 'Pay', description: 'Moves money between people.' };
const payments = z.toJSONSchema(z.object({ from: z.string(), to: z.string(), amount: z.number() }));
const amounts = z.toJSONSchema(z.object({ from: z.int(), to: z.int(), amount: z.number() }));
let options: TalkOptions;
beforeAll(async () => {
  const shipped = await shippedPlanner(shippedPlugins);
  const strangers = [
    { ...tool, effect: 'read' as const },
    { ...other, parameters: amounts, effect: 'write' as const },
    { ...payment, parameters: payments, effect: 'write' as const },
  ];
  options = { ...shipped, bound: [...shipped.bound, ...strangers] };
});

it.each([
  ['asks sum a 12,000 b 3', { a: 12_000, b: 3 }],
  ['asks sum a 1,500 b 2.5', { a: 1500, b: 2.5 }],
  ['asks sum with a=2 and b=3', { a: 2, b: 3 }],
  ['sum with asks: a: 7, b: 9', { a: 7, b: 9 }],
  ['asks_sum b=3 a=-4', { a: -4, b: 3 }],
])('a tool that is named with its server takes what is said for its fields: %s', (said, args) => {
  expect(talk([said], options).calls).toEqual([{ name: 'asks_sum', args }]);
});

it.each([
  ['asks sum a 5 b 6 c 7', '“c 7”'],
  ['asks_sum a=1.500 b=2', 'Is “1.500” **1.5** or **1,500**?'],
  ['asks sum 2 and 3', '“2”, “3”'],
])('it is asked about what has no place or reads two ways: %s', (said, asked) => {
  const { calls, text } = talk([said], options);
  expect(calls).toEqual([]);
  expect(text).toContain(asked);
});

it('is proposed where it changes something', () => {
  const { calls, text } = talk(['asks transfer from 11 to 22 amount 500'], options);
  expect(calls).toEqual([]);
  expect(text).toMatch(/^\*\*Transfer: from 11, to 22, amount 500\*\*/u);
});

it('knows what a person writes before decimals', () => {
  const { calls } = talk(['asks_sum a=1.500 b=2'], { ...options, habits: { decimalSeparator: ',' } });
  expect(calls).toEqual([{ name: 'asks_sum', args: { a: 1500, b: 2 } }]);
});

it.each([
  'asks pay 500 to Juma from Amina',
  'asks pay 500 from Amina to Juma',
  'asks pay to Juma, from Amina, amount 500',
  'asks pay to Juma 500 from Amina',
])('goes the way that it is said: %s', (said) => {
  const { calls, text } = talk([said], options);
  expect(calls).toEqual([]);
  expect(text).toMatch(/from Amina, to Juma/u);
});

it('takes a bare number for the figures that it answers, and for no other field', () => {
  const asked = 'asks pay from Juma to Amina, 3.500 amount';
  const { calls, text } = talk([asked, '3500'], options);
  expect(calls).toEqual([]);
  expect(text).toContain('amount 3,500, from Juma, to Amina');
  expect(talk([asked, '3500', 'yes'], options).calls).toEqual([
    { name: 'asks_pay', args: { from: 'Juma', to: 'Amina', amount: 3500 } },
  ]);
});
