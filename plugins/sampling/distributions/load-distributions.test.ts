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

  it('normal quantiles, body', () => {
    const body = of('qnorm').filter(({ x }) => x >= 1e-5 && x <= 1 - 1e-5);
    expect(body.length).toBeGreaterThan(8);
    for (const { x, value } of body)
      expect(error(d.normalQuantile(x), value), `qnorm ${x}`).toBeLessThan(1e-12);
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

  it('loads once', async () => {
    expect(await loadDistributions()).toBe(d);
  });
});
