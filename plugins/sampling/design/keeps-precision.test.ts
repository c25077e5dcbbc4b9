import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { precisionByHand } from '../testing/precision-by-hand.js';
import { computeDesign } from './compute-design.js';

describe('a design keeps the precision that it is asked for', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it('also where minima and populations bend the division: one stratum varies, three do not', () => {
    const strata = [
      { name: 'a', population: 20_000, mean: 10, sd: 10 },
      ...['b', 'c', 'd'].map((name) => ({ name, population: 10_000, mean: 10, sd: 1 })),
    ];
    const { stratification, parameters, working, warnings } = computeDesign(
      {
        population: 50_000,
        expectedMean: 10,
        expectedSD: 6,
        profile: 'cdm-95-10',
        stratification: { enabled: true, scope: 'overall', method: 'neyman', strata },
      },
      profilesWith(),
      d,
    );
    const sizes = stratification?.strata.map((s) => s.calculatedSize) ?? [];
    // 30 in each reached .1436. By hand: .16 * 100 / n <= (1 / 1.96)^2 - 3 * .04 / 30, so 63 in a.
    expect(sizes).toEqual([63, 30, 30, 30]);
    expect(parameters.expectedPrecision).toBeCloseTo(precisionByHand(strata, sizes, 1.959964), 6);
    expect(parameters.expectedPrecision).toBeLessThanOrEqual(0.1);
    expect(working.map(({ step }) => step)).toContain('total within the bounds of the strata');
    expect(warnings.join(' ')).toContain('divided within the bounds of the strata it takes 153');
  });

  it.each([
    [300, 0.5, 'cdm-90-10', 0],
    [40, 0.5, 'swiss-95-5', 0.1],
    [5000, 0.8, 'cdm-95-10', 0.15],
    [60, 0.95, 'cdm-90-10', 0.3],
  ] as const)(
    "says of Student's t what it comes to: %d units, a share of %d",
    (population, expectedMean, profile, dropoutRate) => {
      const request = {
        population,
        expectedMean,
        profile,
        dropoutRate,
        parameterType: 'proportion',
      } as const;
      const said = computeDesign(request, profilesWith(), d).alternatives[1]?.when;
      const { expectedPrecision, precision } = computeDesign(
        { ...request, criticalValue: 't' },
        profilesWith(),
        d,
      ).parameters;
      expect(said).toContain(expectedPrecision <= precision ? 'meets its own check' : 'misses the precision');
    },
  );

  it("divides proportionally by the strata's own means and deviations", () => {
    const strata = [
      { name: 'urban', population: 3000, mean: 0.8, sd: 0.2 },
      { name: 'rural', population: 2000, mean: 0.75, sd: 0.25 },
    ];
    const { parameters } = computeDesign(
      {
        population: 5000,
        expectedMean: 0.78,
        expectedSD: 0.2,
        dropoutRate: 0.15,
        stratification: { enabled: true, scope: 'overall', strata },
      },
      profilesWith(),
      d,
    );
    // Pooled stratified mean .78, proportional: 120.7660; R epiR, epi.ssstrataestc.
    expect(parameters).toMatchObject({ calculatedSize: 121, adjustedSize: 143 });
  });

  it('draws more where more are lost, when strata have dropout rates of their own', () => {
    const strata = [
      { name: 'urban', population: 3000, dropoutRate: 0 },
      { name: 'rural', population: 2000, dropoutRate: 0.5 },
    ];
    const { stratification } = computeDesign(
      {
        population: 5000,
        expectedMean: 0.8,
        expectedSD: 0.2,
        dropoutRate: 0.15,
        stratification: { enabled: true, scope: 'overall', strata },
      },
      profilesWith(),
      d,
    );
    expect(stratification?.strata.map((s) => [s.calculatedSize, s.sampleSize])).toEqual([
      [57, 57],
      [38, 76],
    ]);
  });

  it("takes Student's t for fewer than 30, where the profile has no minimum", () => {
    const own = {
      name: 'small',
      title: 'Small',
      confidence: 0.9,
      precision: 0.1,
      minimumSample: 0,
      minimumStratum: 0,
      censusBelow: 0,
      missRule: 'bound-if-missed' as const,
      source: 'test',
    };
    const { parameters } = computeDesign(
      { population: 1e6, expectedMean: 10, expectedSD: 2, profile: 'small' },
      profilesWith([own]),
      d,
    );
    // z asks for (1.645 * .2 / .1)^2 = 10.8; t(12) * .2 / sqrt(13) = .0989 is the first within .1.
    expect(parameters.calculatedSize).toBe(13);
    expect(parameters.interval).toBe('student-t');
    expect(parameters.expectedPrecision).toBeCloseTo((1.782287556 * 0.2) / Math.sqrt(13), 5);
  });

  it('says by its own interval what a share will reach, and how many units would hold it', () => {
    const { parameters, warnings, erAdjustment } = computeDesign(
      { population: 5000, expectedMean: 0.95, parameterType: 'proportion' },
      profilesWith(),
      d,
    );
    // The formula of the normal interval gives 80; Wilson's of 80 * 5000 / 4920 with .95 is .8773 to .9806.
    expect(parameters).toMatchObject({ calculatedSize: 80, interval: 'wilson' });
    expect(parameters.expectedPrecision).toBeGreaterThan(0.05);
    expect(warnings.join(' ')).toMatch(
      /Wilson score interval reaches 5\.3\d% and misses 5\.00%.*With \d+ valid/,
    );
    expect(erAdjustment.factor).toBeLessThan(1 - parameters.expectedPrecision);
    const units = Number(/With (\d+) valid/.exec(warnings.join(' '))?.[1]);
    expect(units).toBeGreaterThan(80);
    expect(units).toBeLessThan(100);
  });

  it('states of a dropout that leaves too few what they reach', () => {
    const { parameters, warnings } = computeDesign(
      { population: 100, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.6 },
      profilesWith(),
      d,
    );
    expect(parameters.calculatedSize).toBe(50);
    // 40 of 100: 1.96 * .25 * sqrt(.6 / 40).
    expect(parameters.expectedPrecision).toBeCloseTo(1.959964 * 0.25 * Math.sqrt(0.6 / 40), 6);
    expect(warnings.join(' ')).toContain('The plan reaches 6.00% and misses 5.00%');
  });
});
