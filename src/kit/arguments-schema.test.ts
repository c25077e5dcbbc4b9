import { describe, expect, it } from 'vitest';
import { argumentsSchema } from './arguments-schema.js';
import { MOST_STEPS, schemaSize } from './schema-size.js';

/** `$defs` of which each refers twice to the next. */
function doubled(word: 'anyOf' | 'allOf', levels: number) {
  const $defs: Record<string, unknown> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { [word]: [next, next] };
  }
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
}

describe('the arguments of a tool that runs elsewhere', () => {
  it('are held to the schema of its owner, through its references', () => {
    const schema = argumentsSchema({
      type: 'object',
      properties: { beds: { type: 'array', items: { $ref: '#/$defs/bed' } } },
      required: ['beds'],
      $defs: { bed: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    });
    expect(schema.safeParse({ beds: [{ name: 'north' }] }).success).toBe(true);
    expect(schema.safeParse({ beds: [{}] }).error?.issues).toMatchObject([{ path: ['beds', 0, 'name'] }]);
    expect(schema.safeParse({}).error?.issues).toMatchObject([{ path: ['beds'] }]);
  });

  // Checked as they say, each of these takes minutes of the processor and gigabytes of memory.
  it.each([
    ['each definition refers twice to the next', doubled('anyOf', 24), { a: 1 }],
    ['each of both must hold', doubled('allOf', 24), { a: 'x' }],
    [
      'a definition refers twice to itself',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/d' } },
        $defs: { d: { anyOf: [1, 2].map(() => ({ properties: { a: { $ref: '#/$defs/d' } } })) } },
      },
      { a: JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`) as unknown },
    ],
    [
      'thousands of values are none of thousands',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { enum: Array.from({ length: 9_000 }, (_, n) => n) } } },
      },
      { a: Array.from({ length: 9_000 }, () => 'x') },
    ],
  ])('are left to their owner where the check would take long: %s', (_, parameters, args) => {
    expect(argumentsSchema(parameters).safeParse(args).success).toBe(true);
  });

  it('are told a hundred faults at most', () => {
    const required = Array.from({ length: 1_200 }, (_, n) => `p${n}`);
    const properties = Object.fromEntries(required.map((name) => [name, { type: 'string' }]));
    expect(argumentsSchema({ type: 'object', properties, required }).safeParse({}).error?.issues.length).toBe(
      100,
    );
  });
});

it('the size of a schema is counted through its references, and no further than it matters', () => {
  expect(schemaSize(doubled('anyOf', 3))).toBeGreaterThan(3 * schemaSize(doubled('anyOf', 1)));
  expect(schemaSize(doubled('anyOf', 200))).toBe(MOST_STEPS + 1);
  expect(schemaSize({ properties: { a: { $ref: '#' } } })).toBe(MOST_STEPS + 1);
});
