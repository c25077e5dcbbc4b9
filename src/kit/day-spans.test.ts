import { expect, it } from 'vitest';
import { daysIn, daysInCommon } from './day-spans.js';

const span = (from: string, to: string) => ({ from, to });

it('counts both ends, over the end of a February and a clock change', () => {
  expect(daysIn(span('2024-02-10', '2024-02-10'))).toBe(1);
  expect(daysIn(span('2024-02-27', '2024-03-01'))).toBe(4);
  expect(daysIn(span('2026-10-24', '2026-10-26'))).toBe(3);
});

it('finds the days of both', () => {
  expect(daysInCommon(span('2024-02-01', '2024-02-10'), span('2024-02-08', '2024-02-20'))).toBe(3);
  expect(daysInCommon(span('2024-02-01', '2024-02-10'), span('2024-02-03', '2024-02-04'))).toBe(2);
  expect(daysInCommon(span('2024-02-01', '2024-02-10'), span('2024-02-11', '2024-02-20'))).toBe(0);
});
