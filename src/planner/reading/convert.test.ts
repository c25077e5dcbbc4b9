import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from './convert.js';
import { readText } from './read-text.js';
import type { Unit } from './reading.js';
import { unitNamed } from './units.js';

const unit = (name: string, per?: string): Unit => {
  const found = unitNamed(name);
  if (found === undefined) throw new Error(`no unit ${name}`);
  return per === undefined ? found : { ...found, per };
};

describe('convert', () => {
  it.each<[number, Unit, Unit, number | undefined]>([
    [800, unit('g'), unit('kg'), 0.8],
    [0.2, unit('kg'), unit('g'), 200],
    [1.9, unit('t'), unit('kg'), 1900],
    [2, unit('kg', 'day'), unit('kg', 'week'), 14],
    [14, unit('kg', 'week'), unit('g', 'day'), 2000],
    [2, unit('kg', 'year'), unit('kg', 'day'), undefined],
    [2, unit('kg', 'day'), unit('kg'), 2],
    [1, unit('kwh'), unit('mj'), 3.6],
    [90, unit('min'), unit('h'), 1.5],
    [77, unit('°f'), unit('°c'), 25],
    [25, unit('°c'), unit('°f'), 77],
    [2, unit('bags'), unit('kg'), undefined],
    [2, unit('litres'), unit('kg'), undefined],
  ])('%s', (value, from, to, expected) => {
    expect(convert(value, from, to)).toBe(expected);
  });

  it('shifts no zero for a difference', () => {
    expect(convert(9, unit('°f'), unit('°c'), { difference: true })).toBe(5);
  });

  it('goes there and back', () => {
    const names = fc.constantFrom('g', 'kg', 't', 'lb');
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1e6, noNaN: true }), names, names, (value, a, b) => {
        const there = convert(value, unit(a), unit(b)) ?? Number.NaN;
        const back = convert(there, unit(b), unit(a)) ?? Number.NaN;
        expect(Math.abs(back / value - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  it('makes one unit of two that a sentence mixes', () => {
    const [mean, sd] = readText('mean 800 g, sd 0.2 kg').mentions;
    if (mean?.type !== 'number' || sd?.type !== 'number' || mean.unit === undefined || sd.unit === undefined)
      throw new Error('two quantities expected');
    expect(convert(sd.value, sd.unit, mean.unit, { difference: true })).toBe(200);
  });
});
