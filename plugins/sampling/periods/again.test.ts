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
    for (const factor of [1.1, 1.5, 0.9])
      expect(
        comesAgain(
          changed((value) => Math.round(value * factor * 10) / 10),
          december,
        ),
      ).toMatchObject({ by: { factor: expect.stringMatching(new RegExp(`^${factor}`)) } });
    // Half of them changed by hand are still copies.
    const half = changed((value, at) => (at % 2 === 0 ? value : value + 1 + noise(at)));
    expect(comesAgain(half, december)).toMatchObject({ units: 30, by: { difference: '0' } });
  });

  it('are none where homes are measured anew, where most are alike by chance, or where few homes are in both', () => {
    const anew = changed((value, at) => Math.round((value + 2 * noise(at + 99) - 1) * 10) / 10);
    expect(comesAgain(anew, december)).toBeUndefined();
    const hardly = changed((value, at) => Math.round((value + (noise(at + 7) - 0.5) * 0.6) * 10) / 10);
    expect(comesAgain(hardly, december)).toBeUndefined();
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

/** Uniform numbers below 1, of Lehmer's generator. */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('values of few kinds', () => {
  const next = generator(20_241_231);
  const days = () => Math.max(0, Math.min(7, Math.round(4 + 4 * (next() + next() + next() - 1.5))));
  const homes = (units: number, value: () => number) =>
    new Map(Array.from({ length: units }, (_, at) => [`home ${at}`, value()] as const));
  /** What homes say later: a part of them the same, the others as any home does. */
  const later = (before: ReadonlyMap<string, number>, kept: number, value: () => number) =>
    new Map([...before].map(([unitId, old]) => [unitId, next() < kept ? old : value()]));

  it('are found where they are the same in more homes than chance and habit make', () => {
    const before = homes(219, days);
    expect(comesAgain(new Map(before), before)).toEqual({ units: 219, of: 219, by: { difference: '0' } });
    const some = new Map([...before].map(([id, value], at) => [id, at % 20 === 0 ? 7 : value]));
    expect(comesAgain(some, before)).toMatchObject({ of: 219, by: { difference: '0' } });
    const oneMore = new Map([...before].map(([id, value]) => [id, value + 1]));
    expect(comesAgain(oneMore, before)).toMatchObject({ units: 219, by: { difference: '1' } });
  });

  it('are found where the lowest alone were raised', () => {
    const before = homes(219, days);
    const ranked = [...before].sort((a, b) => a[1] - b[1]);
    for (const part of [0.2, 0.25]) {
      const low = new Set(ranked.slice(0, Math.round(part * ranked.length)).map(([id]) => id));
      const raised = new Map(
        [...before].map(([id, value]) => [id, low.has(id) ? 5 + Math.floor(3 * next()) : value]),
      );
      expect(comesAgain(raised, before)).toMatchObject({ of: 219, by: { difference: '0' } });
    }
  });

  it('are not taken for copies in homes of which seven tenths keep what they do, those of every day more', () => {
    let found = 0;
    for (let period = 0; period < 300; period++) {
      const before = homes(60 + (period % 160), days);
      const after = new Map(
        [...before].map(([id, old]) => [id, next() < (old >= 6 ? 0.9 : 0.6) ? old : days()]),
      );
      if (comesAgain(after, before) !== undefined) found++;
    }
    expect(found).toBe(0);
  });

  it('are not taken for copies in homes of which half do as before, in one of 1,500 periods at most', () => {
    let found = 0;
    for (let period = 0; period < 1_500; period++) {
      const before = homes(30 + (period % 200), days);
      if (comesAgain(later(before, 0.5, days), before) !== undefined) found++;
    }
    expect(found).toBeLessThanOrEqual(1);
  });

  it('are never taken for copies where they are yes and no, though every home says the same', () => {
    for (const share of [0.05, 0.5, 0.9]) {
      const yes = () => Number(next() < share);
      const before = homes(300, yes);
      expect(comesAgain(new Map(before), before)).toBeUndefined();
    }
  });
});
