import { describe, expect, it } from 'vitest';
import { argumentsSchema } from './arguments-schema.js';
import { fieldErrors } from './field-errors.js';
import { knownFieldsOnly } from './known-fields.js';

const text = { type: 'string' };
const needs = (...required: string[]) => ({ required });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** What is wrong with arguments, as `field message`. */
function faults(parameters: object, args: object): readonly string[] {
  const { error } = knownFieldsOnly(argumentsSchema({ ...parameters })).safeParse(args);
  return error === undefined ? [] : fieldErrors(error).map(({ field, message }) => `${field} ${message}`);
}

const ab = { a: text, b: text };
const kinds = {
  oneOf: [
    object({ k: { const: 'p' }, v: text }, { required: ['k', 'v'], additionalProperties: false }),
    object(
      { k: { const: 'q' }, n: { type: 'number' } },
      { required: ['k', 'n'], additionalProperties: false },
    ),
  ],
};
const tree = object(
  { root: { $ref: '#/$defs/node' } },
  {
    $defs: {
      node: object(
        { name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        needs('name'),
      ),
    },
  },
);

describe('arguments that fit are never refused', () => {
  it.each<[string, object, object]>([
    ['one of two fields', object(ab, { oneOf: [needs('a'), needs('b')] }), { b: 'y' }],
    ['any of two fields', object(ab, { anyOf: [needs('a'), needs('b')] }), { a: 'x', b: 'y' }],
    ['the second shape', object({ x: kinds }), { x: { k: 'q', n: 1 } }],
    [
      'a field that an expression means',
      { type: 'object', patternProperties: { '^x': text }, additionalProperties: false },
      { x1: 's' },
    ],
    ['a constant that is an object', object({ a: { const: { z: 1, y: [2] } } }), { a: { y: [2], z: 1 } }],
    ['a choice of objects', object({ a: { enum: [{ z: 1 }, [1]] } }), { a: [1] }],
    [
      'expressions of which one may fit',
      object({ a: { oneOf: [{ pattern: '^a' }, { pattern: '^b' }] } }),
      { a: 'b' },
    ],
    ['what must not fit an expression', object({ a: { not: { pattern: '^a' } } }), { a: 'b' }],
    ['another kind of value than the words are for', object({ a: { minimum: 3, minLength: 9 } }), { a: [] }],
    ['a number with a rest of the computer', object({ a: { multipleOf: 0.1 } }), { a: 0.3 }],
    ['a reference to elsewhere', object({ a: { $ref: 'https://example.org/s' } }), { a: 1 }],
    ['no schema', object({ a: 'text', b: { type: 'text' }, c: { anyOf: 1 } }), { a: 1, b: 1, c: 1 }],
    ['a time somewhere', object({ a: { format: 'date-time' } }), { a: '2026-01-01t10:00:00+02:00' }],
    ['a field called as a word is', object({ pattern: text, $ref: text }), { pattern: 'a', $ref: 'b' }],
    ['null, where it says so', object({ a: { type: 'string', nullable: true } }), { a: null }],
    ['a tree', tree, { root: { name: 'a', children: [{ name: 'b' }] } }],
    [
      'what stands beside a reference of old',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        ...object({ a: { $ref: '#/definitions/s', type: 'number' } }, { definitions: { s: text } }),
      },
      { a: 'x' },
    ],
  ])('%s', (_, parameters, args) => {
    expect(faults(parameters, args)).toEqual([]);
  });
});

describe('arguments that do not fit are told why', () => {
  it.each<[string, object, object, string[]]>([
    [
      'both of one',
      object(ab, { oneOf: [needs('a'), needs('b')] }),
      { a: '', b: '' },
      [' fits 2 of the 2 alternatives of `oneOf`, and must fit one'],
    ],
    ['none of any', object({}, { anyOf: [needs('a'), needs('b')] }), {}, ['a is required']],
    [
      'neither type',
      object({ x: { anyOf: [text, { type: 'integer' }] } }),
      { x: [] },
      ['x must be a string or int, not array'],
    ],
    ['a choice', object({ x: { enum: [1, 2] } }), { x: 5 }, ['x must be one of 1, 2']],
    ['a word without a type', object({ x: { minimum: 3 } }), { x: 1 }, ['x must be at least 3']],
    [
      'fields without a type',
      object({ x: { properties: { a: {} }, additionalProperties: false } }),
      { x: { c: 1 } },
      ['x.c is no field; there are: a'],
    ],
    ['a needed field that is not described', { type: 'object', required: ['a'] }, {}, ['a is required']],
    [
      'a condition',
      JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}') as object,
      { a: 1 },
      ['b is required'],
    ],
    [
      'what it must not be',
      object({ a: { not: text } }),
      { a: 'x' },
      ['a is what `not` says that it must not be'],
    ],
    [
      'a field that another needs',
      object(ab, { dependentRequired: { a: ['b'] } }),
      { a: 'x' },
      ['b is required'],
    ],
    [
      'within a tree',
      tree,
      { root: { name: 'a', children: [{ children: [] }] } },
      ['root.children.0.name required, string'],
    ],
    [
      'the schema itself',
      object({ name: text, next: { $ref: '#' } }),
      { next: { next: { name: 1 } } },
      ['next.next.name must be a string, not number'],
    ],
    [
      'another field',
      object({ a: { $ref: '#/properties/b' }, b: text }),
      { a: 1 },
      ['a must be a string, not number'],
    ],
    [
      'an item twice',
      object({ a: { uniqueItems: true } }),
      { a: [{ x: 1 }, { x: 1 }] },
      ['a must not have an item twice'],
    ],
    [
      'no such item',
      object({ a: { contains: { const: 1 } } }),
      { a: [2] },
      ['a must have at least 1 items that are as `contains` says'],
    ],
  ])('%s', (_, parameters, args, told) => {
    expect(faults(parameters, args)).toEqual(told);
  });

  it.each([
    ['definitions', { $ref: '#/definitions/s' }],
    ['a reference to nowhere', { $ref: '#/nowhere' }],
    ['what is not held', { unevaluatedProperties: false }],
    ['no schema', 7],
  ])('whatever stands beside them: %s', (_, a) => {
    const parameters = object(
      { b: text, a },
      { required: ['b'], additionalProperties: false, definitions: { s: text } },
    );
    expect(faults(parameters, { zzz: 1 }).toSorted()).toEqual([
      'b required, string',
      'zzz is no field; there are: b, a',
    ]);
    expect(faults(parameters, { a: 'x', b: 'y' })).toEqual([]);
  });

  it('a field called __proto__, at any depth', () => {
    const closed = object({ b: {} }, { additionalProperties: false });
    const args = JSON.parse('{"__proto__":{"a":1},"b":1}') as object;
    expect(faults(closed, args)).toEqual(['__proto__ is no field; there are: b']);
    expect(faults(object({ x: closed }), { x: args })).toEqual(['x.__proto__ is no field; there are: b']);
  });
});
