import { expect, it } from 'vitest';
import { z } from 'zod';
import { fillSchema } from './fill-schema.js';
import { readText } from './read-text.js';

const { $schema: _, ...parameters } = z.toJSONSchema(z.object({ a: z.number(), b: z.number() }));
const tool = { name: 'sum', description: 'Adds two numbers', parameters };
const options = {
  slots: new Map(),
  frame: { starts: new Map(), choices: new Map() },
  asked: new Set<string>(),
  ordinary: () => false,
  onSubject: () => true,
};

it.each([
  ['sum a 2 b 3', { a: 2, b: 3 }],
  ['sum a -2 b 3', { a: -2, b: 3 }],
  ['sum a: 7, b: 9', { a: 7, b: 9 }],
  ['sum a two b three', { a: 2, b: 3 }],
  ['sum a 12,000 b 3', { a: 12_000, b: 3 }],
  ['sum a 1,500 b 2.5', { a: 1500, b: 2.5 }],
  ['sum a 5 b 6 c 7', { a: 5, b: 6 }],
])('takes a number for the name before it: %s', (said, args) => {
  expect(fillSchema(tool as never, readText(said), options as never).args).toEqual(args);
});
