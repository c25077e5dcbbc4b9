import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shift } from '../reading/digits.js';
import { findNumbers, type NumberMention } from './numbers.js';

const brief = (text: string) =>
  findNumbers(text).map((one) => {
    const marks = [
      one.percent ? '%' : '',
      one.share ? 'share' : '',
      one.spread ? '±' : '',
      one.pair ?? '',
      one.range ?? '',
    ];
    return [one.value, marks.filter((mark) => mark !== '').join(' ')];
  });

describe('findNumbers', () => {
  it.each<[string, ...(readonly [number, string])[]]>([
    ['5,000 households', [5000, '']],
    ['5 000 households', [5000, '']],
    ['5 000 households', [5000, '']],
    ["5'000 Haushalte", [5000, '']],
    ['1,234,567.89', [1_234_567.89, '']],
    ['1.234.567,89', [1_234_567.89, '']],
    ['12 500,5', [12_500.5, '']],
    ['0,8', [0.8, '']],
    ['5.000 und 0,8', [5000, ''], [0.8, '']],
    ['.2', [0.2, '']],
    ['12.5k', [12_500, '']],
    ['3M', [3_000_000, '']],
    ['1.2 million', [1_200_000, '']],
    ['95%', [95, '%']],
    ['15 %', [15, '%']],
    ['95 percent', [95, '%']],
    ['fifteen percent', [15, '%']],
    ['12.5 per cent', [12.5, '%']],
    ['95/5', [95, 'first'], [5, 'second']],
    ['90 / 10', [90, 'first'], [10, 'second']],
    ['0.8 ± 0.2', [0.8, ''], [0.2, '±']],
    ['0.8 +/- 0.2', [0.8, ''], [0.2, '±']],
    ['plus or minus 5%', [5, '% ±']],
    ['between 10 and 20', [10, 'low'], [20, 'high']],
    ['10-20 days', [10, 'low'], [20, 'high']],
    ['10 to 20', [10, 'low'], [20, 'high']],
    ['-5 degrees', [-5, '']],
    ['a quarter of them', [0.25, 'share']],
    ['three quarters', [0.75, 'share']],
    ['two thousand five hundred', [2500, '']],
    ['one hundred and twenty three', [123, '']],
    ['zero point eight', [0.8, '']],
    ['a dozen', [12, '']],
    ['twenty-one', [21, '']],
    ['a thousand homes', [1000, '']],
    ['$20 and €30', [20, ''], [30, '']],
    ['20°C', [20, '']],
    ['1, 2 and 3', [1, ''], [2, ''], [3, '']],
    ['1,2,3', [1, ''], [2, ''], [3, '']],
    ['5000households', [5000, '']],
    ['one apple', [1, '']],
  ])('reads %s', (text, ...expected) => {
    expect(brief(text)).toEqual(expected);
  });

  it.each(['CO2', 'h5', 'the 3rd one', 'this one', 'which one is it', 'no number here', 'one of them'])(
    'finds none in %s',
    (text) => {
      expect(brief(text)).toEqual([]);
    },
  );

  it('keeps both readings of 5.000', () => {
    const [mention] = findNumbers('5.000');
    expect(mention).toMatchObject({ value: 5, grouped: 5000 });
  });

  it('reads back any grouped integer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom(',', ' ', "'"),
        (value, separator) => {
          const text = String(value).replace(/\B(?=(?:\d{3})+$)/gu, separator);
          expect(findNumbers(`take ${text} of it`).map((one) => one.value)).toEqual([value]);
        },
      ),
    );
  });

  it('reads back any decimal, and its place in the text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 6 }), (digits, places) => {
        const value = shift(digits, -places);
        fc.pre(!/e/u.test(String(value)) && !/^\d{1,3}\.\d{3}$/u.test(String(value)));
        const text = `about ${value} units`;
        const found: NumberMention[] = findNumbers(text);
        expect(found.map((one) => one.value)).toEqual([value]);
        expect(text.slice(found[0]?.start, found[0]?.end)).toBe(String(value));
      }),
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const one of findNumbers(text)) {
          expect(Number.isFinite(one.value)).toBe(true);
          expect(one.start).toBeGreaterThanOrEqual(0);
          expect(one.end).toBeLessThanOrEqual(text.length);
          expect(one.end).toBeGreaterThan(one.start);
        }
      }),
    );
  });
});
