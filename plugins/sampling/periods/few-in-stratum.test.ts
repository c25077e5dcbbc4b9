import { describe, expect, it } from 'vitest';
import { loadDistributions } from '../distributions/load-distributions.js';
import { analysePeriod } from './analyse-period.js';

const d = await loadDistributions();

const usual = (_: string, i: number) => 3 + (i % 5) / 10;

function analysed(rural: number, values: (stratum: string, i: number) => number | undefined = usual) {
  const rows = (stratum: string, n: number) =>
    Array.from({ length: n }, (_, i) => ({
      unitId: `${stratum}-${i}`,
      date: '2024-01-01',
      value: values(stratum, i) ?? null,
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

it('without far values the same estimate is made, in which each stratum has its weight', () => {
  const far = (stratum: string, i: number) => (stratum === 'rural' && i === 0 ? 90 : undefined);
  const both = (stratum: string, i: number) => (stratum === 'rural' ? 0.2 : 0) + usual(stratum, i);
  const { withoutOutliers, pooled } = analysed(30, (stratum, i) => far(stratum, i) ?? both(stratum, i));
  const cleared = analysed(30, (stratum, i) =>
    far(stratum, i) === undefined ? both(stratum, i) : undefined,
  );
  expect(withoutOutliers).toMatchObject({ n: 173, mean: cleared.pooled.mean });
  expect(pooled.mean).toBeGreaterThan(cleared.pooled.mean ?? 0);
});
