import { describe, expect, it } from 'vitest';
import { fuelPerPersonDay } from './fuel-per-person-day.js';

const day = (household: string, fuelKg: number, persons: number, rest = {}) => ({
  household,
  fuelKg,
  persons,
  ...rest,
});

describe('fuel per person-day', () => {
  it('gives one value a household, whatever the number of days', () => {
    const { households } = fuelPerPersonDay([
      day('a', 6, 4),
      day('a', 5, 5),
      day('a', 7, 3),
      day('b', 2, 2),
      day('b', 2, 2),
      day('b', 2, 2),
      day('b', 2, 2),
    ]);
    expect(households).toEqual([
      { household: 'a', days: 3, value: 1.5 },
      { household: 'b', days: 4, value: 1 },
    ]);
  });

  it('takes off moisture and counts other fuels as dry wood', () => {
    const { households } = fuelPerPersonDay(
      [day('a', 10, 4, { moisture: 0.2 }), day('a', 2, 4, { dryWoodEquivalent: 1.8 })],
      2,
    );
    expect(households[0]?.value).toBeCloseTo((10 * 0.8 + 2 * 1.8) / 8, 12);
  });

  it('lists households with too few days instead of using them', () => {
    const { households, tooShort } = fuelPerPersonDay([day('a', 6, 4), day('a', 5, 5)]);
    expect(households).toEqual([]);
    expect(tooShort).toEqual([{ household: 'a', days: 2, value: 11 / 9 }]);
  });

  it('adds up the fuels of a day, whose people eat once: wood 4 kg and charcoal 1 kg for five adults', () => {
    const dated = (date: string) => [
      day('a', 4, 5, { date, fuel: 'wood' }),
      day('a', 1, 5, { date, fuel: 'charcoal', dryWoodEquivalent: 1.8 }),
    ];
    const rows = ['2024-02-01', '2024-02-02', '2024-02-03'].flatMap(dated);
    // (4 + 1 * 1.8) / 5 adults = 1.16 kg a person-day; six rows counted as days would make it .58.
    expect(fuelPerPersonDay(rows).households).toEqual([
      { household: 'a', days: 3, value: expect.closeTo(1.16, 12) },
    ]);
    expect(fuelPerPersonDay(rows.slice(0, 4)).tooShort).toMatchObject([{ household: 'a', days: 2 }]);
  });

  it.each([
    ['one fuel twice on a day', [{ fuel: 'wood' }, { fuel: 'Wood ' }], 'conflict', 'days.1.fuel'],
    ['two numbers of people', [{}, { persons: 4, dryWoodEquivalent: 2 }], 'conflict', 'days.1.persons'],
    ['a day that is missing', [{}, { date: undefined }], 'conflict', 'days.1.date'],
    ['charcoal as if it were wood', [{ fuel: 'charcoal' }], 'invalid_request', 'days.0.dryWoodEquivalent'],
    ['a fuel without a date', [{ fuel: 'wood', date: undefined }], 'invalid_request', 'days.0.date'],
  ])('refuses %s', (_what, rows, code, field) => {
    const given = rows.map((row) => day('a', 4, 5, { date: '2024-02-01', ...row }));
    expect(() => fuelPerPersonDay(given)).toThrow(
      expect.objectContaining({ code, errors: [expect.objectContaining({ field })] }),
    );
  });
});
