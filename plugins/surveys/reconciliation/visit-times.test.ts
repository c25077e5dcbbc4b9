import { expect, it } from 'vitest';
import { canBe, manyAtOnce, visitTimes } from './visit-times.js';

const DAY = '2026-12-15';
const times = (start: string, end: string) => visitTimes((question) => ({ start, end })[question]);

it.each([
  ['as phones note them', '2026-12-15T10:00:00.000+03:00', '2026-12-15T10:10:00.000+03:00', true],
  ['near midnight, in a zone far from UTC', '2026-12-14T20:00:00Z', '2026-12-14T20:10:00Z', true],
  ['of a draft that was finished a day later', '2026-12-15T10:00:00Z', '2026-12-16T09:00:00Z', true],
  ['of another month', '2027-01-01T10:00:00Z', '2027-01-01T10:10:00Z', false],
  ['that end before they begin', '2026-12-15T10:10:00Z', '2026-12-15T10:00:00Z', false],
  ['of one second', '2026-12-15T10:00:00Z', '2026-12-15T10:00:01Z', false],
  ['that begin two weeks before', '2026-12-01T10:00:00Z', '2026-12-15T10:00:00Z', false],
  ['to come', '2027-03-01T10:00:00Z', '2027-03-01T10:10:00Z', false],
  ['that are not there', '', '', false],
])('judges times %s', (_what, start, end, is) => {
  expect(canBe(times(start, end), DAY)).toBe(is);
});

it('finds interviews that one phone cannot have led', () => {
  const day = Date.parse(DAY);
  const begun = (count: number, minutes: number, phone: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      phone: phone(at),
      start: day + at * minutes * 60_000,
    }));
  expect(manyAtOnce(begun(219, 0, () => 'one')).size).toBe(219);
  expect(manyAtOnce(begun(60, 0.5, () => 'one')).size).toBe(60);
  expect(manyAtOnce(begun(219, 4, () => 'one')).size).toBe(0);
  expect(manyAtOnce(begun(60, 0.5, (at) => `phone ${at % 10}`)).size).toBe(0);
  expect(manyAtOnce([{ id: 'none', phone: 'one', start: Number.NaN }]).size).toBe(0);
});
