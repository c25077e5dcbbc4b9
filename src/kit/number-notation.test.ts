import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type NumberNotation, numberIn, writeNumber } from './number-notation.js';

const NOTATIONS: readonly NumberNotation[] = (['.', ','] as const).flatMap((decimal) =>
  (['', ',', '.', '\u00a0', '’'] as const)
    .filter((group) => group !== decimal)
    .map((group) => ({ decimal, group })),
);

it('writes numbers as people do', () => {
  expect(writeNumber(1234567.5, { decimal: ',', group: '.' })).toBe('1.234.567,5');
  expect(writeNumber(-1500, { decimal: '.', group: ',' })).toBe('-1,500');
  expect(writeNumber(1500, { decimal: ',', group: '' })).toBe('1500');
  expect(writeNumber(0.25, { decimal: ',', group: '\u00a0' })).toBe('0,25');
});

it('changes the value of no number', () => {
  const any = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
  fc.assert(
    fc.property(any, fc.constantFrom(...NOTATIONS), (value, notation) => {
      expect(numberIn(writeNumber(value, notation), notation)).toBe(value === 0 ? 0 : value);
    }),
  );
});

it.each(['1,500.5', '1.50', '12.34', '1.5000', '1..500', 'a', '', '1.500.', '0x10'])(
  'reads no %s where a comma stands before decimals',
  (text) => expect(numberIn(text, { decimal: ',', group: '.' })).toBeUndefined(),
);
