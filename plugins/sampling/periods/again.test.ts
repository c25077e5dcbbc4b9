import { describe, expect, it } from 'vitest';
import { comesAgain } from './again.js';

const noise = (at: number) => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1;
const valuesOf = (value: (at: number) => number, units = 60) =>
  new Map(Array.from({ length: units }, (_, at) => [`home ${at}`, value(at)] as const));
/** A standard normal by Box and Muller, of two numbers that mulberry32 makes of one. */
const normal = (seed: number) => {
  let state = Math.imul(seed, 0x9e3779b1);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
};
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

  it('are not taken for copies where two kinds of units, or a few great ones, go together by what they are', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const drawn = (at: number, what: number) => normal(at + 1_000 * what + 10_000 * seed);
      // Homes of 5 and schools of 80, drawn anew, with a season of 5%.
      const mixed = (what: number) => (at: number) =>
        (at % 4 === 0 ? 80 + 4 * drawn(at, what) : 5 + drawn(at, what)) * (what === 1 ? 1 : 1.05);
      expect(comesAgain(valuesOf(mixed(2), 200), valuesOf(mixed(1), 200)), `mixed ${seed}`).toBeUndefined();
      // Users of which few use most, each within a tenth of what they did.
      const great = (at: number) => Math.exp(drawn(at, 1));
      const later = valuesOf((at) => great(at) * Math.exp(0.08 * drawn(at, 2)) * 1.05, 200);
      expect(comesAgain(later, valuesOf(great, 200)), `great ${seed}`).toBeUndefined();
    }
  });

  it('are never taken for copies where they are yes and no, though every home says the same', () => {
    for (const share of [0.05, 0.5, 0.9]) {
      const yes = () => Number(next() < share);
      const before = homes(300, yes);
      expect(comesAgain(new Map(before), before)).toBeUndefined();
    }
  });
});

describe('values that no homes come to again', () => {
  const next = generator(20_270_131);
  const gauss = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const tenth = (value: number) => Math.round(Math.max(0.1, value) * 10) / 10;
  const hours = () => tenth(6 + 2 * gauss());
  const whole = () => Math.round(Math.max(1, 6 + 2 * gauss()));
  const days = () => Math.max(0, Math.min(7, Math.round(4 + 2 * gauss())));
  const homes = (units: number, value: () => number) =>
    new Map(Array.from({ length: units }, (_, at) => [`home ${at}`, value()] as const));
  type Later = (old: number, rank: number) => number;
  const later = (before: ReadonlyMap<string, number>, change: Later) => {
    const ranks = [...before].sort((a, b) => a[1] - b[1]).map(([id]) => id);
    const rankOf = new Map(ranks.map((id, at) => [id, at / ranks.length]));
    return new Map([...before].map(([id, old]) => [id, change(old, rankOf.get(id) ?? 0)]));
  };

  it.each<[string, () => number, Later, object]>([
    [
      'by one factor and a tenth more or less',
      hours,
      (old) => tenth(1.5 * old + Math.floor(3 * next()) / 10 - 0.1),
      { by: { factor: expect.stringMatching(/^1\.(49|5)/) }, correlation: expect.stringMatching(/^0\.999/) },
    ],
    [
      'by nearly one amount',
      hours,
      (old) => tenth(old + 0.4 + Math.floor(3 * next()) / 10),
      { by: { difference: expect.stringMatching(/^0\.[45]/) } },
    ],
    [
      'by one factor of whole hours',
      whole,
      (old) => Math.round(1.25 * old),
      { by: { factor: expect.stringMatching(/^1\.2/) } },
    ],
    [
      'where a third was raised',
      days,
      (old, rank) => (rank < 0.35 ? 5 + Math.floor(3 * next()) : old),
      { by: { difference: '0' } },
    ],
    [
      'where the lower half has a day or two more',
      days,
      (old, rank) => (rank < 0.5 ? Math.min(7, old + 1 + Math.floor(2 * next())) : old),
      { by: { difference: '0' } },
    ],
  ])('are found %s', (_how, value, change, found) => {
    let told = 0;
    for (let seed = 0; seed < 20; seed++) {
      const before = homes(219, value);
      const again = comesAgain(later(before, change), before);
      if (again === undefined) continue;
      told++;
      expect(again).toMatchObject(found);
    }
    expect(told).toBeGreaterThanOrEqual(19);
  });

  it.each<[string, number, () => number, Later]>([
    ['measured again, to a tenth', 134, hours, (old) => tenth(old + 0.15 * gauss())],
    ['measured again, few of them', 12, hours, (old) => tenth(old + 0.3 * gauss())],
    ['in another season', 134, hours, (old) => tenth(1.3 * old * (1 + 0.07 * gauss()))],
    ['with an hour more each, about', 134, hours, (old) => tenth(old + 1 + 0.5 * gauss())],
    [
      'in half hours',
      134,
      () => Math.round(2 * hours()) / 2,
      (old) => Math.round(2 * (old + 0.8 * gauss())) / 2,
    ],
    ['in whole hours, a quarter more, about', 134, whole, (old) => Math.round(1.25 * old + 0.7 * gauss())],
    [
      'where the high ones keep nearly all and the low ones rise',
      219,
      days,
      (old) => (old >= 5 ? (next() < 0.9 ? old : days()) : Math.min(7, old + Math.floor(3 * next()))),
    ],
    [
      'where the high ones keep nearly all and the low ones little',
      219,
      days,
      (old) => (next() < (old >= 5 ? 0.9 : 0.2) ? old : days()),
    ],
  ])('are none of homes %s', (_how, units, value, change) => {
    for (let seed = 0; seed < 25; seed++) {
      const before = homes(units, value);
      expect(comesAgain(later(before, change), before)).toBeUndefined();
    }
  });
});
