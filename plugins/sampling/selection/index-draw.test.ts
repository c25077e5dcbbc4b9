import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawIndices, stratumSeed } from './index-draw.js';
import { parseSeed } from './seed.js';

const seed = (value: unknown) => parseSeed(value).text;
const indices = (text: string, population: number, count: number) =>
  drawIndices(seed(text), population, count).map((draw) => draw.index);

/** The definition, written the long way round. */
function byDefinition(text: string, population: number, count: number): number[] {
  const out: number[] = [];
  for (let counter = 1; out.length < count; counter++) {
    const digest = createHash('sha256')
      .update(Buffer.from(`${text},${population},${counter}`))
      .digest();
    const value = digest.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const index = Number(value % BigInt(population)) + 1;
    if (!out.includes(index)) out.push(index);
  }
  return out;
}

describe('sha256-index-v1', () => {
  it('counts from 1: without the population in the hash the published linked draws appear', () => {
    const linked = (population: bigint) =>
      [1, 2].map(
        (counter) =>
          (BigInt(`0x${createHash('sha256').update(`20240220,${counter}`).digest('hex')}`) % population) + 1n,
      );
    expect(linked(5000n)).toEqual([3255n, 4423n]);
    expect(linked(10_000_000n)).toEqual([5303255n, 6054423n]);
  });

  it('with it, frames of different size share nothing', () => {
    expect(indices('20240220', 5000, 50).map((index) => index % 5000)).not.toEqual(
      indices('20240220', 10_000_000, 50).map((index) => index % 5000),
    );
  });

  it('follows its definition', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{1,12}$/),
        fc.integer({ min: 1, max: 400 }),
        fc.nat(400),
        (text, population, n) => {
          const count = Math.min(n, population);
          expect(indices(text, population, count)).toEqual(byDefinition(text, population, count));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('gives a permutation when everything is drawn, and extends without change', () => {
    const all = indices('7', 300, 300);
    expect([...all].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(indices('7', 300, 120)).toEqual(all.slice(0, 120));
  });

  it('is uniform (random-js issue 7: sample(population, 1) always gave the last)', () => {
    const counts = new Map<number, number>();
    for (let s = 0; s < 3000; s++)
      for (const index of indices(`s${s}`, 10, 1)) counts.set(index, (counts.get(index) ?? 0) + 1);
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 300) ** 2 / 300, 0);
    expect(chiSquare).toBeLessThan(27.88); // qchisq(.999, 9)
  });

  it('draws strata of one size at different positions', () => {
    const urban = drawIndices(stratumSeed(seed('1'), 'urban'), 1000, 20);
    const rural = drawIndices(stratumSeed(seed('1'), 'rural'), 1000, 20);
    expect(urban.map((draw) => draw.index)).not.toEqual(rural.map((draw) => draw.index));
  });

  it('refuses to draw more than there are', () => {
    expect(() => drawIndices(seed('1'), 5, 6)).toThrow('cannot draw 6 of 5');
  });
});
