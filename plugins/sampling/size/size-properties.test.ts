import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { sizeBeforeDropout } from './dropout.js';
import { finitePopulationSize } from './finite-population.js';
import { requiredSize, type SizeQuestion } from './required-size.js';
import { roundUp } from './round-up.js';
import { tMargin } from './t-consistent-size.js';

const fraction = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const question = fc.record({
  parameterType: fc.constantFrom('mean' as const, 'proportion' as const),
  expectedMean: fraction(0.05, 0.95),
  expectedSD: fraction(0.01, 2),
  confidence: fc.constantFrom(0.8, 0.9, 0.95, 0.99),
  precision: fraction(0.01, 0.3),
  population: fc.integer({ min: 2, max: 1_000_000 }),
  designEffect: fraction(1, 5),
  criticalValue: fc.constantFrom('z' as const, 't' as const),
});

describe('sizes', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });
  const size = (q: SizeQuestion) => requiredSize(q, d).size;
  const never = (change: (q: SizeQuestion, by: number) => SizeQuestion, falls: boolean) =>
    fc.assert(
      fc.property(question, fraction(1, 1.5), (q, by) => {
        const [before, after] = [size(q), size(change(q, by))];
        return falls ? after >= before : after <= before;
      }),
    );

  it('never fall when the standard deviation grows', () => {
    fc.assert(
      fc.property(question, fraction(1, 1.5), (q, by) => {
        const mean = { ...q, parameterType: 'mean' as const };
        return size({ ...mean, expectedSD: q.expectedSD * by }) >= size(mean);
      }),
    );
  });
  it('never rise when the precision is loosened', () =>
    never((q, by) => ({ ...q, precision: q.precision * by }), false));
  it('never fall when the confidence grows', () =>
    never((q, by) => ({ ...q, confidence: 1 - (1 - q.confidence) / by }), true));
  it('never fall when the population grows', () =>
    never((q, by) => ({ ...q, population: Math.ceil((q.population ?? 0) * by) }), true));
  it('never fall when the design effect grows', () =>
    never((q, by) => ({ ...q, designEffect: (q.designEffect ?? 1) * by }), true));

  it('never exceed the population', () => {
    fc.assert(fc.property(question, (q) => size(q) <= q.population));
  });

  it('by t are the smallest that reach the precision', () => {
    fc.assert(
      fc.property(question, (q) => {
        const n = size({ ...q, criticalValue: 't' });
        const v =
          (q.parameterType === 'mean'
            ? (q.expectedSD / q.expectedMean) ** 2
            : (1 - q.expectedMean) / q.expectedMean) * q.designEffect;
        const margin = (k: number) => tMargin(k, v, q.population, q.confidence, d);
        return (n >= q.population || margin(n) <= q.precision) && (n <= 2 || margin(n - 1) > q.precision);
      }),
    );
  });

  it('print every step with all that a reader needs to redo it', () => {
    const { steps } = requiredSize(
      {
        parameterType: 'mean',
        expectedMean: 0.8,
        expectedSD: 0.2,
        confidence: 0.95,
        precision: 0.05,
        population: 5000,
        designEffect: 1.5,
      },
      d,
    );
    expect(steps.map((s) => s.step)).toEqual(['base size', 'design effect', 'finite population']);
    const [base, deff, finite] = steps;
    const { z = 0, SD = 0, e = 0, mean = 0 } = base?.inputs ?? {};
    expect(((z * SD) / (e * mean)) ** 2).toBeCloseTo(base?.unrounded ?? 0, 10);
    expect((base?.unrounded ?? 0) * 1.5).toBeCloseTo(deff?.unrounded ?? 0, 10);
    const n0 = deff?.unrounded ?? 0;
    expect(n0 / (1 + (n0 - 1) / 5000)).toBeCloseTo(finite?.unrounded ?? 0, 10);
    for (const step of steps) expect(step.source).not.toBe('');
  });
});

describe('rounding up', () => {
  it('agrees with exact arithmetic for every size up to 5000 and every dropout on a 1% grid', () => {
    // 21 / (1 - 0.3) is 30.000000000000004 in doubles: unguarded, 17,973 of these would be one too many.
    let unguarded = 0;
    for (let n = 1; n <= 5000; n++)
      for (let percent = 0; percent < 94; percent++) {
        const exact = Math.floor((100 * n + (100 - percent) - 1) / (100 - percent));
        const x = sizeBeforeDropout(n, percent / 100);
        if (Math.ceil(x) !== exact) unguarded++;
        if (roundUp(x) !== exact) expect.fail(`${n} / (1 - ${percent}%) gives ${roundUp(x)}, not ${exact}`);
      }
    expect(unguarded).toBeGreaterThan(17_000);
  });

  it('keeps whole numbers and never goes below zero', () => {
    expect(roundUp(30)).toBe(30);
    expect(roundUp(30.0001)).toBe(31);
    expect(roundUp(0)).toBe(0);
  });
});

describe('the order of design effect and finite population', () => {
  it('keeps a sample of 400 within 400 (svy pull request 84: 591 the other way round)', () => {
    const n0 = 384.16;
    expect(finitePopulationSize(n0 * 3, 400)).toBeCloseTo(297.13, 2);
    expect(finitePopulationSize(n0, 400) * 3).toBeCloseTo(588.63, 1);
  });
});
