import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { type MonitoredHousehold, usageRate } from './usage-rate.js';

const { households, rate, se, lower, upper, population, seOfPopulation } = golden.usage;
const monitored: MonitoredHousehold[] = households.map(([useDays = 0, observedDays = 0], i) => ({
  household: `HH-${i + 1}`,
  useDays,
  observedDays,
  expectedDays: 30,
}));

describe('usage rate of stove use monitors', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it('is a ratio with the standard error of its households, as R svyratio', () => {
    const result = usageRate({ households: monitored, confidence: 0.95 }, d);
    expect(result.mean).toBeCloseTo(rate, 12);
    expect(result.se).toBeCloseTo(se, 12);
    expect(result.lower).toBeCloseTo(lower, 10);
    expect(result.upper).toBeCloseTo(upper, 10);
    expect(result).toMatchObject({ households: 8, df: 7, excluded: [], observedShare: 217 / 240 });
    expect(usageRate({ households: monitored, confidence: 0.95, population }, d).se).toBeCloseTo(
      seOfPopulation,
      12,
    );
  });

  it('treats a dead device as missing, not as a stove out of use', () => {
    const dead = { household: 'HH-9', useDays: 0, observedDays: 3, expectedDays: 30 };
    const result = usageRate({ households: [...monitored, dead], confidence: 0.95 }, d);
    expect(result.mean).toBeCloseTo(rate, 12);
    expect(result.excluded).toEqual(['HH-9']);
    expect(result.observedShare).toBeCloseTo(220 / 270, 12);
  });

  it('has a width also where every stove was always in use', () => {
    const always = Array.from({ length: 10 }, (_, i) => ({
      household: `HH-${i}`,
      useDays: 30,
      observedDays: 30,
      expectedDays: 30,
    }));
    const result = usageRate({ households: always, confidence: 0.9 }, d);
    // 10 / (10 + t^2) with t = scipy.stats.t.ppf(.95, 9) = 1.833113.
    expect(result).toMatchObject({ mean: 1, se: 0, upper: 1, interval: 'survey-wilson' });
    expect(result.lower).toBeCloseTo(10 / (10 + 1.8331129327 ** 2), 8);
  });

  it('needs two observed households', () => {
    expect(() => usageRate({ households: monitored.slice(0, 1), confidence: 0.95 }, d)).toThrow(RangeError);
  });
});
