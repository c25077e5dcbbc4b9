import { expect, it } from 'vitest';
import { loadDistributions } from '../distributions/load-distributions.js';
import { estimatePopulation } from './estimate-population.js';
import { estimateStratum } from './stratum-estimate.js';

const distributions = await loadDistributions();
const rules = {
  parameterType: 'mean',
  confidence: 0.9,
  criticalValue: 'z',
  designEffect: 1,
  proportionInterval: 'wilson',
} as const;

/** Forty units, of which the small ones stand for many. */
function estimateOf(chanceOf: (at: number) => number) {
  const units = Array.from({ length: 40 }, (_, at) => ({ value: 9 + (at % 7) / 3, chance: chanceOf(at) }));
  const stratum = estimateStratum(units, 200);
  if (stratum === undefined) throw new Error('There is no estimate.');
  return estimatePopulation([stratum], rules, distributions);
}

it("takes Student's t for many units that are worth few by their chances", () => {
  const few = estimateOf((at) => (at < 28 ? 0.9 : 0.05));
  expect(few.df).toBeLessThan(13);
  expect(few.interval).toBe('student-t');
  expect(few.critical).toBeCloseTo(distributions.tQuantile(0.95, few.df), 12);
});

it('keeps the declared normal value for units that are worth thirty', () => {
  expect(estimateOf(() => 0.2).interval).toBe('normal');
  expect(estimateOf((at) => (at % 2 === 0 ? 0.2 : 0.25)).interval).toBe('normal');
});
