import { describe, expect, it } from 'vitest';
import { oddValueMarks } from '../trail/odd-value-marks.js';
import { measuredDays, oddValues } from './odd-values.js';

const days = { from: '2024-01-01', to: '2024-01-31' };
const rows = (values: readonly (number | null)[]) =>
  values.map((value, i) => ({
    unitId: `H${i}`,
    date: '2024-01-05',
    value,
    ...(value === null && { reason: 'invalid value' as const }),
  }));
const said = (
  values: readonly (number | null)[],
  more: Partial<Parameters<typeof oddValues>[1]> = {},
): string =>
  oddValueMarks(
    oddValues(rows(values), { ...days, parameterType: 'mean', expectedMean: 4, mean: 4, ...more }),
  ).join('\n');
const varied = Array.from({ length: 40 }, (_, i) => 3 + i / 17);

describe('odd values', () => {
  it('nothing is odd about values that vary, or that are whole numbers of hours', () => {
    expect(said(varied)).toBe('');
    expect(said(varied.map((value) => Math.round(value)))).toBe('');
    expect(said(varied.map((value) => (value > 4 ? 0 : value)))).toBe('');
  });

  it('one value that many units share, where the others do not', () => {
    expect(said(varied.map((value, i) => (i % 3 === 0 ? 4.2 : value)))).toBe(
      '14 of 40 units have the value 4.2, where the others hardly share any: it may have been filled in.',
    );
    expect(said(varied.map(() => 0.95))).toBe(
      'All 40 units have the value 0.95: it may have been filled in.',
    );
  });

  it.each([
    ['days of the last seven', (i: number) => (i % 5 === 0 ? i % 7 : 7)],
    ['days with use of those observed', (i: number) => (i % 6 === 0 ? i / 45 : 1)],
    ['hours of a day', (i: number) => (i % 4 === 0 ? 5 + i / 3 : 24)],
    ['percent', (i: number) => (i % 4 === 0 ? i : 100)],
    ['days of the last ten', (i: number) => (i % 4 === 0 ? (i / 4) % 10 : 10)],
  ])('nothing is odd about the most that there can be: %s', (_, ofUnit) => {
    expect(said(varied.map((_each, i) => ofUnit(i)))).not.toContain('filled in');
  });

  it('a value that is filled in and higher than the others, which have parts', () => {
    expect(said(varied.map((value, i) => (i % 3 === 0 ? 9 : value)))).toContain(
      '14 of 40 units have the value 9, where the others hardly share any',
    );
    expect(said(varied.map((value, i) => (i % 3 === 0 ? 7 : i === 1 ? 8.5 : value)))).toContain(
      'have the value 7',
    );
  });

  it('values that differ far less than the design plans with', () => {
    const alike = varied.map((_, i) => 4 + i / 200);
    expect(said(alike, { expectedSD: 0.4 })).toMatch(
      /^The standard deviation is 0\.05\d*, and the design plans with 0\.4: values that are measured seldom differ so little\.$/,
    );
    // A third of it is enough, fewer than twenty are too few, and a design without one plans with none.
    expect(said(alike, { expectedSD: 0.15 })).toBe('');
    expect(said(alike.slice(0, 19), { expectedSD: 0.4 })).toBe('');
    expect(said(alike, { expectedSD: null })).toBe('');
  });

  it('nothing is odd about a small spread at the end of the measure', () => {
    expect(
      said(
        varied.map((_, i) => (i % 3 === 0 ? 6.8 + (i % 4) / 20 : 7)),
        { expectedSD: 2 },
      ),
    ).not.toContain('standard deviation');
    expect(said(varied.map(() => 4.2))).not.toContain('standard deviation');
  });

  it('a share that is called a mean', () => {
    expect(said(varied.map((_, i) => (i % 8 ? 2 : 1)))).toContain('All values are 1 or 2: they are a share');
    expect(said(varied.map((_, i) => (i % 8 ? 0.9999 : 0)))).toContain('All values are 0 or 0.9999');
    expect(said(varied.map((_, i) => (i % 8 ? 1 : 0)))).toBe('');
  });

  it('a mean far from what the design expects', () => {
    expect(said(varied, { mean: 2991.8, expectedMean: 3 })).toContain(
      'The mean is 2991.8, and the design expects 3',
    );
    // A day has 24 hours.
    expect(said(varied, { mean: 20.5, expectedMean: 6 })).toContain(
      'The mean is 20.5, and the design expects 6',
    );
    expect(said(varied, { mean: 1.9, expectedMean: 6 })).toContain(
      'The mean is 1.9, and the design expects 6',
    );
    expect(said(varied, { mean: 9, expectedMean: 3 })).toBe('');
  });

  it('parts of a yes, and rows without a value and a reason', () => {
    expect(said([1, 0, 0.79, 1], { parameterType: 'proportion' })).toBe(
      '1 values of a share are neither 0 nor 1: each counts as a part of a yes.',
    );
    expect(said([...varied, null, null])).toBe(
      '2 units have rows without a value, and without a reason (H40, H41).',
    );
  });

  it('days that many units lack and others have: low ones may be left out', () => {
    const lowOrHigh = (unit: number, day: number) => (unit * 7 + day * day * 13) % 10;
    /** Forty units, each with the days of ten that are kept. */
    const campaign = (isKept: (unit: number, day: number) => boolean) =>
      oddValueMarks(
        oddValues(
          varied.flatMap((value, unit) =>
            Array.from({ length: 10 }, (_, day) => day + 1)
              .filter((day) => isKept(unit, day))
              .map((day) => ({
                unitId: `H${unit}`,
                date: `2024-01-${String(day).padStart(2, '0')}`,
                value: value + lowOrHigh(unit, day) / 9,
              })),
          ),
          { ...days, parameterType: 'mean', expectedMean: 4, mean: 4 },
        ),
      );
    expect(campaign(() => true)).toEqual([]);
    expect(campaign((unit, day) => day <= 2 || lowOrHigh(unit, day) >= 4)).toEqual([
      'Units have values of 5 to 8 days: 12 of 40 have fewer than four fifths of the 8 that a quarter of them have. The days that are missing may have been left out for their values.',
    ]);
    // A visit each and a second one of some to check, a device lost here and there, weeks that differ from home to home.
    expect(campaign((unit, day) => day === 1 || (day === 2 && unit % 10 === 0))).toEqual([]);
    expect(campaign((unit, day) => unit % 15 > 0 || day < 3)).toEqual([]);
    expect(campaign((unit, day) => day > unit % 6 && day <= (unit % 6) + 5)).toEqual([]);
  });

  it('of how many days units have values is told, though all have as many', () => {
    const best = (unit: number) => (unit % 5 === 0 ? 10 : 6);
    const some = Array.from({ length: 20 }, (_, unit) =>
      Array.from({ length: best(unit) }, (_each, day) => ({
        unitId: `H${unit}`,
        date: `2024-01-${String(day + 1).padStart(2, '0')}`,
        value: 5 + day,
      })),
    ).flat();
    const ten = { from: '2024-01-01', to: '2024-01-10' };
    expect(measuredDays(some, ten)).toEqual({ fewest: 6, most: 10, mean: '6.8', withRows: 10, of: 10 });
    expect(measuredDays(some, days)).toMatchObject({ withRows: 10, of: 31 });
    expect(measuredDays(rows(varied), days)).toBeUndefined();
  });

  it('different values of one unit on one day', () => {
    const twice = [...rows(varied), { unitId: 'H3', date: '2024-01-05', value: 13 }];
    const odd = oddValues(twice, { ...days, parameterType: 'mean', expectedMean: 4, mean: 4 });
    expect(oddValueMarks(odd)).toEqual([
      '1 units have different values on one day, and count with the mean of these.',
    ]);
  });
});
