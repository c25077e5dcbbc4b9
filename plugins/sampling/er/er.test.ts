import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { estimateMean } from '../estimation/mean-estimate.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { emissionReductions } from './emission-reductions.js';
import { type EffectOnReductions, erAdjustment } from './er-adjustment.js';

const { rows, oneSided, balance, confidence, precision } = golden.er;

describe('emission reduction rules, against the SMEC test data', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    const estimate = estimateMean({ n: row.n, mean: row.mean, sd: row.sd, confidence }, d);
    expect(estimate.relativePrecision).toBeCloseTo(row.relative, 5);
    if (row.margin !== undefined) expect(estimate.upper - estimate.mean).toBeCloseTo(row.margin, 4);
    const effect = row.effect as EffectOnReductions;
    const adjustment = erAdjustment({ rule: 'bound-if-missed', estimate, precision, effect });
    expect(adjustment.met).toBe(row.met);
    expect(adjustment.bound).toBe(row.met ? 'none' : effect === 'raises' ? 'lower' : 'upper');
    expect(Math.abs(adjustment.value - row.value)).toBeLessThan(row.within);
    if (row.printed !== undefined) expect(adjustment.value).toBeCloseTo(row.printed, 4);
    expect(adjustment.factor).toBeCloseTo(adjustment.value / row.mean, 12);
  });

  it('offers the one-sided bound as well', () => {
    const estimate = estimateMean({ ...oneSided, confidence }, d);
    const adjustment = erAdjustment({
      rule: 'bound-if-missed',
      estimate,
      precision,
      effect: 'raises',
      sides: 1,
    });
    expect(adjustment.value).toBeCloseTo(oneSided.value, 6);
  });

  it('always-bound takes the bound also when the precision was met', () => {
    const estimate = estimateMean({ n: 48, mean: 4.5, sd: 1.5, confidence }, d);
    const adjustment = erAdjustment({ rule: 'always-bound', estimate, precision, effect: 'raises' });
    expect(adjustment).toMatchObject({ met: true, bound: 'lower', value: estimate.lower });
  });

  it('precision-deduction multiplies reductions by one minus the achieved precision', () => {
    const estimate = estimateMean({ n: 48, mean: 4.5, sd: 1.5, confidence }, d);
    const adjustment = erAdjustment({ rule: 'precision-deduction', estimate, precision, effect: 'raises' });
    expect(adjustment.factor).toBeCloseTo(1 - 0.080728, 5);
  });

  it('says that a mean of zero has no factor, and never bounds below zero', () => {
    const estimate = estimateMean({ n: 5, mean: 0, sd: 1, confidence }, d);
    expect(erAdjustment({ rule: 'bound-if-missed', estimate, precision, effect: 'raises' })).toEqual({
      rule: 'bound-if-missed',
      met: false,
      bound: 'lower',
      value: 0,
      factor: null,
    });
  });

  it('balances the worked example', () => {
    expect(emissionReductions(balance)).toBeCloseTo(balance.reductions, 4);
  });
});
