import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cityField, otherReadings, splitCity } from './city.js';

describe('the city field', () => {
  it.each([
    ['Berlin', 'Berlin'],
    ['  São   Paulo ', 'São Paulo'],
    ['Sa\u0303o Paulo', 'São Paulo'],
    ["Coeur d'Alene, ID", "Coeur d'Alene, ID"],
    ['東京', '東京'],
    ['Å', 'Å'],
    ['100 Mile House', '100 Mile House'],
    ['\nBerlin\n', 'Berlin'],
  ])('takes %j as %j', (text, expected) => {
    expect(cityField.parse(text)).toBe(expected);
  });

  it.each([
    ['', 'is empty'],
    ['   ', 'is empty'],
    ['10115', 'does not name a city'],
    ['???', 'does not name a city'],
    [', Texas', 'does not name a city'],
    ['Ber\u0000lin', 'control'],
    ['Ber\nlin', 'control'],
    ['\u202Enilreb', 'control'],
    ['a'.repeat(101), 'longer than 100'],
    [undefined, 'is required'],
    [['Berlin', 'Paris'], 'is required'],
  ])('refuses %j and says why', (text, why) => {
    const result = cityField.safeParse(text);
    expect(result.success).toBe(false);
    expect(result.error?.issues.map(({ message }) => message).join()).toContain(why);
    expect(result.error?.issues).toHaveLength(1);
  });

  it('lets through only printable text with a letter, of at most 100 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
        const result = cityField.safeParse(text);
        if (!result.success) return;
        expect(result.data.length).toBeLessThanOrEqual(100);
        expect(result.data).toMatch(/\p{L}/u);
        expect(result.data).not.toMatch(/\p{Cc}/u);
        expect(splitCity(result.data).name).not.toBe('');
        expect(cityField.parse(result.data)).toBe(result.data);
      }),
    );
  });
});

describe('qualifiers', () => {
  it('stand after commas', () => {
    expect(splitCity('Paris, Texas,US')).toEqual({ name: 'Paris', qualifiers: ['Texas', 'US'] });
    expect(splitCity('Berlin,')).toEqual({ name: 'Berlin', qualifiers: [] });
  });

  it('may be the last words when nothing else fits', () => {
    expect(otherReadings(splitCity('Berlin'))).toEqual([]);
    expect(otherReadings(splitCity('Springfield New York, US'))).toEqual([
      { name: 'Springfield New', qualifiers: ['York', 'US'] },
      { name: 'Springfield', qualifiers: ['New York', 'US'] },
      { name: 'Springfield', qualifiers: ['New', 'York', 'US'] },
    ]);
  });
});
