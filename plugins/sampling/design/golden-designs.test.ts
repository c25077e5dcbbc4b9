import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-designs.json' with { type: 'json' };
import { profilesWith } from '../profiles/find-profile.js';
import { allocate } from '../strata/allocate.js';
import { computeDesign } from './compute-design.js';
import type { DesignRequest } from './design-request.js';

interface Row {
  readonly id: string;
  readonly source: string;
  readonly request: unknown;
  readonly calculated: number;
  readonly adjusted: number;
  readonly unrounded?: number;
  readonly strata?: readonly number[];
  readonly calculatedStrata?: readonly number[];
  /** Published shares of the total, to four digits. */
  readonly sharesOf?: readonly number[];
}
const rows: readonly Row[] = golden.rows;

describe('golden designs', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    const design = computeDesign(row.request as DesignRequest, profilesWith(), d);
    expect(design.parameters.calculatedSize).toBe(row.calculated);
    expect(design.parameters.adjustedSize).toBe(row.adjusted);
    if (row.strata) expect(design.stratification?.strata.map((s) => s.sampleSize)).toEqual(row.strata);
    if (row.calculatedStrata)
      expect(design.stratification?.strata.map((s) => s.calculatedSize)).toEqual(row.calculatedStrata);
    if (row.sharesOf)
      expect(design.stratification?.strata.map((s) => s.sampleSize)).toEqual(
        allocate(row.adjusted, row.sharesOf).sizes,
      );
    if (row.unrounded !== undefined) {
      const digits = String(row.unrounded).split('.')[1]?.length ?? 0;
      const found = design.working.map((step) => Math.abs(step.unrounded - (row.unrounded ?? 0)));
      expect(Math.min(...found)).toBeLessThan(10 ** -digits);
    }
  });

  it.each([
    // Sizes at 90/10 without limit: 30.06 and 14.24; the minimum of the standard binds.
    ['cdm-90-10', 0.9, 31],
    ['cdm-90-10', 0.95, 30],
    ['gs-90-10', 0.9, 50],
    ['gs-90-10', 0.95, 50],
  ])('%s keeps its minimum at p = %d', (profile, expectedMean, calculated) => {
    const request = { population: 1e9, expectedMean, parameterType: 'proportion', profile } as const;
    expect(computeDesign(request, profilesWith(), d).parameters.calculatedSize).toBe(calculated);
  });

  it('shows the other reading beside each: 95/112 as a mean, 357/420 as a proportion', () => {
    const request = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
    const mean = computeDesign(request, profilesWith(), d).alternatives[0];
    expect(mean).toMatchObject({
      reading: 'parameterType proportion',
      calculatedSize: 357,
      adjustedSize: 420,
      difference: 308,
    });
    expect(mean?.when).toContain('357/420 is the size if 0.8 is a usage PROPORTION');
    const proportion = computeDesign({ ...request, parameterType: 'proportion' }, profilesWith(), d)
      .alternatives[0];
    expect(proportion).toMatchObject({
      reading: 'parameterType mean',
      calculatedSize: 95,
      adjustedSize: 112,
    });
  });
});
