import { describe, expect, it } from 'vitest';
import { analysePeriod, loadDistributions, type PeriodQuestion } from '../../sampling/library.js';
import { recomputeDocuments } from './recompute.js';

const distributions = await loadDistributions();

/** A period of yes and no: so many of each in every stratum, `chance` says how likely a home was drawn. */
function periodOf(
  change: Partial<PeriodQuestion>,
  counts: readonly (readonly [number, number])[],
  unequal = false,
) {
  const names = counts.map((_, at) => `S${at}`);
  const readings = counts.flatMap(([yes, no], h) =>
    Array.from({ length: yes + no }, (_, i) => ({
      unitId: `${names[h]}-${i}`,
      date: '2024-02-01',
      value: i < yes ? 1 : 0,
      stratum: names[h],
    })),
  );
  return analysePeriod(
    {
      from: '2024-01-01',
      to: '2024-03-31',
      readings,
      plan: {
        population: 400 * counts.length,
        planned: readings.length,
        ...(counts.length > 1 && {
          strata: counts.map(([yes, no], h) => ({ name: `S${h}`, population: 400, planned: yes + no })),
        }),
      },
      parameterType: 'proportion',
      confidence: 0.9,
      precision: 0.1,
      criticalValue: 'z',
      designEffect: 1,
      missRule: 'always-bound',
      ...(unequal && {
        chances: readings.map(({ unitId }, i) => ({ unitId, chance: 0.05 + (i % 7) / 20 })),
      }),
      ...change,
    },
    distributions,
  );
}

const checked = async (period: object) => (await recomputeDocuments({ period }))[0];

describe.each(['wilson', 'clopper-pearson'] as const)('%s intervals of shares', (proportionInterval) => {
  const cases = {
    simple: periodOf({ proportionInterval }, [[72, 30]]),
    'with everybody in use': periodOf({ proportionInterval }, [[60, 0]]),
    'of a census': periodOf({ proportionInterval, plan: { population: 102, planned: 102 } }, [[72, 30]]),
    'of a cluster sample': periodOf({ proportionInterval, designEffect: 1.7 }, [[72, 30]]),
    'of strata': periodOf({ proportionInterval }, [
      [40, 12],
      [31, 20],
    ]),
    'of a mean that is all yes or no': periodOf({ proportionInterval, parameterType: 'mean' }, [[72, 30]]),
    'of unequal chances': periodOf({ proportionInterval }, [[72, 30]], true),
    'of strata with unequal chances': periodOf(
      { proportionInterval },
      [
        [40, 12],
        [31, 20],
      ],
      true,
    ),
  };

  it.each(Object.entries(cases))('%s are computed again', async (_, period) => {
    const groups = 1 + (period.strata?.length ?? 0);
    expect(await checked(period)).toMatchObject({
      passed: true,
      detail: expect.stringContaining(`${groups} of ${groups} intervals computed again`),
    });
    expect(await checked(period)).not.toHaveProperty('open');
  });

  it.each(Object.entries(cases))('%s do not hold with another bound', async (_, period) => {
    const { estimate } = period.pooled;
    if (estimate === null) throw new Error('There is an estimate.');
    for (const key of ['lower', 'oneSidedUpper', 'relativePrecision'] as const) {
      const forged = { ...estimate, [key]: (estimate[key] ?? 0) - 0.001 };
      const found = await checked({ ...period, pooled: { ...period.pooled, estimate: forged } });
      expect(found, key).toMatchObject({ passed: false });
    }
  });
});
