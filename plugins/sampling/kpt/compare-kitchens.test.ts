import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { compareKitchens } from './compare-kitchens.js';

const { baseline, project, paired, welch, signedRank } = golden.comparison;
/** Three days a household whose fuel per person-day averages `value`. */
const days = (value: number, household: string) =>
  [0.5, 1, 1.5].map((part) => ({ household, fuelKg: value * part * 4, persons: 4 }));

describe('kitchen performance test', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });
  const before = baseline.flatMap((value, i) => days(value, `H${i}`));
  const after = project.flatMap((value, i) => days(value, `H${i}`));

  it('pairs the same homes, as R does with their means', () => {
    const shuffled = [...after].reverse();
    const result = compareKitchens(
      { design: 'paired', baseline: before, project: shuffled, confidence: 0.95 },
      d,
    );
    expect(result.saving.t).toBeCloseTo(paired.t, 6);
    expect(result.saving.df).toBe(9);
    expect(result.signedRank).toMatchObject({ v: signedRank.v, method: 'normal' });
    expect(result.savingShare).toBeCloseTo(2.79 / 7.29, 10);
  });

  it('compares parallel groups with Welch, never counting days as households', () => {
    const result = compareKitchens(
      { design: 'parallel', baseline: before, project: after, confidence: 0.95 },
      d,
    );
    expect(result.saving.df).toBeCloseTo(welch.df, 6);
    expect(result.baseline.households).toBe(10);
    expect(result.signedRank).toBeNull();
  });

  it('lists who was left out and why', () => {
    const result = compareKitchens(
      {
        design: 'paired',
        baseline: [...before, ...days(5, 'X'), ...days(5, 'Y').slice(1)],
        project: [...after, ...days(4, 'Z')],
        confidence: 0.9,
      },
      d,
    );
    expect(result.excluded).toEqual([
      { household: 'Y', reason: 'only 2 days' },
      { household: 'X', reason: 'no project value' },
      { household: 'Z', reason: 'no baseline value' },
    ]);
    expect(result.baseline.households).toBe(10);
  });

  it('needs two pairs', () => {
    const one = { design: 'paired' as const, baseline: days(5, 'a'), project: days(4, 'a'), confidence: 0.9 };
    expect(() => compareKitchens(one, d)).toThrowError(
      expect.objectContaining({ code: 'insufficient_data', status: 422 }),
    );
  });
});
