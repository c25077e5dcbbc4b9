import { describe, expect, it } from 'vitest';
import { homesByParts } from './homes-by-parts.js';

const id = (at: number) => `PZ1-${String(at).padStart(5, '0')}`;

/** Numbers that a draw of 87 of 400 takes. */
function drawn(seed: number): number[] {
  let state = (seed * 7_919 + 1) % 2_147_483_647;
  const all = Array.from({ length: 400 }, (_, at) => at + 1);
  return Array.from({ length: 87 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return all.splice(state % all.length, 1)[0] ?? 0;
  });
}

describe('homes by what tells their names apart', () => {
  const numbers = drawn(3);
  const homes = new Set(numbers.map(id));

  it.each<[string, (name: string) => string]>([
    ['the number alone', (name) => name.slice(4)],
    ['the number without zeros', (name) => String(Number(name.slice(4)))],
    ['another sign', (name) => name.replace('-', '_')],
    ['no sign', (name) => name.replace('-', '')],
    ['a letter behind', (name) => `${name}a`],
    ['words before', (name) => `kitchen of ${name}`],
    ['another word', (name) => name.replace('PZ1-', 'home ')],
    ['a letter of its own behind', (name) => `${name}${'abcd'[Number(name.slice(-1)) % 4]}`],
  ])('are found by %s', (_how, nameOf) => {
    const { homeOf, isSure } = homesByParts(homes, [...homes].map(nameOf));
    // A village and its number that run into one are one number.
    if (_how === 'no sign') expect(homeOf.size).toBe(0);
    else {
      expect(isSure).toBe(true);
      for (const home of homes) expect(homeOf.get(nameOf(home))).toBe(home);
    }
  });

  it('are not those of another draw, or of loggers that are counted up', () => {
    for (let seed = 10; seed < 200; seed++)
      expect(
        homesByParts(
          homes,
          drawn(seed).map((at) => `QX2-${String(at).padStart(5, '0')}`),
        ).isSure,
      ).toBe(false);
    for (const most of [87, 200, 400]) {
      const counted = Array.from({ length: most }, (_, at) => String(at + 1));
      expect(homesByParts(homes, counted).isSure).toBe(false);
      // Most homes of a small village are drawn.
      const village = new Set(counted.slice(0, 50).map((at) => `V-${at}`));
      expect(homesByParts(village, counted.slice(0, 50)).isSure).toBe(false);
    }
  });

  it('are none where two have one number', () => {
    const twice = new Set([...numbers.map((at) => `A-${at}`), ...numbers.map((at) => `B-${at}`)]);
    expect(homesByParts(twice, numbers.map(String)).homeOf.size).toBe(0);
  });
});
