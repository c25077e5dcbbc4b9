import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { computeDesign } from './compute-design.js';
import type { DesignRequest } from './design-request.js';
import { precisionBySize } from './precision-by-size.js';

let distributions: Distributions;
beforeAll(async () => {
  distributions = await loadDistributions();
});

const SIMPLE: DesignRequest = {
  population: 5000,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
  confidence: 0.95,
  precision: 0.05,
};
const STRATA: DesignRequest = {
  ...SIMPLE,
  stratification: {
    enabled: true,
    scope: 'overall',
    strata: [
      { name: 'urban', weight: 0.6 },
      { name: 'rural', weight: 0.4, sd: 0.3 },
    ],
  },
};

describe('the precision of other sizes', () => {
  it.each([
    ['one sample', SIMPLE],
    ['strata', STRATA],
  ])('is what the design expects at its own size: %s', (_, request) => {
    const { parameters } = computeDesign(request, profilesWith(), distributions);
    const [at] = precisionBySize(request, [parameters.calculatedSize], profilesWith(), distributions);
    expect(at?.precision).toBeCloseTo(parameters.expectedPrecision, 12);
  });

  it('falls with the size, and is nothing where all units are measured', () => {
    const sizes = [2, 10, 50, 95, 500, 4999, 5000];
    const found = precisionBySize(SIMPLE, sizes, profilesWith(), distributions).map(
      ({ precision }) => precision ?? Number.NaN,
    );
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(found.at(-1)).toBe(0);
    // z * (0.2 / 0.8) / sqrt(50) * sqrt(1 - 50/5000), by hand.
    expect(found[2]).toBeCloseTo((1.959964 * 0.25 * Math.sqrt(0.99)) / Math.sqrt(50), 6);
  });
});
