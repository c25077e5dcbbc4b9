import { expect, it } from 'vitest';
import { atNight, byManyKeys, hourOf, type WorkedVisit, withoutRest } from './hours-of-work.js';

const BEGIN = Date.parse('2026-12-08');

/** Interviews that begin so many minutes after the first midnight, of so many minutes each. */
const led = (
  count: number,
  start: (at: number) => number,
  minutes: (at: number) => number,
  of: (at: number) => { readonly key: string; readonly person: string } = () => ({
    key: 'a',
    person: 'Amina',
  }),
): WorkedVisit[] =>
  Array.from({ length: count }, (_, at) => {
    const begun = BEGIN + start(at) * 60_000;
    const { key, person } = of(at);
    const hour = hourOf(new Date(begun).toISOString());
    return { id: `${at}`, phone: key, key, person, hour, start: begun, end: begun + minutes(at) * 60_000 };
  });
/** Five days of work, from a time of day on. */
const fiveDays = (from: number, apart: number) => (at: number) =>
  Math.floor(at / 45) * 1440 + from + (at % 45) * apart;
const some = (at: number) => 5 + ((at * 7) % 11);

it('finds interviews at night, by the clock of the phone', () => {
  expect(atNight(led(219, fiveDays(0, 4), () => 4)).size).toBe(219);
  expect(atNight(led(219, fiveDays(8 * 60, 12), some)).size).toBe(0);
  // Begun before dawn now and then, and of a phone whose clock is that of another zone.
  expect(atNight(led(219, (at) => (at % 20) * 1440 + (at % 30 === 0 ? 200 : 480 + at), some)).size).toBe(0);
  expect(atNight(led(200, fiveDays(2 * 60, 14), some)).size).toBe(0);
  expect(hourOf('2026-12-15T23:10:00.000+03:00')).toBe(23);
  expect(hourOf('')).toBeUndefined();
});

it('finds interviews that one phone led day and night', () => {
  expect(
    withoutRest(
      led(
        219,
        (at) => (at * 425) / 60,
        () => 7,
      ),
    ).size,
  ).toBe(219);
  expect(
    withoutRest(
      led(
        40,
        (at) => at * 126,
        () => 7,
      ),
    ).size,
  ).toBe(40);
  expect(withoutRest(led(219, fiveDays(6 * 60, 20), some)).size).toBe(0);
  expect(withoutRest(led(40, (at) => 300 + at * 28, some)).size).toBe(0);
  // A late evening and an early morning.
  expect(withoutRest(led(60, (at) => Math.floor(at / 20) * 1440 + 360 + (at % 20) * 55, some)).size).toBe(0);
  expect(withoutRest(led(5, (at) => at * 230, some)).size).toBe(0);
});

it('finds interviews by three keys of one person at one time', () => {
  const keys = (many: number, person: (at: number) => string) => (at: number) => ({
    key: `key ${at % many}`,
    person: person(at),
  });
  const together = (many: number) => (at: number) => 360 + 10 * Math.floor(at / many);
  expect(
    byManyKeys(
      led(
        219,
        together(3),
        () => 9,
        keys(3, () => 'Amina'),
      ),
    ).size,
  ).toBe(219);
  expect(
    byManyKeys(
      led(
        219,
        together(3),
        () => 9,
        keys(3, (at) => `Amina ${at % 3}`),
      ),
    ).size,
  ).toBe(0);
  // Two keys, such as of somebody and a helper; three that are used one after the other.
  const apart = (at: number) => Math.floor(at / 50) * 1440 + 300 + 22 * Math.floor((at % 50) / 2);
  expect(
    byManyKeys(
      led(
        219,
        apart,
        some,
        keys(2, () => 'Amina'),
      ),
    ).size,
  ).toBe(0);
  expect(
    byManyKeys(
      led(
        219,
        fiveDays(300, 17),
        some,
        keys(3, () => 'Amina'),
      ),
    ).size,
  ).toBe(0);
  // One that was put aside, among others.
  expect(
    byManyKeys(
      led(
        219,
        fiveDays(300, 20),
        (at) => (at === 77 ? 300 : some(at)),
        keys(3, () => 'Amina'),
      ),
    ).size,
  ).toBe(0);
});
