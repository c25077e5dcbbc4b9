import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Distributions, loadDistributions } from './load-distributions.js';

/** `function p-or-x parameters value`, printed by R 4.2.2 with 17 digits. */
const rows = readFileSync(new URL('../fixtures/quantiles-r-4.2.2.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', x = '', parameters = '', value = ''] = line.split(' ');
    return { name, x: Number(x), parameters: parameters.split(',').map(Number), value: Number(value) };
  });

const of = (name: string) => rows.filter((row) => row.name === name);

/** Largest error relative to the larger of 1e-300 and the value; 0 and exact infinities agree with themselves. */
function error(actual: number, expected: number): number {
  return actual === expected ? 0 : Math.abs(actual - expected) / Math.max(Math.abs(expected), 1e-300);
}

describe('distributions against R 4.2.2', () => {
  let d: Distributions;
  beforeAll(async () => {
    d = await loadDistributions();
  });

  it('reads the whole fixture', () => {
    expect(rows).toHaveLength(269);
  });

  it('normal quantiles, the far tails included', () => {
    for (const { x, value } of of('qnorm'))
      expect(error(d.normalQuantile(x), value), `qnorm ${x}`).toBeLessThan(1e-12);
    expect([d.normalQuantile(0), d.normalQuantile(1)]).toEqual([
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('normal quantiles invert the distribution function on both sides', () => {
    for (let exponent = 1; exponent <= 300; exponent++) {
      const tail = 10 ** -exponent;
      const z = d.normalQuantile(tail);
      // Near z the tail falls by a factor exp(z dz): 1e-13 of z is 1e-13 z^2 of the tail.
      expect(error(d.normalUpper(-z), tail), `1e-${exponent}`).toBeLessThan(1e-13 * Math.max(1, z ** 2));
      if (exponent <= 15)
        expect(error(d.normalQuantile(1 - tail), -d.normalQuantile(1 - (1 - tail)))).toBe(0);
    }
  });

  it("Student's t quantiles", () => {
    for (const {
      x,
      parameters: [df = 0],
      value,
    } of of('qt'))
      expect(error(d.tQuantile(x, df), value), `qt ${x} ${df}`).toBeLessThan(1e-12);
  });

  it("Student's t upper tails", () => {
    for (const {
      x,
      parameters: [df = 0],
      value,
    } of of('pt'))
      expect(error(d.tUpper(-x, df), value), `pt ${x} ${df}`).toBeLessThan(1e-12);
  });

  it('normal upper tails', () => {
    for (const { x, value } of of('pnorm'))
      expect(error(d.normalUpper(-x), value), `pnorm ${x}`).toBeLessThan(1e-12);
  });

  it('chi-square upper tails', () => {
    for (const {
      x,
      parameters: [df = 0],
      value,
    } of of('pchisq'))
      expect(error(d.chiSquareUpper(x, df), value), `pchisq ${x} ${df}`).toBeLessThan(1e-12);
  });

  it('chi-square quantiles: the upper tail beyond them is what they leave', () => {
    const quantiles = of('qchisq');
    expect(quantiles).toHaveLength(20);
    for (const {
      x: p,
      parameters: [df = 0],
      value,
    } of quantiles)
      expect(error(d.chiSquareUpper(value, df), 1 - p), `qchisq ${p} ${df}`).toBeLessThan(1e-12);
  });

  it('beta quantiles', () => {
    for (const {
      x,
      parameters: [a = 0, b = 0],
      value,
    } of of('qbeta'))
      expect(error(d.betaQuantile(x, a, b), value), `qbeta ${x} ${a} ${b}`).toBeLessThan(1e-12);
  });

  it('signs and tails are right (jstat/jstat issues 88 and 253)', () => {
    expect(d.tQuantile(0.2, 5)).toBeCloseTo(-0.9195, 4);
    expect(d.tQuantile(1 - 0.2 / 2, 5)).toBeCloseTo(1.4759, 4);
  });

  it('keeps its digits at millions of degrees of freedom (jstat/jstat issue 283)', () => {
    // R 4.2.2 qt(1 - 0.0455 / 2, 3682117.54526179); jstat gave 2.0000030413, a spreadsheet that cuts the degrees
    // of freedom to a whole number 2.00000312292887.
    expect(error(d.tQuantile(1 - 0.0455 / 2, 3682117.54526179), 2.000003122859126)).toBeLessThan(1e-12);
  });

  it('keeps its digits where libraries switch formulas: values of 40-digit arithmetic', () => {
    const upper = [
      // One library was off by 1.3 % here.
      [d.chiSquareUpper(2737.7947691857526, 2642.7351859860996), 0.09657383327782833],
      [d.chiSquareUpper(2642, 2642.5), 0.4990854387700921],
      [d.chiSquareUpper(5000, 4999), 0.493350889587423],
      [d.chiSquareUpper(1e6, 1.001e6), 0.7600668973253739],
      [d.tUpper(1.8138592030311114, 81597.91677337578), 0.034851538253235184],
      [d.tUpper(3, 99_999.5), 0.0013502304436945288],
      [d.tUpper(3, 100_001.5), 0.0013502304370459517],
      [d.tUpper(12, 500.25), 1.2385845415670954e-29],
      [d.tUpper(0.01, 0.3), 0.4977069730636354],
    ] as const;
    for (const [ours, exact] of upper) expect(error(ours, exact), String(exact)).toBeLessThan(1e-13);
  });

  it('turns back: the tail beyond a quantile is what was asked for', () => {
    for (const df of [0.7, 1, 2.5, 30, 4999, 99_999, 100_001, 1e9])
      for (const tail of [1e-100, 1e-12, 0.005, 0.25, 0.4999, 0.5])
        expect(error(d.tUpper(-d.tQuantile(tail, df), df), tail), `${tail} of ${df}`).toBeLessThan(1e-11);
  });

  it('loads once', async () => {
    expect(await loadDistributions()).toBe(d);
  });
});
