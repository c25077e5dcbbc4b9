import { expect, it } from 'vitest';
import { isExact } from './exact-number.js';
import { unheldAsTexts } from './unheld-integer.js';

it.each([
  ['9007199254740991', true],
  ['9007199254740993', false],
  ['9007199254740992', true],
  ['100000000000000000000000', true],
  ['100000000000000000000001', false],
  ['0.1', true],
  ['0.30000000000000004', true],
  ['0.1000000000000000055', false],
  ['1.5000000000000000000', true],
  ['-0.0000000000000000000', true],
  ['1e21', true],
  ['1E-7', true],
  ['1e-400', false],
  ['1.7976931348623157e308', true],
])('%s is exact: %s', (source, exact) => expect(isExact(source)).toBe(exact));

it.each([
  ['{"id": 9007199254740993}', '{"id": "9007199254740993"}'],
  ['{"ids": [1, [-18446744073709551615]]}', '{"ids": [1, ["-18446744073709551615"]]}'],
  ['{"id": "9007199254740993", "and": "\\" 9007199254740993"}', undefined],
  ['{"p": 0.1234567890123456789, "q": 9007199254740993.5, "r": 9007199254740993e2}', undefined],
  ['{"n": 100000000000000000000000}', undefined],
])('whole numbers of %s that would be others are texts', (json, kept = json) =>
  expect(unheldAsTexts(json)).toBe(kept),
);
