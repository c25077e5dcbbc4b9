import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import { analysePeriod, type PeriodQuestion } from './analyse-period.js';
import { drawnChances } from './inclusion-chances.js';
import type { Reading } from './reading.js';

const day = '2024-02-01';
/** `yes` units in use, then `no` out of use. */
const answers = (yes: number, no: number, stratum?: string): Reading[] =>
  Array.from({ length: yes + no }, (_, i) => ({
    unitId: `${stratum ?? 'HH'}-${i}`,
    date: day,
    value: i < yes ? 1 : 0,
    stratum,
  }));

const measured = (values: readonly number[]): Reading[] =>
  values.map((value, i) => ({ unitId: `HH-${i}`, date: day, value }));

/** Values around `mean` whose standard deviation is a fixed share of it. */
const spread = (count: number, mean: number, share: number) =>
  Array.from({ length: count }, (_, i) => mean * (1 + share * (i % 2 === 0 ? 1 : -1)));

const share = (change: Partial<PeriodQuestion>): PeriodQuestion => ({
  from: '2024-01-01',
  to: '2024-03-31',
  readings: [],
  plan: { population: 1e9, planned: 30 },
  parameterType: 'proportion',
  confidence: 0.95,
  precision: 0.05,
  criticalValue: 'z',
  designEffect: 1,
  missRule: 'always-bound',
  ...change,
});

describe('the interval that decides', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  // statsmodels 0.15: proportion_confint(30, 30, 0.05, 'wilson' and 'beta'); R: prop.test, binom.test.
  it.each([
    ['wilson', 0.8864866068],
    ['clopper-pearson', 0.8842966918],
  ] as const)('of 30 of 30 is that of the bound: %s %d', (proportionInterval, lower) => {
    const { pooled, erAdjustment } = analysePeriod(
      share({ readings: answers(30, 0), proportionInterval }),
      d,
    );
    expect(pooled.estimate).toMatchObject({ interval: proportionInterval, mean: 1, upper: 1 });
    expect(pooled.estimate?.lower).toBeCloseTo(lower, 7);
    expect(pooled.met).toBe(false);
    expect(erAdjustment).toMatchObject({ met: false, bound: 'lower' });
    expect(erAdjustment?.value).toBeCloseTo(lower, 7);
    expect(erAdjustment?.factor).toBeCloseTo(lower, 7);
  });

  // proportion_confint(0, 30, 0.05, 'wilson').
  it('of 0 of 30 reaches up to .1135, and a share of zero meets no relative precision', () => {
    const { pooled, erAdjustment } = analysePeriod(share({ readings: answers(0, 30), effect: 'lowers' }), d);
    expect(pooled).toMatchObject({ met: false, missed: 'precision' });
    expect(pooled.estimate).toMatchObject({ lower: 0, relativePrecision: null });
    expect(erAdjustment).toMatchObject({ met: false, bound: 'upper', factor: null });
    expect(erAdjustment?.value).toBeCloseTo(0.1135133932, 7);
  });

  // proportion_confint(10, 10, 0.10, 'wilson'): half of the width is over 10% of 1, and 10 are fewer than 30.
  it('of 10 of 10 under 90/10 gives the bound .7871 and is not met', () => {
    const { pooled, erAdjustment } = analysePeriod(
      share({
        readings: answers(10, 0),
        confidence: 0.9,
        precision: 0.1,
        missRule: 'bound-if-missed',
        minima: { minimumSample: 0, minimumStratum: 0, censusBelow: 0 },
      }),
      d,
    );
    expect(pooled).toMatchObject({ met: false, missed: 'precision' });
    expect(erAdjustment).toMatchObject({ met: false, bound: 'lower' });
    expect(erAdjustment?.value).toBeCloseTo(0.7870580299, 7);
  });

  describe('of strata is a score interval with the degrees of freedom of the design', () => {
    const strata = (names: readonly [string, number][]) => ({
      population: names.reduce((a, [, population]) => a + population, 0),
      planned: 90,
      strata: names.map(([name, population]) => ({ name, population, planned: 45 })),
    });

    // Four alike of an unlimited population with t(2): 4 / (4 + 4.30265^2), scipy.stats.t.ppf(.975, 2).
    it('two of 2 of 2', () => {
      const { pooled, erAdjustment } = analysePeriod(
        share({
          readings: [...answers(2, 0, 'a'), ...answers(2, 0, 'b')],
          plan: strata([
            ['a', 1e9],
            ['b', 1e9],
          ]),
        }),
        d,
      );
      expect(pooled.estimate).toMatchObject({ interval: 'survey-wilson', df: 2, se: 0, upper: 1 });
      expect(pooled.estimate?.lower).toBeCloseTo(0.1776765, 5);
      expect(pooled.met).toBe(false);
      expect(erAdjustment?.value).toBe(pooled.estimate?.lower);
    });

    // numpy: effective size 115.5517, t(88); R survey's svyciprop(method = "logit") gives .651520 to .812481.
    it('45 of 50 and 20 of 40', () => {
      const { pooled } = analysePeriod(
        share({
          readings: [...answers(45, 5, 'a'), ...answers(20, 20, 'b')],
          plan: strata([
            ['a', 3000],
            ['b', 2000],
          ]),
        }),
        d,
      );
      expect(pooled.estimate?.mean).toBeCloseTo(0.74, 12);
      expect(pooled.estimate?.se).toBeCloseTo(0.040685775, 8);
      expect(pooled.estimate?.lower).toBeCloseTo(0.6519345592, 6);
      expect(pooled.estimate?.upper).toBeCloseTo(0.8122021941, 6);
      expect(pooled.scoreInterval).toEqual({
        lower: pooled.estimate?.lower,
        upper: pooled.estimate?.upper,
      });
    });
  });

  it('never says two things of one sample: the adjustment and the pooled result agree', () => {
    for (const [yes, no] of [
      [29, 1],
      [30, 0],
      [357, 0],
      [340, 17],
      [286, 71],
    ] as const) {
      const { pooled, erAdjustment } = analysePeriod(share({ readings: answers(yes, no) }), d);
      expect(erAdjustment?.met).toBe(pooled.met);
    }
  });

  it('takes answers that are all yes or no for a share, though the design calls it a mean', () => {
    const { pooled, warnings } = analysePeriod(
      share({ parameterType: 'mean', readings: answers(30, 0), missRule: 'bound-if-missed' }),
      d,
    );
    expect(pooled.estimate).toMatchObject({ interval: 'wilson' });
    expect(pooled.met).toBe(false);
    expect(warnings.join(' ')).toContain('Every value is 0 or 1, so this is a share');
  });
});

describe('what else has to hold before a period is met', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });
  const mean = (change: Partial<PeriodQuestion>) =>
    share({ parameterType: 'mean', confidence: 0.9, precision: 0.1, missRule: 'bound-if-missed', ...change });

  it('the minimum of the profile: 3 valid of 166 planned are not enough, however alike', () => {
    const { pooled, erAdjustment, warnings } = analysePeriod(
      mean({ readings: measured([3.5, 3.51, 3.49]), plan: { population: 20_000, planned: 166 } }),
      d,
    );
    expect(pooled).toMatchObject({ valid: 3, minimum: 30, met: false, missed: 'too few units' });
    expect(erAdjustment).toMatchObject({ met: false, bound: 'lower', value: pooled.estimate?.lower });
    expect(warnings.join(' ')).toContain('3 valid units are fewer than the 30 that are needed');
  });

  it('the whole group, where the profile asks for a census of it', () => {
    const census = { minimumSample: 50, minimumStratum: 50, censusBelow: 50 };
    const with44 = mean({
      readings: measured(spread(44, 5, 0.1)),
      plan: { population: 45, planned: 45 },
      minima: census,
    });
    expect(analysePeriod(with44, d).pooled).toMatchObject({ minimum: 45, met: false });
    const all = { ...with44, readings: measured(spread(45, 5, 0.1)) };
    expect(analysePeriod(all, d).pooled).toMatchObject({ met: true, missed: null });
  });

  // qt(.95, 19) = 1.729133 in the place of 1.644854.
  it("Student's t below 30 units, also where the design was planned with z", () => {
    const minima = { minimumSample: 0, minimumStratum: 0, censusBelow: 0 };
    const { pooled } = analysePeriod(mean({ readings: measured(spread(20, 5, 0.2)), minima }), d);
    expect(pooled.estimate).toMatchObject({ criticalValue: 't', interval: 'student-t', df: 19 });
    expect(pooled.estimate?.critical).toBeCloseTo(1.729132812, 8);
    const { pooled: larger } = analysePeriod(mean({ readings: measured(spread(30, 5, 0.2)), minima }), d);
    expect(larger.estimate).toMatchObject({ criticalValue: 'z', interval: 'normal' });
  });

  it.each([5, 0.1])('some variation: thirty times the same %d tell no precision', (value) => {
    const { pooled, warnings } = analysePeriod(mean({ readings: measured(spread(30, value, 0)) }), d);
    expect(pooled).toMatchObject({ met: false, missed: 'no variation' });
    expect(warnings.join(' ')).toContain('all units gave the same value');
  });

  it('no more units than there are: 40 of a population of 20 are no census', () => {
    const { pooled, warnings } = analysePeriod(
      mean({ readings: measured(spread(40, 5, 0.1)), plan: { population: 20, planned: 20 } }),
      d,
    );
    expect(pooled).toMatchObject({ met: false, missed: 'too many units' });
    expect(warnings.join(' ')).toContain('40 valid units are more than the 20 there are');
  });

  it('and says of 35 of 400 that those who are missing may differ', () => {
    const { warnings } = analysePeriod(
      mean({ readings: measured(spread(35, 5, 0.1)), plan: { population: 20_000, planned: 400 } }),
      d,
    );
    expect(warnings.join(' ')).toContain('Only 35 of 400 planned units gave a value');
  });

  it('every stratum by itself, where the design asks for that', () => {
    const place = (stratum: string, values: readonly number[]) =>
      measured(values).map((reading) => ({ ...reading, unitId: `${stratum}-${reading.unitId}`, stratum }));
    const question = mean({
      readings: [...place('urban', spread(40, 5, 0.1)), ...place('rural', spread(40, 5, 0.6))],
      plan: {
        population: 100_000,
        planned: 80,
        strata: [
          { name: 'urban', population: 95_000, planned: 40 },
          { name: 'rural', population: 5000, planned: 40 },
        ],
      },
    });
    expect(analysePeriod(question, d).pooled.met).toBe(true);
    const each = analysePeriod({ ...question, plan: { ...question.plan, scope: 'stratum' } }, d);
    expect(each.pooled).toMatchObject({ met: false, missed: 'stratum' });
    expect(each.erAdjustment).toMatchObject({ met: false, bound: 'lower' });
    expect(each.warnings).toContain('Stratum rural missed the precision.');
  });
});

describe('a draw by size', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  /** 40 of 200 villages by size: the 20 large ones for certain, 20 of the 180 small ones. */
  const villages = Array.from({ length: 40 }, (_, i) => ({
    id: `V-${i}`,
    probability: i < 20 ? 1 : 20 / 180,
    value: i < 20 ? 2 : 10,
  }));
  const chances = drawnChances({ strata: [{ selected: villages }] });
  const readings = villages.map(({ id, value }) => ({ unitId: id, date: day, value }));
  const plan = { population: 200, planned: 40 };

  it('is analysed by the chances of its record: 9.2, which a plain mean makes 6', () => {
    const { pooled } = analysePeriod(share({ parameterType: 'mean', readings, plan, chances }), d);
    expect(pooled.mean).toBeCloseTo((20 * 2 + 180 * 10) / 200, 12);
    expect(analysePeriod(share({ parameterType: 'mean', readings, plan }), d).pooled.mean).toBeCloseTo(6, 12);
  });

  // numpy, by the formula at `estimateStratum`: six of eight units with a chance below 1.
  it('has the linearised variance of a ratio', () => {
    const probabilities = [1, 1, 0.5, 0.4, 0.25, 0.2, 0.3, 0.15];
    const units = [2, 3, 5, 4, 7, 8, 9, 12].map((value, i) => ({
      id: `V-${i}`,
      value,
      probability: probabilities[i] ?? 0,
    }));
    const { pooled } = analysePeriod(
      share({
        parameterType: 'mean',
        readings: units.map(({ id, value }) => ({ unitId: id, date: day, value })),
        plan,
        chances: drawnChances({ strata: [{ selected: units }] }),
      }),
      d,
    );
    expect(pooled.mean).toBeCloseTo(7.96078431372549, 10);
    expect(pooled.estimate?.se).toBeCloseTo(1.2124443927354245, 10);
    expect(pooled.estimate?.df).toBeCloseTo(2.385743589241663, 10);
  });

  it('leaves out a unit whose chance nobody knows, and says so as a dropout', () => {
    const stranger = { unitId: 'X', date: day, value: 500 };
    const { pooled } = analysePeriod(
      share({ parameterType: 'mean', readings: [...readings, stranger], plan, chances }),
      d,
    );
    expect(pooled.mean).toBeCloseTo(9.2, 12);
    expect(pooled.reasons).toEqual({ 'invalid value': 1 });
  });

  it('takes who answered for chance: half of the villages tell the same mean', () => {
    const half = readings.filter((_, i) => i % 2 === 0);
    const { pooled } = analysePeriod(share({ parameterType: 'mean', readings: half, plan, chances }), d);
    expect(pooled.mean).toBeCloseTo(9.2, 12);
    expect(pooled.valid).toBe(20);
  });

  it('knows no chances of a draw that gave every unit the same', () => {
    expect(drawnChances({ strata: [{ selected: [{ id: 'a' }, { id: 'b' }] }] })).toBeUndefined();
  });
});
