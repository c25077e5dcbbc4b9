import { describe, expect, it } from 'vitest';
import { outliers } from './outliers.js';

/** Quartiles 2.875 and 3.675, median 3.15, scaled MAD 0.59304: R 4.2.2 quantile() and mad(). */
const VALUES = [3.2, 2.8, 3.0, 2.9, 4.1, 3.6, 2.2, 5.0, 3.3, 2.7, 3.9, 3.1];

describe('outliers', () => {
  it('flags a value by Tukey and tells its distance in scaled MADs', () => {
    expect(outliers(VALUES)).toEqual([
      { index: 7, value: 5, tukey: 'mild', madScore: expect.closeTo(3.11951976257925, 6) },
    ]);
  });

  it('calls a value beyond three interquartile ranges extreme', () => {
    expect(outliers([...VALUES, 9])).toContainEqual(
      expect.objectContaining({ index: 12, value: 9, tukey: 'extreme' }),
    );
  });

  it.each([
    [20, undefined],
    [20.01, 'mild'],
    [26, 'mild'],
    [26.01, 'extreme'],
    [4, undefined],
    [3.99, 'mild'],
    [-2, 'mild'],
    [-2.01, 'extreme'],
  ])('calls %d beside quartiles of 10 and 14 %s', (value, tukey) => {
    const other = value > 12 ? 9 : 15;
    const flagged = outliers([10, 10, 11, 12, 13, 14, 14, value, other]);
    expect(flagged.map((each) => each.tukey)).toEqual(tukey === undefined ? [] : [tukey]);
  });

  it('copes with values that are nearly all alike, and with few', () => {
    expect(outliers([1, 1, 1, 1, 1, 1, 2])).toEqual([
      { index: 6, value: 2, tukey: 'extreme', madScore: undefined },
    ]);
    expect(outliers([1, 2, 99])).toEqual([]);
  });
});
