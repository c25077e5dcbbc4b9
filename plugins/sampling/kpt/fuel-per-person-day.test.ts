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
});
