import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberIn, writeNumber } from '../../kit/index.js';
import { rewrite } from './rewrite.js';

const COMMA = { decimalSeparator: ',', groupSeparator: '.' } as const;

it.each([
  ['The sample has 1,234.5 units, of 12,000.', 'The sample has 1.234,5 units, of 12.000.'],
  ['**Mean:** 2.50 (±0.1)', '**Mean:** 2,50 (±0,1)'],
  ['-3.5 °C and 95.5%', '-3,5 °C and 95,5%'],
  ['| 1,500 | 0.25 |', '| 1.500 | 0,25 |'],
])('writes the numbers of %s in the notation of its person', (text, written) =>
  expect(rewrite(text, COMMA)).toBe(written),
);

it.each([
  'version 0.1.0 of 2026-11-28 at 12:30',
  'AMS-II.G and TPDDTEC 4.0, section 5.1',
  'HH-1.5, /a/1.5/b.csv, 10.0.0.1, report1.5.csv, v2.5',
  '`1.5` and "1,500" and “2.5” and [a](x 1.5)',
  '5.2-6.1 https://x.org/1.5',
  '112',
])('leaves what is no number of its own as it is: %s', (text) => expect(rewrite(text, COMMA)).toBe(text));

it('tells moments in the time zone of its person', () => {
  expect(rewrite('Ended 2026-11-28 22:30 UTC.', { timeZone: 'Africa/Nairobi' })).toBe(
    'Ended 2026-11-29 01:30 (Africa/Nairobi).',
  );
});

it('changes the value of no number, and no answer for whom nothing is known', () => {
  const value = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.double({ min: 1e-5, max: 1e12, noNaN: true }),
  );
  const notation = fc.constantFrom(
    COMMA,
    { decimalSeparator: ',', groupSeparator: '\u00a0' } as const,
    { decimalSeparator: '.', groupSeparator: '’' } as const,
  );
  fc.assert(
    fc.property(value, notation, (number, habits) => {
      const text = `It is ${writeNumber(number, { decimal: '.', group: ',' })} kg.`;
      expect(rewrite(text, {})).toBe(text);
      const written = rewrite(text, habits).slice('It is '.length, -' kg.'.length);
      const { decimalSeparator: decimal, groupSeparator: group } = habits;
      expect(numberIn(written, { decimal, group })).toBe(number === 0 ? 0 : number);
    }),
  );
});

it('takes no time over what nobody closes', () => {
  const text = '„'.repeat(5_000) + '`'.repeat(5_001) + '"'.repeat(5_001);
  const began = performance.now();
  rewrite(text, COMMA);
  expect(performance.now() - began).toBeLessThan(2_000);
});
