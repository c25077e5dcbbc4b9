import { expect, it } from 'vitest';
import { plainSchema } from './plain-schema.js';

it('puts what references point to in their place, and ends those that lead to themselves', () => {
  const branch = { $ref: '#/$defs/Tree' };
  const tree = { type: 'object', properties: { name: { type: 'string' }, a: branch, b: branch, c: branch } };
  const plain = plainSchema({ ...tree, $defs: { Tree: tree } });
  expect(plain).toMatchObject({
    properties: { a: { properties: { name: { type: 'string' }, a: { anyOf: expect.any(Array) } } } },
  });
  expect(JSON.stringify(plain)).not.toContain('$ref');
  expect(JSON.stringify(plain).length).toBeLessThan(5_000);
});

it('is an object at the top, with the members of all choices', () => {
  const text = { type: 'string' };
  expect(
    plainSchema({
      description: 'By id or name.',
      oneOf: [
        { type: 'object', properties: { id: text }, required: ['id'] },
        { type: 'object', properties: { name: text }, required: ['name'] },
      ],
    }),
  ).toEqual({ type: 'object', description: 'By id or name.', properties: { id: text, name: text } });
  expect(plainSchema({})).toEqual({ type: 'object' });
});

it('joins what is asked at once', () => {
  expect(
    plainSchema({
      type: 'object',
      allOf: [
        { properties: { a: { type: 'string', format: 'uri' } }, required: ['a'] },
        { properties: { b: { type: ['number', 'null'] } } },
      ],
    }),
  ).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'number' } },
    required: ['a'],
  });
});
