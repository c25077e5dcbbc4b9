import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadDistributions } from '../distributions/load-distributions.js';
import { chiSquare, withoutReplacement } from './chi-square.js';
import { composition, type Diagnostic, placement } from './diagnose-sample.js';
import { holm } from './holm.js';
import { hypergeometricTails } from './hypergeometric.js';
import { kolmogorovP } from './kolmogorov.js';
import { RankCounter } from './rank-counter.js';
import { countRuns, inclusionRuns, runsZ } from './runs-test.js';

/**
 * Three samples of 420 of 5,000 (the first 3,000 urban), by R 4.2.2: chisq.test(p =), phyper, ks.test(exact = FALSE),
 * tseries::runs.test; X2 without replacement and mean rank by their formulas. NaN where the source gives no figure.
 */
const TABLE = [
  {
    seed: '20240220',
    urban: 258,
    x2: 0.357143,
    p: 0.550097,
    pWor: 0.532396,
    le: 0.750104,
    ge: 0.284214,
    dec: 12.666667,
    pDec: 0.178278,
    d: 0.034081,
    pD: 0.713811,
    zo: 0.765518,
    po: 0.443963,
    za: 0.787087,
    mean: 2543.77619,
    zm: 0.641953,
    smd: 0.02916,
  },
  {
    seed: '1',
    urban: 248,
    x2: 0.15873,
    p: 0.690328,
    pWor: 0.677238,
    le: 0.356924,
    ge: 0.681003,
    dec: 4.380952,
    pDec: 0.8846,
    d: 0.047252,
    pD: 0.305459,
    zo: -0.466254,
    po: 0.641033,
    za: 0.787087,
    mean: 2591.178571,
    zm: 1.345113,
    smd: -0.01944,
  },
  {
    seed: '42',
    urban: 271,
    x2: 3.581349,
    p: 0.058432,
    pWor: 0.048029,
    le: 0.979306,
    ge: 0.026547,
    dec: 9.047619,
    pDec: 0.43289,
    d: 0.053452,
    pD: 0.181298,
    zo: -1.640042,
    po: 0.100996,
    za: -2.339194,
    mean: 2416.907143,
    zm: -1.240005,
    smd: 0.09234,
  },
];
const ranksOf = (seed: string) =>
  readFileSync(new URL(`../selection/fixtures/sel_${seed}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(Number);
const named = (diagnostics: readonly Diagnostic[], test: Diagnostic['test']) => {
  const found = diagnostics.find((each) => each.test === test);
  if (found === undefined) throw new Error(`no ${test}`);
  return found;
};

describe.each(TABLE)('seed $seed', (row) => {
  it('composition', async () => {
    const urban = ranksOf(row.seed).filter((rank) => rank <= 3000).length;
    expect(urban).toBe(row.urban);
    const found = composition(
      'setting',
      [
        { name: 'urban', sample: urban, frame: 3000 },
        { name: 'rural', sample: 420 - urban, frame: 2000 },
      ],
      await loadDistributions(),
    );
    const { x2, pX2, pX2Wor, pAtMost, pAtLeast, standardizedDifference } = found?.detail ?? {};
    expect(x2).toBeCloseTo(row.x2, 6);
    expect(pX2).toBeCloseTo(row.p, 6);
    expect(pX2Wor).toBeCloseTo(row.pWor, 6);
    expect(pAtMost).toBeCloseTo(row.le, 6);
    expect(pAtLeast).toBeCloseTo(row.ge, 6);
    expect(standardizedDifference).toBeCloseTo(row.smd, 5);
    expect(found?.p).toBeCloseTo(2 * Math.min(row.le, row.ge), 5);
  });

  it('places', async () => {
    const found = placement(ranksOf(row.seed), 5000, await loadDistributions());
    const deciles = named(found, 'deciles');
    expect(deciles.detail['x2']).toBeCloseTo(row.dec, 6);
    expect(deciles.detail['pX2']).toBeCloseTo(row.pDec, 6);
    expect(deciles.df).toBe(9);
    const ks = named(found, 'kolmogorov-smirnov');
    expect(ks.statistic).toBeCloseTo(row.d, 6);
    // R 4.2.2 cuts its series short where sqrt(n) D < 1: its last digits are off by up to 2e-5.
    expect(Math.abs(Number(ks.detail['pAsymptotic']) - row.pD)).toBeLessThan(2e-5);
    const order = named(found, 'runs in draw order');
    expect(order.statistic).toBeCloseTo(row.zo, 6);
    expect(order.p).toBeCloseTo(row.po, 6);
    expect(named(found, 'runs along the frame').statistic).toBeCloseTo(row.za, 6);
    const mean = named(found, 'mean rank');
    expect(mean.detail['mean']).toBeCloseTo(row.mean, 5);
    expect(mean.statistic).toBeCloseTo(row.zm, 6);
  });
});

it('counts deciles (seed 20240220)', async () => {
  const counts = named(placement(ranksOf('20240220'), 5000, await loadDistributions()), 'deciles').detail[
    'counts'
  ];
  expect(counts).toEqual([40, 36, 45, 38, 38, 61, 34, 43, 46, 39]);
});

describe('the pieces', () => {
  it('chi-square of proportional strata is 0, so it tests nothing', () => {
    expect(chiSquare([252, 168], [3000, 2000])).toEqual({ statistic: 0, df: 1 });
    expect(chiSquare([1, 0, 1], [5, 0, 5])).toEqual({ statistic: 0, df: 1 });
    expect(withoutReplacement(3, 10, 10)).toBe(0);
  });

  it('hypergeometric tails are those of counting', () => {
    const choose = (n: number, k: number): number =>
      k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
    fc.assert(
      fc.property(fc.nat(12), fc.nat(12), fc.nat(20), fc.nat(14), (marked, others, sample, observed) => {
        const n = Math.min(sample, marked + others);
        const all = choose(marked + others, n);
        const mass = (from: number, to: number) => {
          let sum = 0;
          for (let k = from; k <= to; k++) sum += (choose(marked, k) * choose(others, n - k)) / all;
          return sum;
        };
        const { atMost, atLeast } = hypergeometricTails(observed, marked, marked + others, n);
        expect(atMost).toBeCloseTo(mass(0, observed), 10);
        expect(atLeast).toBeCloseTo(mass(observed, 14), 10);
      }),
    );
  });

  it('hypergeometric tails survive large frames', () => {
    const { atMost, atLeast } = hypergeometricTails(5000, 5_000_000, 10_000_000, 10_000);
    expect(atMost).toBeGreaterThan(0.5);
    expect(atMost).toBeCloseTo(atLeast, 10);
    expect(hypergeometricTails(10_000, 5_000_000, 10_000_000, 10_000).atLeast).toBeLessThan(1e-300);
    expect(hypergeometricTails(0, 5_000_000, 10_000_000, 10_000).atLeast).toBe(1);
  });

  it("Kolmogorov's law: the classic critical values, both series alike", () => {
    expect(kolmogorovP(1.3581, 1)).toBeCloseTo(0.05, 4);
    expect(kolmogorovP(1.2238, 1)).toBeCloseTo(0.1, 4);
    expect(kolmogorovP(1.6276, 1)).toBeCloseTo(0.01, 4);
    expect(kolmogorovP(0.999999, 1)).toBeCloseTo(kolmogorovP(1.000001, 1), 5);
    expect(kolmogorovP(0, 5)).toBe(1);
  });

  it('runs', () => {
    expect(countRuns([true, true, false, true])).toEqual({ runs: 3, yes: 3, no: 1 });
    expect(inclusionRuns([1, 2, 5], 5)).toBe(3);
    expect(inclusionRuns([2, 4], 5)).toBe(5);
    // Bradley 1968, data of NIST's handbook example: R = 10 of n1 = 8, n2 = 7 is as expected.
    expect(Math.abs(runsZ(8.466666666666667, 8, 7))).toBeLessThan(1e-12);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }), (marks) => {
        const ranks = marks.flatMap((mark, at) => (mark ? [at + 1] : []));
        if (ranks.length > 0) expect(inclusionRuns(ranks, marks.length)).toBe(countRuns(marks).runs);
      }),
    );
  });

  it("Holm's adjustment as R's p.adjust", () => {
    // p.adjust(c(.01, .04, .03, .005), 'holm')
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ]);
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });

  it('ranks in a frame that streams past in any order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 60 }),
        fc.nat(59),
        (frame, n) => {
          const chosen = frame.slice(0, n + 1);
          const counter = new RankCounter(chosen);
          for (const id of frame) counter.add(id);
          const sorted = [...frame].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
          const ranks = counter.ranks();
          for (const id of chosen) expect(ranks.get(id)).toBe(sorted.indexOf(id) + 1);
        },
      ),
    );
  });

  it('says nothing of a sample that is too small or the whole frame', async () => {
    const distributions = await loadDistributions();
    expect(placement([1, 2, 3], 100, distributions)).toEqual([]);
    expect(
      placement(
        Array.from({ length: 20 }, (_, i) => i + 1),
        20,
        distributions,
      ),
    ).toEqual([]);
    expect(composition('x', [{ name: 'a', sample: 5, frame: 50 }], distributions)).toBeUndefined();
    expect(
      placement(
        Array.from({ length: 20 }, (_, i) => i + 1),
        100,
        distributions,
      ).map((each) => each.test),
    ).not.toContain('deciles');
  });
});
