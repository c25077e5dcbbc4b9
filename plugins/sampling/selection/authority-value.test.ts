import { describe, expect, it } from 'vitest';
import {
  assertPlainValue,
  assertPublicBetween,
  digitsOf,
  foldValue,
  formOfValue,
  isPartOfValue,
  isToldOtherwise,
} from './authority-value.js';

it.each([
  ['49 12 3 44 7', ' 49, 12, 3, 44, 7 '],
  ['49-12-03-44-07', '49 12 3 44 7'],
  ['FOEN ４２', 'foen 42'],
  ['٤٩ ١٢ ٣ ٤٤ ٧', '49 12 3 44 7'],
  ['49 l2 3 44 7', '49 12 3 44 7'],
  ['49.0 12.0 3 44 7,0', '49 12 3 44 7'],
])('takes %s and %s as one value', (a, b) => expect(foldValue(a)).toBe(foldValue(b)));

it('keeps other values apart', () => {
  expect(foldValue('49 1')).not.toBe(foldValue('4 91'));
  expect(foldValue('100')).not.toBe(foldValue('1'));
  expect(foldValue('--')).toBe('--');
  expect(foldValue('Lil 42')).not.toBe(foldValue('111 42'));
});

it.each([
  '191234 47',
  'Numbers: 19 12 3 44 7',
  'x19 12 3 44 7',
  '7 44 3 12 19',
  '3 7 12 19 44',
  '19+12+3+44+7',
])('finds the digits of a value in %s', (other) => expect(digitsOf(other)).toBe(digitsOf('19 12 3 44 7')));

it.each([
  ['19 12 3 44 81 bonus 9', true],
  ['19 12 3 44', true],
  ['81 44 3 12', true],
  ['nineteen twelve three 44 81', true],
  ['1912344819', true],
  ['19 12 3 44 82', false],
  ['19 12 3', true],
  ['19 3', false],
  ['19 19 12 3', false],
  ['7 14 19 44 81 90', false],
  ['nineteen', false],
])('takes %s for 19 12 3 44 81 with something more or less: %s', (other, isPart) => {
  expect(isPartOfValue('19 12 3 44 81', other)).toBe(isPart);
  expect(isPartOfValue(other, '19 12 3 44 81')).toBe(isPart);
});

it('finds none where there are few', () => {
  expect(digitsOf('UN-42')).toBeUndefined();
  expect(digitsOf('2024-A')).not.toBe(digitsOf('2025-A'));
});

it('asks a value to be public between its commitment and its draw, a day by the zones of the world', () => {
  const [committedAt, receivedAt] = ['2024-03-05T10:00:00.000Z', '2024-03-07T10:00:00.000Z'];
  const at = (publicAt: string) => () =>
    assertPublicBetween({ value: '1', reference: 'L', publicAt, receivedAt }, committedAt);
  for (const fits of [
    '2024-03-04',
    '2024-03-05',
    '2024-03-07',
    '2024-03-05T10:00:01Z',
    '2024-03-07T10:00:00Z',
  ])
    expect(at(fits)).not.toThrow();
  for (const early of ['2024-03-03', '2024-03-05T09:00:00Z'])
    expect(at(early)).toThrow(/before the commitment/);
  for (const late of ['2024-03-08', '2024-03-09', '2024-03-07T10:00:01Z', '2027-01-05'])
    expect(at(late)).toThrow(/is after/);
});

describe('the form in which a value makes a seed', () => {
  it.each([
    ['41 27 16 44 17 13', '13 16 17 27 41 44'],
    ['13-16-17-27-41-44.', '13 16 17 27 41 44'],
    ['(41; 27; 16; 44; 17; 13)', '13 16 17 27 41 44'],
    ['41\u00a027\u200716\u200b 44 17 13', '13 16 17 27 41 44'],
    ['٤١ ٢٧ ١٦ 44 17 13', '13 16 17 27 41 44'],
    ['041 27 16 44 17 13', '13 16 17 27 41 44'],
    ['7', '7'],
    ['0007', '7'],
    ['0x3FA9bc', '3fa9bc'],
    ['Heads', 'heads'],
    ['Heads, then tails', 'heads then tails'],
    ['Numbers: 41 27 16', '16 27 41'],
    ['41 27 16 bonus 9', '9 16 27 41'],
    ['letter A17 of 3', '3 a17'],
  ])('%s', (value, form) => {
    expect(formOfValue(value)).toBe(form);
    expect(formOfValue(form)).toBe(form);
  });
});

it.each([
  ['00000000000000000001a00700c0b002f9a8', '00000000000000000001a00700c0b002f9a8'],
  ['0x3FAB77cd00', '3fab77cd00'],
  ['007, 03 12', '3 7 12'],
  ['block 0019 000a00', '19 000a00'],
])('keeps a code whole in the seed, and a number without zeros before it: %s', (value, form) => {
  expect(formOfValue(value)).toBe(form);
  expect(formOfValue(form)).toBe(form);
});

it.each(['3\u00bd', '3\u00b2', '3\u00ad7 23', '41\u200b27', '\u2460 12', '\u2163'])(
  'refuses %s, which can be read in several ways',
  (value) => expect(() => assertPlainValue(value)).toThrow('several ways'),
);

it('takes the digits of as many other numbers for another value, and a few of many for none of it', () => {
  expect(isToldOtherwise('191234 47', '19 12 3 44 7')).toBe(true);
  expect(isToldOtherwise('3 14 27 31 42 48', '1 24 27 33 41 48')).toBe(false);
  expect(isToldOtherwise('1234', '4321')).toBe(false);
  const keno = '2 5 7 8 11 15 19 23 24 31 33 38 41 44 47 52 55 61 66 69';
  expect(isPartOfValue(keno, '7 8 23')).toBe(false);
  expect(isPartOfValue(keno, `${keno} 70`)).toBe(true);
});
