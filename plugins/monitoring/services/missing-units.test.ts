import { describe, expect, it } from 'vitest';
import { missingOf } from './missing-units.js';

/** Numbers from 0 to 1, the same for the same seed, of Lehmer's generator. */
function generator(seed: number) {
  let state = (seed * 7_919 + 1) % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const report = (seed: number) => {
  const next = generator(seed);
  return new Map(Array.from({ length: 87 }, (_, at) => [`H${at}`, 0.2 + 0.6 * next()] as const));
};
const without = (shares: ReadonlyMap<string, number>, gone: readonly string[]) =>
  new Map([...shares].filter(([household]) => !gone.includes(household)));
const lowest = (shares: ReadonlyMap<string, number>, count: number) =>
  [...shares]
    .sort((a, b) => a[1] - b[1])
    .slice(0, count)
    .map(([household]) => household);

describe('units that a report has and an analysis has not', () => {
  it('are those that chance hardly took where they are the lowest', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const there = report(seed);
      expect(missingOf([there], without(there, lowest(there, 6)))).toMatchObject({ units: 6 });
      expect(missingOf([there], without(there, lowest(there, 6)))?.byChance).toBeUndefined();
    }
  });

  it('are by chance where they are any: of loggers that failed', () => {
    let marked = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const there = report(seed);
      const missing = missingOf([there], without(there, ['H1', 'H20', 'H30', 'H40', 'H50', 'H60']));
      if (missing?.byChance === undefined) marked++;
    }
    // Beyond two standard errors lie less than 5 of 100.
    expect(marked).toBeLessThan(28);
    expect(missingOf([report(1)], report(1))).toBeNull();
  });

  it('are told of the report that says most, which no other hides', () => {
    const there = report(3);
    const low = lowest(there, 6);
    const longer = new Map([...there, ...Array.from({ length: 9 }, (_, at) => [`X${at}`, 0.5] as const)]);
    const here = without(there, low);
    expect(missingOf([longer, there], here)?.byChance).toBeUndefined();
  });
});
