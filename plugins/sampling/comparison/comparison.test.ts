import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { comparePaired, compareParallel } from './compare-means.js';
import { signedRankTest } from './signed-rank.js';

const { baseline, project, paired, paired90, welch, signedRank, exact } = golden.comparison;

describe('comparison of fuel use before and after, against R 4.2.2', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it('same homes: paired t', () => {
    const result = comparePaired(baseline, project, 0.95, d);
    expect(result.difference).toBeCloseTo(paired.difference, 10);
    expect(result.sd).toBeCloseTo(paired.sd, 6);
    expect(result.t).toBeCloseTo(paired.t, 6);
    expect(result.df).toBe(paired.df);
    expect(result.p / paired.p).toBeCloseTo(1, 4);
    expect(result.lower).toBeCloseTo(paired.lower, 6);
    expect(result.upper).toBeCloseTo(paired.upper, 6);
    const at90 = comparePaired(baseline, project, 0.9, d);
    expect([at90.lower, at90.upper]).toEqual([
      expect.closeTo(paired90[0] ?? 0, 6),
      expect.closeTo(paired90[1] ?? 0, 6),
    ]);
  });

  it('parallel groups: Welch', () => {
    const result = compareParallel(baseline, project, 0.95, d);
    expect(result.t).toBeCloseTo(welch.t, 6);
    expect(result.df).toBeCloseTo(welch.df, 6);
    expect(result.p / welch.p).toBeCloseTo(1, 4);
  });

  it('signed ranks with ties: normal approximation, as R falls back to', () => {
    const result = signedRankTest(baseline, project, d);
    expect(result).toMatchObject({ v: signedRank.v, method: 'normal' });
    expect(result.p).toBeCloseTo(signedRank.p, 12);
  });

  it('signed ranks without ties: exact', () => {
    const result = signedRankTest(exact.first, exact.second, d);
    expect(result).toEqual({ v: exact.v, p: expect.closeTo(exact.p, 12), method: 'exact' });
  });

  it('refuses what cannot be compared', () => {
    expect(() => comparePaired([1, 2], [1], 0.95, d)).toThrow(RangeError);
    expect(() => comparePaired([1], [2], 0.95, d)).toThrow(RangeError);
    expect(() => compareParallel([1], [2, 3], 0.95, d)).toThrow(RangeError);
    expect(() => signedRankTest([1, 2], [1, 2], d)).toThrow(RangeError);
  });
});
