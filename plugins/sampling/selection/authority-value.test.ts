import { expect, it } from 'vitest';
import { assertPublicBetween, foldValue } from './authority-value.js';

it.each([
  ['49 12 3 44 7', ' 49, 12, 3, 44, 7 '],
  ['49-12-03-44-07', '49 12 3 44 7'],
  ['FOEN ４２', 'foen 42'],
])('takes %s and %s as one value', (a, b) => expect(foldValue(a)).toBe(foldValue(b)));

it('keeps other values apart', () => {
  expect(foldValue('49 1')).not.toBe(foldValue('4 91'));
  expect(foldValue('100')).not.toBe(foldValue('1'));
  expect(foldValue('--')).toBe('--');
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
  for (const late of ['2024-03-09', '2024-03-07T10:00:01Z', '2027-01-05'])
    expect(at(late)).toThrow(/is after/);
});
