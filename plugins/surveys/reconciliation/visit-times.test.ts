import { expect, it } from 'vitest';
import { canBe, manyAtOnce, twoAtOneTime, visitTimes } from './visit-times.js';

const DAY = '2026-12-15';
const times = (start: string, end: string) => visitTimes((question) => ({ start, end })[question]);

it.each([
  ['as phones note them', '2026-12-15T10:00:00.000+03:00', '2026-12-15T10:10:00.000+03:00', true],
  ['near midnight, in a zone far from UTC', '2026-12-14T20:00:00Z', '2026-12-14T20:10:00Z', true],
  ['of a draft that was finished a day later', '2026-12-15T10:00:00Z', '2026-12-16T09:00:00Z', true],
  ['of another month', '2027-01-01T10:00:00Z', '2027-01-01T10:10:00Z', false],
  ['that end before they begin', '2026-12-15T10:10:00Z', '2026-12-15T10:00:00Z', false],
  ['of one second', '2026-12-15T10:00:00Z', '2026-12-15T10:00:01Z', false],
  ['of six seconds', '2026-12-15T10:00:00Z', '2026-12-15T10:00:06Z', false],
  ['that go on for twenty days', '2026-12-15T10:00:00Z', '2027-01-04T10:00:00Z', false],
  ['that begin two weeks before', '2026-12-01T10:00:00Z', '2026-12-15T10:00:00Z', false],
  ['to come', '2027-03-01T10:00:00Z', '2027-03-01T10:10:00Z', false],
  ['that are not there', '', '', false],
])('judges times %s', (_what, start, end, is) => {
  expect(canBe(times(start, end), DAY)).toBe(is);
});

it('lets an answer that was changed later end when it was changed', () => {
  expect(canBe(times('2026-12-15T10:00:00Z', '2027-01-04T10:00:00Z'), DAY, true)).toBe(true);
});

it('finds interviews that one phone cannot have led', () => {
  const day = Date.parse(DAY);
  const begun = (count: number, minutes: number, phone: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${at}`,
      phone: phone(at),
      start: day + at * minutes * 60_000,
      end: day + at * minutes * 60_000 + 60_000,
    }));
  expect(manyAtOnce(begun(219, 0, () => 'one')).size).toBe(219);
  expect(manyAtOnce(begun(60, 0.5, () => 'one')).size).toBe(60);
  expect(manyAtOnce(begun(219, 4, () => 'one')).size).toBe(0);
  expect(manyAtOnce(begun(60, 0.5, (at) => `phone ${at % 10}`)).size).toBe(0);
  expect(manyAtOnce([{ id: 'none', phone: 'one', start: Number.NaN, end: Number.NaN }]).size).toBe(0);
});

/** Interviews of one phone: minutes after midnight at which each begins and ends. */
type Span = readonly [number, number];
const led = (...spans: readonly Span[]) =>
  spans.map(([from, to], at) => ({
    id: `${at}`,
    phone: 'one',
    start: Date.parse(DAY) + from * 60_000,
    end: Date.parse(DAY) + to * 60_000,
  }));

it('finds interviews that went on at one time on one phone, however few', () => {
  const found = (...spans: readonly Span[]) => [...twoAtOneTime(led(...spans))].join();
  expect(found([600, 640], [602, 642])).toBe('0,1');
  expect(found([600, 640], [630, 660], [700, 710])).toBe('0,1');
  expect(found([600, 606], [600, 612])).toBe('0,1');
  expect(found([600, 606], [600.2, 612])).toBe('0,1');
  expect(
    twoAtOneTime(led(...Array.from({ length: 219 }, (_, i) => [i * 2.1, i * 2.1 + 40] as const))).size,
  ).toBe(219);
});

it('lets drafts be finished later, and people share a key', () => {
  // One home that was come back to, all of a morning finished at noon, in either order, and all of a day in the evening.
  expect(twoAtOneTime(led([600, 700], [620, 630], [640, 655])).size).toBe(0);
  expect(twoAtOneTime(led([600, 720], [630, 721], [660, 722], [690, 723])).size).toBe(0);
  expect(twoAtOneTime(led([600, 723], [630, 722], [660, 721], [690, 720])).size).toBe(0);
  expect(twoAtOneTime(led([480, 1200], [600, 1260], [720, 1320])).size).toBe(0);
  expect(twoAtOneTime(led([600, 610], [610, 620])).size).toBe(0);
  const apart = led([600, 640], [602, 642]).map((each) => ({ ...each, phone: `${each.id}` }));
  expect(twoAtOneTime(apart).size).toBe(0);
  // Changed later: it has no end.
  const [one, other] = led([600, 640], [602, 642]);
  if (one === undefined || other === undefined) throw new Error('there are two');
  expect(twoAtOneTime([{ ...one, end: Number.NaN }, other]).size).toBe(0);
});
