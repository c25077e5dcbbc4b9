import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { computeDesign } from './compute-design.js';
import type { DesignRequest } from './design-request.js';

/** Minima of strata under one precision of the whole: said, worked out line by line, and kept after the dropout. */
describe('minima of strata', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });
  const NAMES = ['Jigawa', 'Kano', 'Katsina'];
  const design = (change: Partial<DesignRequest> & Pick<DesignRequest, 'stratification'>) =>
    computeDesign({ population: 300, expectedMean: 0.8, dropoutRate: 0.1, ...change }, profilesWith(), d);
  const sizes = ({ stratification }: ReturnType<typeof design>) =>
    stratification?.strata.map(({ calculatedSize, sampleSize }) => [calculatedSize, sampleSize]);

  it('raise a share of use, and the working and a warning say why', () => {
    const shares = design({
      profile: 'gs-90-10',
      parameterType: 'proportion',
      stratification: {
        enabled: true,
        scope: 'overall',
        strata: NAMES.map((name) => ({ name, population: 100 })),
      },
    });
    // 50 / .9 = 55.6: 56 leave 50.4, where 55 would leave 49.5.
    expect(sizes(shares)).toEqual([
      [50, 56],
      [50, 56],
      [50, 56],
    ]);
    expect(shares.warnings[0]).toBe(
      'At least 50 units, or the whole stratum, are kept in Jigawa, Kano, Katsina as profile gs-90-10 asks: 150 units in all, where 56 would do without.',
    );
    const steps = shares.working.map(({ step, rounded }) => `${step} ${rounded}`);
    expect(steps).toEqual([
      'base size 68',
      'finite population 56',
      'Jigawa: proportional allocation 19',
      'Kano: proportional allocation 19',
      'Katsina: proportional allocation 18',
      ...NAMES.map((name) => `${name}: minima of the strata 50`),
      'dropout 167',
      ...NAMES.map((name) => `${name}: units to draw 56`),
    ]);
  });

  it('say where a stratum that is drawn whole leaves fewer than its minimum', () => {
    const whole = (populations: readonly number[], dropoutRate: number) =>
      design({
        population: total(populations),
        expectedMean: 4,
        expectedSD: 1.6,
        dropoutRate,
        profile: 'cdm-90-10',
        stratification: {
          enabled: true,
          method: 'proportional',
          scope: 'overall',
          strata: populations.map((population, h) => ({ name: `S${h}`, population, mean: 4, sd: 1.6 })),
        },
      });
    const total = (sizes: readonly number[]) => sizes.reduce((a, b) => a + b, 0);
    expect(whole([800, 800, 25], 0.1).warnings).toContain(
      'Stratum S2 has 25 units, fewer than the 28 that the dropout rate calls for: a census, which still leaves about 22 valid units of 25 needed.',
    );
    const small = whole([40, 260], 0.4);
    expect(small.stratification?.strata[0]?.sampleSize).toBe(40);
    expect(small.warnings).toContain(
      'Stratum S0 has 40 units, fewer than the 50 that the dropout rate calls for: a census, which still leaves about 24 valid units of 30 needed.',
    );
    expect(whole([800, 800, 40], 0.1).warnings.join()).not.toContain('a census');
  });

  it('raise a division by Neyman, whose own numbers stand before', () => {
    const strata = [
      { name: 'Jigawa', population: 100, mean: 4, sd: 1.8 },
      { name: 'Kano', population: 100, mean: 4.5, sd: 1.2 },
      { name: 'Katsina', population: 100, mean: 4, sd: 1.6 },
    ];
    const neyman = design({
      expectedMean: 4.2,
      expectedSD: 1.6,
      profile: 'cdm-90-10',
      stratification: { enabled: true, method: 'neyman', scope: 'overall', strata },
    });
    expect(sizes(neyman)).toEqual([
      [30, 34],
      [30, 34],
      [30, 34],
    ]);
    const own = neyman.working.filter(({ step }) => step.includes('neyman allocation'));
    // n S_h / sum S_h of 33, for the strata have as many units each.
    const quotas = strata.map(({ sd }) => (33 * sd) / 4.6);
    expect(own.slice(1).map(({ unrounded }) => unrounded)).toEqual(
      quotas.map((quota) => expect.closeTo(quota, 12)),
    );
    expect(own.slice(1).map(({ rounded }) => rounded)).toEqual([13, 9, 11]);
    expect(neyman.warnings[0]).toContain('are kept in Jigawa, Kano, Katsina');
  });

  it('stay after the planned dropout, whatever the strata', () => {
    const stratum = fc.record({
      population: fc.integer({ min: 2, max: 5000 }),
      mean: fc.double({ min: 1, max: 20, noNaN: true }),
      sd: fc.double({ min: 0, max: 20, noNaN: true }),
    });
    const asked = fc.record({
      strata: fc.array(stratum, { minLength: 1, maxLength: 6 }),
      method: fc.constantFrom('proportional' as const, 'neyman' as const, 'equal' as const),
      profile: fc.constantFrom('cdm-90-10', 'gs-90-10', 'swiss-95-5'),
      dropoutRate: fc.constantFrom(0, 0.05, 0.1, 0.3),
    });
    fc.assert(
      fc.property(asked, ({ strata, method, profile, dropoutRate }) => {
        const population = strata.reduce((sum, each) => sum + each.population, 0);
        const expectedMean = strata.reduce((sum, each) => sum + each.population * each.mean, 0) / population;
        const named = strata.map((each, h) => ({ ...each, name: `s${h}` }));
        const minimum = profile === 'gs-90-10' ? 50 : 30;
        const { stratification } = design({
          population,
          expectedMean,
          expectedSD: 1,
          profile,
          dropoutRate,
          stratification: { enabled: true, scope: 'overall', method, strata: named },
        });
        for (const { population: N, sampleSize } of stratification?.strata ?? [])
          expect(sampleSize === N || sampleSize * (1 - dropoutRate) >= Math.min(minimum, N) - 1e-9).toBe(
            true,
          );
      }),
      { numRuns: 150, seed: 20261129 },
    );
  });
});
