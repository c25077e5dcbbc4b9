import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hardlyDrawn } from './hardly-drawn.js';
import { drawPps, ppsUniform, type SizedUnit } from './pps-draw.js';
import { parseSeed } from './seed.js';

const units = (sizes: readonly number[]): SizedUnit[] =>
  sizes.map((size, at) => ({ id: `V${at + 1}`, size }));

describe('systematic PPS', () => {
  /** Worked in R: sampling::UPsystematic's rule with the start fixed at 125. */
  const sizes = [120, 80, 45, 200, 60, 95, 150, 50, 110, 90];

  it('gives the published hits, units and probabilities', () => {
    const draw = drawPps(units(sizes), 4, 0.5);
    expect(draw).toMatchObject({ total: 1000, interval: 250, start: 125 });
    expect(draw.selected.map((unit) => unit.hit)).toEqual([125, 375, 625, 875]);
    expect(draw.selected.map((unit) => unit.position)).toEqual([2, 4, 7, 9]);
    expect(draw.selected.map((unit) => unit.probability)).toEqual([0.32, 0.8, 0.6, 0.44]);
  });

  it('takes a unit that is larger than the interval for certain, and recomputes', () => {
    // T = 1000, n = 4, I = 250: 600 is certain; of the other 400, I = 133.3: 150 is certain too; then I = 125.
    const draw = drawPps(units([600, 150, 100, 90, 60]), 4, 0.1);
    expect(draw.selected.filter((unit) => unit.certain).map((unit) => unit.id)).toEqual(['V1', 'V2']);
    expect(draw).toMatchObject({ total: 250, interval: 125, start: 12.5 });
    expect(draw.selected.map((unit) => unit.id)).toEqual(['V1', 'V2', 'V3', 'V4']);
  });

  it('tells of units that their sizes leave hardly any chance, where they are many', () => {
    const told = (own: readonly number[], count: number) =>
      hardlyDrawn(units(own), drawPps(units(own), count, 0.5));
    const invented = [
      ...Array.from({ length: 36 }, () => 1_000_000),
      ...Array.from({ length: 364 }, () => 1),
    ];
    expect(told(invented, 34)).toEqual({ units: 364, of: 400, drawn: 34, expected: '0.00034' });
    // Villages of 20 to 300 homes, and one hamlet of two.
    expect(told([...Array.from({ length: 60 }, (_, i) => 20 + ((i * 37) % 280)), 2], 20)).toBeUndefined();
    expect(told([1000, 1, 1, 1], 4)).toBeUndefined();
    expect(told([1000, 1, 1, 1], 1)).toMatchObject({ units: 3, of: 4, expected: '0.003' });
  });

  it('always gives n distinct units in frame order whose probabilities are n * size / T', () => {
    const size = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(
        fc.array(size, { minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.integer({ min: 0, max: 2 ** 30 - 1 }),
        (list, n, u) => {
          const count = Math.min(n, list.length);
          const { selected } = drawPps(units(list), count, u / 2 ** 30);
          expect(selected).toHaveLength(count);
          const positions = selected.map((unit) => unit.position);
          expect([...positions].sort((a, b) => a - b)).toEqual(positions);
          expect(new Set(positions).size).toBe(count);
          expect(selected.every((unit) => unit.probability > 0 && unit.probability <= 1)).toBe(true);
        },
      ),
    );
  });

  it('hits each unit as often as its probability says', () => {
    const hits = new Array<number>(10).fill(0);
    const runs = 2000;
    for (let k = 0; k < runs; k++) {
      for (const unit of drawPps(units(sizes), 4, (k + 0.5) / runs).selected)
        hits[unit.position - 1] = (hits[unit.position - 1] ?? 0) + 1;
    }
    const expected = [0.48, 0.32, 0.18, 0.8, 0.24, 0.38, 0.6, 0.2, 0.44, 0.36];
    for (const [at, probability] of expected.entries())
      expect((hits[at] ?? 0) / runs).toBeCloseTo(probability, 2);
  });

  it('starts from the first 53 bits of the hash', () => {
    // python3: int(hashlib.sha256(b'20240220:pps').hexdigest(), 16) >> 203, divided by 2**53
    expect(ppsUniform(parseSeed('20240220').text)).toBe(0.8136321949350063);
  });

  it.each([
    [[1, 0, 2], 1, 'not a positive number'],
    [[1, -3], 1, 'not a positive number'],
    [[1, Number.POSITIVE_INFINITY], 1, 'not a positive number'],
    [[1, 2], 3, 'cannot draw 3 of 2'],
  ])('refuses sizes %j with n = %d', (list, n, message) => {
    expect(() => drawPps(units(list), n, 0.5)).toThrow(message);
  });
});
