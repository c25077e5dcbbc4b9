import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.js';
import { largestRemainder } from './largest-remainder.js';
import { smallestTotal } from './smallest-total.js';

const strata = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1000, noNaN: true }),
    floor: fc.integer({ min: 0, max: 50 }),
    room: fc.integer({ min: 0, max: 5000 }),
  }),
  { minLength: 1, maxLength: 12 },
);

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('largest remainder', () => {
  it('sums exactly and stays within one of each quota', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(fc.double({ min: 0.001, max: 1000, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (total, shares) => {
          const sizes = largestRemainder(total, shares);
          expect(sum(sizes)).toBe(total);
          for (const [h, size] of sizes.entries())
            expect(Math.abs(size - (total * (shares[h] ?? 0)) / sum(shares))).toBeLessThan(1 + 1e-6);
        },
      ),
    );
  });
});

describe('allocation', () => {
  it('sums to the total, raised to the floors or cut to the caps, and keeps within both', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), strata, (total, rows) => {
        const caps = rows.map((r) => r.floor + r.room);
        const floors = rows.map((r) => r.floor);
        const allocation = allocate(
          total,
          rows.map((r) => r.share),
          { floors, caps },
        );
        expect(allocation.total).toBe(Math.min(Math.max(total, sum(floors)), sum(caps)));
        expect(sum(allocation.sizes)).toBe(allocation.total);
        for (const [h, size] of allocation.sizes.entries()) {
          expect(Number.isInteger(size)).toBe(true);
          expect(size).toBeGreaterThanOrEqual(floors[h] ?? 0);
          expect(size).toBeLessThanOrEqual(caps[h] ?? 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('leaves unbounded strata as largest remainder does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), strata, (total, rows) => {
        const shares = rows.map((r) => r.share + 0.5);
        expect(allocate(total, shares).sizes).toEqual(largestRemainder(total, shares));
      }),
    );
  });

  it('says which floors and caps it applied', () => {
    const allocation = allocate(100, [90, 8, 2], { floors: [0, 0, 20], caps: [60, 100, 100] });
    expect(allocation).toMatchObject({ sizes: [60, 20, 20], floored: [2], capped: [0] });
  });
});

describe('the smallest total', () => {
  it('gives each stratum its need, and one unit less would not', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            population: fc.integer({ min: 1, max: 5000 }),
            part: fc.double({ min: 0.01, max: 1, noNaN: true }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        (rows) => {
          const populations = rows.map((r) => r.population);
          const needs = rows.map((r) => Math.ceil(r.population * r.part));
          const reaches = (sizes: readonly number[]) => sizes.every((size, h) => size >= (needs[h] ?? 0));
          const found = smallestTotal(needs, populations, populations);
          expect(reaches(found.sizes)).toBe(true);
          if (found.total > 0)
            expect(reaches(allocate(found.total - 1, populations, { caps: populations }).sizes)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is the very smallest for designs of real size', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 5, max: 120 }), fc.double({ min: 0.05, max: 0.9, noNaN: true })),
          {
            minLength: 2,
            maxLength: 6,
          },
        ),
        (rows) => {
          const populations = rows.map(([population]) => population);
          const needs = rows.map(([population, part]) => Math.ceil(population * part));
          const reaches = (total: number) =>
            allocate(total, populations, { caps: populations }).sizes.every(
              (size, h) => size >= (needs[h] ?? 0),
            );
          let total = sum(needs);
          while (!reaches(total)) total++;
          expect(smallestTotal(needs, populations, populations).total).toBe(total);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('holds a stratum without a share at its need', () => {
    expect(smallestTotal([10, 5], [1, 0], [100, 100]).sizes).toEqual([10, 5]);
  });
});
