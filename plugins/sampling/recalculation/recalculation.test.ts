import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { profilesWith } from '../profiles/find-profile.js';
import { planAdjustment } from './adjustment-plan.js';
import { causes } from './causes.js';
import { recalculate } from './recalculate.js';

const request = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };
const profiles = profilesWith();

describe('recalculation', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it.each([
    [{ mean: 0.78, sd: 0.25, dropoutRate: 0.12 }, 154, 175],
    [{ mean: 0.82, sd: 0.15, dropoutRate: 0.1 }, 51, 57],
  ])('from %j gives %i valid and %i to draw', (actuals, calculated, adjusted) => {
    const { parameters } = recalculate(request, actuals, profiles, d);
    expect(parameters).toMatchObject({ calculatedSize: calculated, adjustedSize: adjusted });
  });

  it('never goes below the minimum of the profile or above the population', () => {
    expect(recalculate(request, { sd: 0.01 }, profiles, d).parameters.calculatedSize).toBe(30);
    expect(recalculate(request, { sd: 50 }, profiles, d).parameters.adjustedSize).toBe(5000);
  });

  it('lets nothing justify a value that it was not said of', () => {
    const justified = {
      ...request,
      justification: { mean: 'pilot', sd: 'pilot', dropout: 'survey of 2022' },
    };
    const stated = recalculate(justified, { mean: 0.7, sd: 0.2 }, profiles, d);
    expect(stated.justification).toEqual({ sd: 'pilot', dropout: 'survey of 2022' });
    expect(stated.warnings.join()).toContain('justification.mean');
    const source = 'Analysis period-1 of 2024-01-01 to 2024-03-31';
    const shown = recalculate(justified, { mean: 0.7, dropoutRate: 0.1, source }, profiles, d);
    expect(shown.justification).toEqual({ mean: source, sd: 'pilot', dropout: source });
  });

  it('puts the actual values of each stratum in its place', () => {
    const stratified = {
      ...request,
      stratification: {
        enabled: true,
        method: 'independent' as const,
        strata: [
          { name: 'urban', population: 3000, mean: 0.8, sd: 0.2 },
          { name: 'rural', population: 2000, mean: 0.8, sd: 0.2 },
        ],
      },
    };
    const { stratification } = recalculate(
      stratified,
      { strata: [{ name: 'Rural', mean: 0.75, sd: 0.25 }] },
      profiles,
      d,
    );
    expect(stratification?.strata.map((s) => s.calculatedSize)).toEqual([94, 158]);
    const grown = recalculate(stratified, { population: 10_000 }, profiles, d);
    expect(grown.stratification?.strata.map((s) => s.population)).toEqual([6000, 4000]);
  });

  it('tells what each change does by itself', () => {
    const found = causes(request, { mean: 0.8, sd: 0.25, dropoutRate: 0.2 }, profiles, d);
    expect(found.map(({ factor, expected, actual }) => [factor, expected, actual])).toEqual([
      ['standard deviation', 0.2, 0.25],
      ['dropout', 0.15, 0.2],
    ]);
    expect(found[1]).toMatchObject({ adjustedSize: 119, delta: 7 });
    expect(found[0]?.delta).toBeGreaterThan(50);
  });
});

describe('adjustment plan', () => {
  const ids = Array.from({ length: 10 }, (_, i) => `HH-${i + 1}`);

  it('adds the next tickets in order', () => {
    const plan = planAdjustment({
      currentSize: 4,
      requiredSize: 7,
      implementationDate: '2024-04-01',
      tickets: [{ name: '', ids }],
    });
    expect(plan).toMatchObject({ direction: 'increase', delta: 3, effective: 'From 2024-04-01.' });
    expect(plan.groups[0]).toMatchObject({ positions: { from: 5, to: 7 }, units: ['HH-5', 'HH-6', 'HH-7'] });
    expect(plan.steps[0]).toBe('Add 3 units: the next tickets of the same seed, positions 5 to 7.');
  });

  it.each([
    ['2026-01-15', ['The implementation date 2026-01-15 has passed (today is 2026-11-29): check its year.']],
    ['2026-11-29', []],
    ['2027-01-15', []],
  ])('marks a day that has passed: %s', (implementationDate, warnings) => {
    const sizes = { currentSize: 130, requiredSize: 190 };
    expect(planAdjustment({ ...sizes, implementationDate, today: '2026-11-29' }).warnings).toEqual(warnings);
  });

  it('releases the last tickets first, from the next period only', () => {
    const plan = planAdjustment({
      currentSize: 7,
      requiredSize: 4,
      implementationDate: '2024-04-01',
      tickets: [{ name: '', ids }],
    });
    expect(plan.groups[0]).toMatchObject({ positions: { from: 7, to: 5 }, units: ['HH-7', 'HH-6', 'HH-5'] });
    expect(plan.effective).toContain('the verified period keeps 7');
  });

  it('speaks of one unit as of one', () => {
    const steps = (currentSize: number, requiredSize: number) =>
      planAdjustment({ currentSize, requiredSize, implementationDate: '2024-04-01' }).steps[0];
    expect(steps(7, 6)).toBe('Release 1 unit: the last tickets first, position 7.');
    expect(steps(6, 7)).toBe('Add 1 unit: the next tickets of the same seed, position 7.');
  });

  it('goes up in one stratum and down in another', () => {
    const plan = planAdjustment({
      currentSize: 20,
      requiredSize: 20,
      implementationDate: '2024-04-01',
      strata: [
        { name: 'urban', current: 12, required: 10 },
        { name: 'rural', current: 8, required: 10 },
      ],
    });
    expect(plan.direction).toBe('none');
    expect(plan.groups.map(({ delta, units }) => [delta, units])).toEqual([
      [-2, null],
      [2, null],
    ]);
    expect(plan.steps).toHaveLength(3);
  });

  it('names the largest cause and the bound of this period', () => {
    const plan = planAdjustment({
      currentSize: 112,
      requiredSize: 175,
      implementationDate: '2024-04-01',
      erBound: 'lower',
      causes: [
        { factor: 'dropout', expected: 0.15, actual: 0.12, adjustedSize: 108, delta: -4 },
        { factor: 'standard deviation', expected: 0.2, actual: 0.25, adjustedSize: 171, delta: 59 },
      ],
    });
    expect(plan.reason).toBe(
      'The size rises, above all by the standard deviation (0.2 expected, 0.25 found): +59 units by itself.',
    );
    expect(plan.steps).toContain("Calculate this period's reductions with the lower confidence bound.");
  });

  it('refuses a date that is none and strata that do not sum', () => {
    const plan = { currentSize: 4, requiredSize: 7, implementationDate: '2024-04-01' };
    expect(() => planAdjustment({ ...plan, implementationDate: '1 April' })).toThrowError(
      expect.objectContaining({ code: 'invalid_request' }),
    );
    expect(() => planAdjustment({ ...plan, strata: [{ name: 'a', current: 4, required: 6 }] })).toThrowError(
      expect.objectContaining({
        code: 'conflict',
        errors: [{ field: 'strata', message: 'required sizes sum to 6, not to 7.' }],
      }),
    );
  });
});
