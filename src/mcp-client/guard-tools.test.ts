import { expect, it } from 'vitest';
import { guardTools } from './guard-tools.js';
import { DEFAULT_LIMITS } from './limits.js';

const inputSchema = { type: 'object', properties: { a: { type: 'number' } } };
const guard = (listed: readonly unknown[], limits = {}) =>
  guardTools('stove', listed, { ...DEFAULT_LIMITS, ...limits });

function deep(levels: number): object {
  let inner: object = {};
  for (let level = 0; level < levels; level += 1) inner = { not: inner };
  return { type: 'object', properties: { a: inner } };
}

it.each([
  ['no object', null, '#1'],
  ['no name', { inputSchema }, '#1'],
  ['a name with a line break', { name: 'a\nb', inputSchema }, 'a\nb'],
  ['a name that hides something', { name: 'a\u200bb', inputSchema }, 'ab'],
  ['a name that is too long', { name: 'x'.repeat(129), inputSchema }, 'x'.repeat(128)],
  ['no schema', { name: 'a' }, 'a'],
  ['a schema of no object', { name: 'a', inputSchema: { type: 'string' } }, 'a'],
  ['a schema that is true', { name: 'a', inputSchema: true }, 'a'],
  ['properties that are a list', { name: 'a', inputSchema: { type: 'object', properties: [] } }, 'a'],
  ['a property that is text', { name: 'a', inputSchema: { type: 'object', properties: { a: 'b' } } }, 'a'],
  ['a schema without a bottom', { name: 'a', inputSchema: deep(70) }, 'a'],
  ['required that is text', { name: 'a', inputSchema: { type: 'object', required: 'a' } }, 'a'],
])('refuses the one tool that has %s', (_what, bad, original) => {
  const { tools, refused } = guard([bad, { name: 'good', inputSchema }]);
  expect(tools).toMatchObject([{ name: 'stove_good', original: 'good', inputSchema }]);
  expect(refused).toEqual([{ original, reason: expect.stringMatching(/./) }]);
});

it('holds number, schemas and descriptions to their caps', () => {
  const large = { ...inputSchema, description: 'x'.repeat(32 * 1024) };
  const { tools, refused } = guard(
    [
      { name: 'one', inputSchema, description: `${'d'.repeat(9)} \u202e${'e'.repeat(9)}` },
      { name: 'one', inputSchema },
      { name: 'large', inputSchema: large },
      { name: 'two', inputSchema },
      { name: 'three', inputSchema },
    ],
    { tools: 2, description: 12 },
  );
  expect(tools.map(({ original, description }) => [original, description])).toEqual([
    ['one', 'ddddddddd e…'],
    ['two', 'two'],
  ]);
  expect(refused.map(({ reason }) => reason)).toEqual([
    'is listed twice',
    expect.stringMatching(/^inputSchema has \d+ bytes, more than 32768$/),
    'is beyond the 2 tools that one server may bring',
  ]);
});

it.each([
  [{ readOnlyHint: true }, 'read', true],
  [{ destructiveHint: false }, 'write', false],
  [{ destructiveHint: false, idempotentHint: true }, 'write', true],
  [{}, 'destructive', false],
  [{ readOnlyHint: 'yes' }, 'destructive', false],
  ['read-only', 'destructive', false],
  [undefined, 'destructive', false],
])('takes a tool that says %j for one that may %s', (annotations, effect, idempotent) => {
  expect(guard([{ name: 'a', inputSchema, annotations }]).tools).toMatchObject([{ effect, idempotent }]);
});
