import { describe, expect, it } from 'vitest';
import { findDates, todayOf } from './dates.js';

describe('findDates', () => {
  // 2025-03-12 is a Wednesday.
  it.each([
    ['on 2024-03-31', '2024-03-31', '2024-03-31'],
    ['at 2024-03-31T10:00:00Z', '2024-03-31', '2024-03-31'],
    ['on 31.03.2024', '2024-03-31', '2024-03-31'],
    ['on 25/03/2024', '2024-03-25', '2024-03-25'],
    ['on 03/25/2024', '2024-03-25', '2024-03-25'],
    ['1 March 2024', '2024-03-01', '2024-03-01'],
    ['March 1st, 2024', '2024-03-01', '2024-03-01'],
    ['the 3rd of April', '2025-04-03', '2025-04-03'],
    ['today', '2025-03-12', '2025-03-12'],
    ['tomorrow', '2025-03-13', '2025-03-13'],
    ['the day after tomorrow', '2025-03-14', '2025-03-14'],
    ['yesterday', '2025-03-11', '2025-03-11'],
    ['next Friday', '2025-03-14', '2025-03-14'],
    ['on wednesday', '2025-03-19', '2025-03-19'],
    ['in 10 days', '2025-03-22', '2025-03-22'],
    ['2024-Q1', '2024-01-01', '2024-03-31'],
    ['Q4 2023', '2023-10-01', '2023-12-31'],
    ['the second quarter of 2024', '2024-04-01', '2024-06-30'],
    ['February 2024', '2024-02-01', '2024-02-29'],
    ['2024-02', '2024-02-01', '2024-02-29'],
  ])('%s', (text, from, to) => {
    expect(findDates(text, '2025-03-12')).toMatchObject([{ from, to }]);
  });

  it.each(['03/04/2024', '2024-02-30', '99/99/2024', 'may I ask', 'in March we marched'])(
    'reads no day in %s',
    (text) => {
      expect(findDates(text, '2025-03-12')).toEqual([]);
    },
  );

  it('leaves relative days out while nobody says what day it is', () => {
    expect(findDates('tomorrow', undefined)).toEqual([]);
    expect(todayOf('You are an oracle.\nToday is 2025-03-12 (Wednesday).')).toBe('2025-03-12');
    expect(todayOf('You are an oracle.')).toBeUndefined();
  });
});
