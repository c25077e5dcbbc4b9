import { describe, expect, it } from 'vitest';
import { precisionAt } from './precision-at.js';

describe('the curve of precision', () => {
  it('is that of a simple random sample where there are no strata', () => {
    const at = precisionAt({ population: 5000, size: 100, precision: 0.05 });
    expect(at(100)).toBeCloseTo(0.05, 12);
    expect(at(400)).toBeCloseTo(0.05 * Math.sqrt((1 / 400 - 1 / 5000) / (1 / 100 - 1 / 5000)), 12);
    expect(at(5000)).toBe(0);
  });

  it('keeps the division among strata, each to all of its units and no further', () => {
    const strata = [
      { population: 3000, calculatedSize: 100, sd: 0.2 },
      { population: 1500, calculatedSize: 50, sd: 0.3 },
      { population: 20, calculatedSize: 16, sd: 0.9 },
    ];
    const at = precisionAt({ population: 4520, size: 166, precision: 0.05, strata });
    const error = (sizes: readonly number[]) =>
      Math.sqrt(
        strata.reduce(
          (sum, { population, sd }, h) =>
            sum + (population * sd) ** 2 * (1 / (sizes[h] ?? 1) - 1 / population),
          0,
        ),
      );
    expect(at(166)).toBeCloseTo(0.05, 12);
    expect(at(332)).toBeCloseTo((0.05 * error([200, 100, 20])) / error([100, 50, 16]), 12);
    expect(at(83)).toBeCloseTo((0.05 * error([50, 25, 8])) / error([100, 50, 16]), 12);
  });
});
