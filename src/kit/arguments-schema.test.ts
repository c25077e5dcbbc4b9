import { describe, expect, it } from 'vitest';
import { argumentsSchema } from './arguments-schema.js';
import { knownFieldsOnly } from './known-fields.js';

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

  it('may be the digits of numbers that JavaScript cannot hold, where numbers are asked for', () => {
    const parameters = {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 0 },
        share: { anyOf: [{ type: 'null' }, { type: 'number' }] },
        ids: { type: 'array', items: { $ref: '#/$defs/id' } },
      },
      $defs: { id: { type: 'integer' } },
    };
    const fits = (args: unknown, digits = true) =>
      argumentsSchema(parameters, { digits }).safeParse(args).success;
    const long = '9007199254740993';
    const many = Array.from({ length: 300 }, () => long);
    for (const args of [{ id: long }, { share: '-0.1234567890123456789' }, { ids: many }]) {
      expect(fits(args)).toBe(true);
      expect(fits(args, false)).toBe(false);
    }
    for (const args of [
      { id: '12' },
      { id: `-${long}` },
      { id: `0${long}` },
      { id: `${long}x` },
      { id: long, ids: 'none' },
    ])
      expect(fits(args)).toBe(false);
  });

  // Checked word by word, each of these takes minutes of the processor and gigabytes of memory.
  it.each([
    ['each definition refers twice to the next', doubled('anyOf', 24), { a: 1 }],
    ['each of both must hold', doubled('allOf', 24), { a: 1 }],
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
    [
      'thousands of shapes of which each finds fault with thousands of fields',
      {
        type: 'object',
        $defs: { d: { additionalProperties: { type: 'string' } } },
        properties: { a: { oneOf: Array.from({ length: 3_000 }, () => ({ $ref: '#/$defs/d' })) } },
      },
      { a: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`f${n}`, n])) },
    ],
    [
      'thousands of fields that are like thousands of names',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`field number ${n}`, {}])),
        additionalProperties: false,
      },
      Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field numbr ${n}`, n])),
    ],
    ['a definition that is itself', { $ref: '#/$defs/d', $defs: { d: { $ref: '#/$defs/d' } } }, { a: 1 }],
  ])('are checked in little time: %s', (_, parameters, args) => {
    const before = process.cpuUsage();
    knownFieldsOnly(argumentsSchema(parameters)).safeParse(args);
    expect(process.cpuUsage(before).user).toBeLessThan(700_000);
  });

  it('are let by where the check would take long, and held where it did not', () => {
    const item = { anyOf: Array.from({ length: 500 }, (_, n) => ({ const: n })) };
    const schema = argumentsSchema({
      type: 'object',
      properties: { first: { type: 'string' }, many: { type: 'array', items: item } },
    });
    const many = [...Array.from({ length: 2_000 }, () => 499), 'x'];
    expect(schema.safeParse({ first: '', many }).success).toBe(true);
    expect(schema.safeParse({ first: 1, many }).error?.issues).toMatchObject([{ path: ['first'] }]);
  });

  it('cost nothing to declare: no definition is looked at before there are arguments', () => {
    let looked = 0;
    const d = {
      get anyOf() {
        looked += 1;
        return [{ type: 'string' }];
      },
    };
    const schema = argumentsSchema({
      type: 'object',
      properties: { a: { $ref: '#/$defs/d' }, b: { $ref: '#/$defs/d' } },
      $defs: { d },
    });
    expect(looked).toBe(0);
    // Once for a value, however many refer to it.
    expect(schema.safeParse({ a: 'x', b: 'x' }).success).toBe(true);
    expect(looked).toBe(1);
  });

  it('are told a hundred faults at most', () => {
    const required = Array.from({ length: 1_200 }, (_, n) => `p${n}`);
    const properties = Object.fromEntries(required.map((name) => [name, { type: 'string' }]));
    expect(argumentsSchema({ type: 'object', properties, required }).safeParse({}).error?.issues.length).toBe(
      100,
    );
  });
});
