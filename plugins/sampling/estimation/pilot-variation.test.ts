import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pilotVariation } from './pilot-variation.js';

/** Hours of use of 30 monitored stoves: skewed, as use is. */
const HOURS = [
  0, 0, 0.2, 0.3, 0.4, 0.5, 0.5, 0.6, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2, 2.1, 2.4, 2.6, 3, 3.2,
  3.5, 4, 4.4, 5, 6.2, 7.5, 11,
];

describe('variation of a pilot', () => {
  it('agrees with a bootstrap of 400,000 replicates in R 4.2.2', () => {
    const pilot = pilotVariation(HOURS, { seed: 'pilot' });
    expect(pilot).toMatchObject({ n: 30, confidence: 0.9, replicates: 4000 });
    expect(pilot.mean).toBeCloseTo(2.353333333, 9);
    expect(pilot.sd).toBeCloseTo(2.47967369, 8);
    expect(pilot.cv).toBeCloseTo(1.053685704, 9);
    // The Monte Carlo error of 4,000 replicates at these bounds is about 0.005.
    expect(Math.abs(pilot.lower - 0.7774205)).toBeLessThan(0.02);
    expect(Math.abs(pilot.upper - 1.261281)).toBeLessThan(0.02);
  });

  it('is the same for the same seed, and for any unit of measurement', () => {
    const pilot = pilotVariation(HOURS, { seed: '0' });
    expect(pilotVariation(HOURS, { seed: '0' })).toEqual(pilot);
    expect(pilotVariation(HOURS, { seed: '1' }).upper).not.toBe(pilot.upper);
    const minutes = pilotVariation(
      HOURS.map((hours) => hours * 60),
      { seed: '0' },
    );
    expect(minutes.upper).toBeCloseTo(pilot.upper, 12);
  });

  it('narrows as the pilot grows, and widens with the confidence', () => {
    const width = (values: readonly number[], confidence: number) => {
      const { lower, upper } = pilotVariation(values, { seed: '0', replicates: 1000, confidence });
      return upper - lower;
    };
    const large = Array.from({ length: 16 }, () => HOURS).flat();
    expect(width(large, 0.9)).toBeLessThan(width(HOURS, 0.9) / 3);
    expect(width(HOURS, 0.99)).toBeGreaterThan(width(HOURS, 0.9));
  });

  it('never leaves order, whatever the values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 5 }), (values) => {
        fc.pre(new Set(values).size > 3);
        const { lower, upper } = pilotVariation(values, { seed: '0', replicates: 200 });
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeGreaterThanOrEqual(lower);
      }),
      { numRuns: 50 },
    );
  });

  it.each([[[1, 2]], [[1, 1, 1]], [[-1, 0, 1]]])('refuses %j', (values) => {
    expect(() => pilotVariation(values, { seed: '0' })).toThrow('at least 3 values that differ');
  });
});
