import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from '../distributions/load-distributions.js';
import golden from '../fixtures/golden-estimates.json' with { type: 'json' };
import { type Estimate, estimateMean, type MeanQuestion, standardError } from './mean-estimate.js';
import {
  clopperPearsonInterval,
  kornGraubardInterval,
  logitInterval,
  wilsonInterval,
} from './proportion-interval.js';
import { type DegreesOfFreedom, estimateStratifiedMean, stratifiedDesignEffect } from './stratified-mean.js';
import { summarize } from './summarize.js';

interface MeanRow {
  readonly id: string;
  readonly source: string;
  readonly values?: readonly number[];
  readonly within?: number;
  readonly expect: Readonly<Record<string, number | undefined>>;
}
const meanRows: readonly (MeanRow & Record<string, unknown>)[] = golden.means;

/** Within one unit of the last printed digit. */
function close(actual: number | null | undefined, expected: number, within?: number): void {
  const decimals = String(expected).split('.')[1]?.length ?? 0;
  const tolerance = within ?? (decimals > 10 ? 1e-9 * Math.abs(expected) : 10 ** -decimals * 1.01);
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(tolerance);
}

describe('golden estimates', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it.each(meanRows.map((row) => [row.id, row.source, row] as const))('mean: %s (%s)', (_id, _source, row) => {
    const { values, expect: expected, within, ...question } = row;
    const summary = values === undefined ? {} : summarize(values);
    const estimate = estimateMean({ ...question, ...summary } as unknown as MeanQuestion, d);
    for (const [key, value] of Object.entries(expected))
      if (value !== undefined) close(estimate[key as keyof Estimate] as number, value, within);
  });

  it.each(golden.strata.map((row) => [row.id, row.source, row] as const))(
    'strata: %s (%s)',
    (_id, _source, row) => {
      const estimate = estimateStratifiedMean(
        {
          strata: row.strata,
          confidence: row.confidence,
          degreesOfFreedom: row.degreesOfFreedom as DegreesOfFreedom,
        },
        d,
      );
      for (const [key, value] of Object.entries(row.expect))
        if (value !== undefined) close(estimate[key as keyof Estimate] as number, value, row.within);
      if (row.deff !== undefined)
        expect(stratifiedDesignEffect(row.strata, estimate.se)).toBeCloseTo(row.deff, 3);
      for (const [h, relative] of (row.each ?? []).entries()) {
        const stratum = row.strata[h];
        if (stratum)
          close(estimateMean({ ...stratum, confidence: row.confidence }, d).relativePrecision, relative);
      }
    },
  );

  it.each(golden.proportions.map((row) => [row.id, row] as const))('proportion: %s', (_id, row) => {
    const question = { successes: row.successes, n: row.n, confidence: 0.95 };
    const [wilson, exact] = [wilsonInterval(question, d), clopperPearsonInterval(question, d)];
    close(wilson.lower, row.wilson[0] ?? 0, 1e-6);
    close(wilson.upper, row.wilson[1] ?? 0, 1e-6);
    close(exact.lower, row.clopperPearson[0] ?? 0, 1e-6);
    close(exact.upper, row.clopperPearson[1] ?? 0, 1e-6);
  });

  it('proportion of a complex sample, honouring its degrees of freedom (gergness/srvyr issue 212)', () => {
    const { surveyProportion: row } = golden;
    const [logit, beta] = [logitInterval(row, d), kornGraubardInterval(row, d)];
    close(logit.lower, row.logit[0] ?? 0);
    close(logit.upper, row.logit[1] ?? 0);
    close(beta.lower, row.beta[0] ?? 0);
    close(beta.upper, row.beta[1] ?? 0);
    expect(logitInterval({ ...row, df: 5 }, d).upper).toBeGreaterThan(logit.upper + 0.01);
  });

  it('narrows a proportion by the finite population and widens it by the design effect', () => {
    // statsmodels issue 6878 asks for the first.
    const question = { successes: 80, n: 100, confidence: 0.95 };
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    const plain = width(wilsonInterval(question, d));
    expect(width(wilsonInterval({ ...question, population: 200 }, d))).toBeLessThan(plain * 0.75);
    expect(width(wilsonInterval({ ...question, designEffect: 2 }, d))).toBeGreaterThan(plain * 1.3);
    expect(width(wilsonInterval({ ...question, population: 100 }, d))).toBe(0);
    expect(width(clopperPearsonInterval({ ...question, population: 100 }, d))).toBe(0);
  });
});

describe('standard error', () => {
  it('is zero for a census and declared for both factors (xKDR/Survey.jl issue 284)', () => {
    expect(standardError({ n: 300, sd: 3.65, population: 300 })).toBe(0);
    const shared = { n: 40, sd: 3.65, population: 300 };
    expect(standardError({ ...shared, factor: '(N-n)/(N-1)' })).toBeGreaterThan(standardError(shared));
  });
});

describe('an estimate that is not positive', () => {
  it('has no relative precision', async () => {
    const estimate = estimateMean({ n: 10, mean: 0, sd: 1, confidence: 0.95 }, await loadDistributions());
    expect(estimate.relativePrecision).toBeNull();
  });
});
