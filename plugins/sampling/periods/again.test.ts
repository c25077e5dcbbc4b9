import { describe, expect, it } from 'vitest';
import { comesAgain } from './again.js';

const noise = (at: number) => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1;
const valuesOf = (value: (at: number) => number, units = 60) =>
  new Map(Array.from({ length: units }, (_, at) => [`home ${at}`, value(at)] as const));
const december = valuesOf((at) => Math.round((2 + 8 * noise(at)) * 10) / 10);
const changed = (change: (value: number, at: number) => number) =>
  new Map([...december].map(([unitId, value], at) => [unitId, change(value, at)]));

describe('values that were handed in before', () => {
  it('are found where they are the same, higher by one difference, or so many times as high', () => {
    expect(
      comesAgain(
        changed((value) => value),
        december,
      ),
    ).toEqual({
      units: 60,
      of: 60,
      by: { difference: '0' },
    });
    expect(
      comesAgain(
        changed((value) => value + 0.5),
        december,
      ),
    ).toMatchObject({ by: { difference: '0.5' } });
    expect(
      comesAgain(
        changed((value) => value * 1.1),
        december,
      ),
    ).toMatchObject({ by: { factor: '1.1' } });
    // Half of them changed by hand are still copies.
    const half = changed((value, at) => (at % 2 === 0 ? value : value + 1 + noise(at)));
    expect(comesAgain(half, december)).toMatchObject({ units: 30, by: { difference: '0' } });
  });

  it('are none where homes are measured anew, where most are alike by chance, or where few homes are in both', () => {
    const anew = changed((value, at) => Math.round((value + 2 * noise(at + 99) - 1) * 10) / 10);
    expect(comesAgain(anew, december)).toBeUndefined();
    const days = valuesOf((at) => (noise(at) < 0.7 ? 7 : Math.floor(7 * noise(at + 5))));
    expect(comesAgain(days, days)).toBeUndefined();
    expect(comesAgain(december, new Map([...december].slice(0, 9)))).toBeUndefined();
    expect(
      comesAgain(
        december,
        valuesOf(() => 5, 0),
      ),
    ).toBeUndefined();
  });
});
