import { describe, expect, it } from 'vitest';
import { loadDistributions } from '../distributions/load-distributions.js';
import { analysePeriod } from './analyse-period.js';

const d = await loadDistributions();

function analysed(rural: number) {
  const rows = (stratum: string, n: number) =>
    Array.from({ length: n }, (_, i) => ({
      unitId: `${stratum}-${i}`,
      date: '2024-01-01',
      value: 3 + (i % 5) / 10,
      stratum,
    }));
  return analysePeriod(
    {
      from: '2024-01-01',
      to: '2024-01-31',
      readings: [...rows('urban', 144), ...rows('rural', rural)],
      plan: {
        population: 5000,
        planned: 144 + rural,
        strata: [
          { name: 'urban', population: 4000, planned: 144 },
          { name: 'rural', population: 1000, planned: rural },
        ],
      },
      parameterType: 'mean',
      confidence: 0.95,
      precision: 0.1,
      criticalValue: 't',
      designEffect: 1,
      missRule: 'bound-if-missed',
    },
    d,
  );
}

describe('a stratum of few units', () => {
  it('is named, for the degrees of freedom of the whole sample say more than it can', () => {
    const { pooled, warnings } = analysed(2);
    expect(pooled.estimate?.df).toBe(144);
    expect(warnings.join('\n')).toMatch(/Stratum rural has 2 valid units: .* may be too short\./);
  });

  it('of five or more is not', () => {
    expect(analysed(5).warnings.join('\n')).not.toContain('may be too short');
  });
});
