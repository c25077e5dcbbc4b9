import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { computeDesign } from './compute-design.js';
import type { DesignRequest } from './design-request.js';

const BASE: DesignRequest = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
const TWO = [
  { name: 'urban', weight: 0.6 },
  { name: 'rural', weight: 0.4 },
];

describe('a design', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });
  const design = (change: Partial<DesignRequest>) => computeDesign({ ...BASE, ...change }, profilesWith(), d);

  it('says when the minimum of the profile binds', () => {
    const { parameters, warnings, working } = design({ expectedSD: 0.01 });
    expect(parameters).toMatchObject({ calculatedSize: 30, adjustedSize: 36 });
    expect(warnings[0]).toBe('The formula asks for 1 units; profile swiss-95-5 sets the minimum of 30.');
    expect(working.map(({ step }) => step)).toEqual(['base size', 'finite population', 'minimum', 'dropout']);
  });

  it('never plans for more units than there are, and says what a census leaves', () => {
    const { parameters, warnings } = design({ population: 100, dropoutRate: 0.6 });
    expect(parameters.adjustedSize).toBe(100);
    expect(warnings).toContain('The sample is a census: every unit of the population is surveyed.');
    expect(warnings[0]).toContain('still leaves about 40 valid units of 50 needed');
    expect(design({ population: 60, dropoutRate: 0 }).warnings).not.toContain(
      'The sample is a census: every unit of the population is surveyed.',
    );
  });

  it('warns of a near-census', () => {
    const { parameters, warnings } = design({ population: 60, expectedSD: 0.6, dropoutRate: 0 });
    expect(parameters.adjustedSize).toBe(57);
    expect(warnings).toContain('The sample is 95.00% of the population: consider a census.');
  });

  it('surveys a small group whole where Gold Standard asks for it', () => {
    const small = design({ profile: 'gs-90-10', population: 49, expectedSD: 0.05, dropoutRate: 0 });
    expect(small.parameters.calculatedSize).toBe(49);
    const larger = design({ profile: 'gs-90-10', population: 60, expectedSD: 0.05, dropoutRate: 0 });
    expect(larger.parameters.calculatedSize).toBe(50);
    expect(larger.parameters).toMatchObject({ confidence: 0.9, precision: 0.1 });
  });

  it('keeps the minimum in each stratum, whatever its share', () => {
    const strata = [
      { name: 'a', population: 4900 },
      { name: 'b', population: 80 },
      { name: 'c', population: 20 },
    ];
    const { stratification, warnings } = design({
      parameterType: 'proportion',
      dropoutRate: 0,
      stratification: { enabled: true, scope: 'overall', strata },
    });
    // 307, 30 and 20 sum to the 357 of the formula, and reach 5.31% for 5%: the minima took from stratum a what it
    // needs. So the total rises until sqrt(sum(W^2 (1 - n/N) .16 / n)) * 1.96 / .8 is .05: 344 in a.
    expect(stratification?.strata.map((s) => s.sampleSize)).toEqual([344, 30, 20]);
    expect(warnings[0]).toBe(
      'At least 30 units, or the whole stratum, are kept in b, c as profile swiss-95-5 asks.',
    );
  });

  it('divides by the spread that sized it (SMByC/AcATaMa pull request 32)', () => {
    const strata = [
      { name: 'a', population: 2500, sd: 0.6 },
      { name: 'b', population: 2500, sd: 0.2 },
    ];
    const { stratification, parameters } = design({
      dropoutRate: 0,
      stratification: { enabled: true, method: 'neyman', scope: 'overall', strata },
    });
    const [a = 0, b = 0] = stratification?.strata.map((s) => s.sampleSize) ?? [];
    expect(a + b).toBe(parameters.calculatedSize);
    expect(a / b).toBeCloseTo(3, 0);
  });

  it('costs more households when each stratum must keep the precision, and says how many', () => {
    const { parameters, alternatives } = design({ stratification: { enabled: true, strata: TWO } });
    expect(parameters.adjustedSize).toBe(271);
    expect(alternatives.map(({ reading, adjustedSize }) => [reading, adjustedSize])).toEqual([
      ['parameterType proportion', 950],
      ['criticalValue t', 276],
      ['scope overall', 112],
      ['method independent', 220],
    ]);
  });

  it('takes the dropout of each stratum', () => {
    const strata = [
      { name: 'urban', weight: 0.6, dropoutRate: 0 },
      { name: 'rural', weight: 0.4, dropoutRate: 0.5 },
    ];
    const { stratification } = design({ stratification: { enabled: true, method: 'independent', strata } });
    expect(stratification?.strata.map((s) => [s.calculatedSize, s.sampleSize])).toEqual([
      [94, 94],
      [92, 184],
    ]);
  });

  it('tells a z-planned sample that t would fail it, and how much t needs', () => {
    const { warnings, alternatives } = design({});
    expect(warnings[0]).toContain("an analysis with Student's t would reach 5.04% and miss 5.00%");
    expect(alternatives[1]).toMatchObject({
      reading: 'criticalValue t',
      calculatedSize: 97,
      adjustedSize: 115,
    });
    expect(design({ criticalValue: 't' }).parameters.expectedPrecision).toBeLessThanOrEqual(0.05);
  });

  it('says that a mean of 3.5 is no proportion', () => {
    expect(design({ expectedMean: 3.5, expectedSD: 2.5 }).alternatives[0]).toEqual({
      reading: 'parameterType proportion',
      calculatedSize: null,
      adjustedSize: null,
      difference: null,
      when: 'Not possible here: 3.5 is no proportion.',
    });
  });

  it('documents ER coverage as stated, or as what the dropout leaves', () => {
    expect(design({}).parameters).toMatchObject({
      erCoverage: 0.85,
      erCoverageBasis: 'not stated: 1 - dropoutRate',
    });
    expect(design({ erCoverage: 0.9 }).parameters).toMatchObject({
      erCoverage: 0.9,
      erCoverageBasis: 'stated',
    });
  });

  it('plans what imprecision will cost by the rule of its profile', () => {
    const swiss = design({});
    expect(swiss.erAdjustment).toEqual({
      rule: 'always-bound',
      bound: 'lower',
      factor: expect.closeTo(1 - swiss.parameters.expectedPrecision, 12),
    });
    expect(design({ profile: 'cdm-95-10' }).erAdjustment).toEqual({
      rule: 'bound-if-missed',
      bound: 'none',
      factor: 1,
    });
  });

  it('asks for the data behind each expected value until it has them', () => {
    expect(design({}).warnings.at(-1)).toContain(
      'justification.mean, justification.sd, justification.dropout',
    );
    const justified = design({
      justification: { mean: 'Baseline 2023', sd: 'Baseline 2023', dropout: 'Pilot' },
    });
    expect(justified.warnings.join(' ')).not.toContain('justification');
  });

  it('can be asked again from its own request, with the same answer', () => {
    const first = design({ stratification: { enabled: true, strata: TWO } });
    expect(computeDesign(first.request, profilesWith(), d)).toEqual(first);
  });
});
