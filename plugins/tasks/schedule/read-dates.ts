import { foldedText, hasWord, oneOf, WORDS } from './time-words.js';
import { dateIn } from './timetable.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'sw'];
/** Names of each month, January first. */
const MONTHS = Array.from({ length: 12 }, (_, at) => {
  const day = new Date(Date.UTC(2026, at, 15));
  const name = (language: string, month: 'long' | 'short') =>
    foldedText(new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(day)).replace('.', '');
  return [...new Set([...LANGUAGES.map((language) => name(language, 'long')), name('en', 'short')])];
});
const MONTH = oneOf([...MONTHS.flat(), 'sept']);
const YEAR = '(?:,?\\s+(?:de\\s+)?(\\d{4})\\b)?';
const DAY_FIRST = new RegExp(
  `(?<![\\p{L}\\d])(?:tarehe\\s+)?(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:(?:of|de|ya)\\s+)?(${MONTH})\\b\\.?${YEAR}`,
  'gu',
);
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\d])(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`,
  'gu',
);
/** As German has it: with a point, and the day before the month. With a stroke it is read in two ways. */
const POINTED = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g;
const ENDS =
  /\b(?:until|till?|bis(?: zum)?|jusqu.?au|hasta|ate|hadi|mpaka)(?:\s+(?:the|el|le|o|tarehe))?\s+$/;

/** The most years between two days that are 29 February: 2096 and 2104. */
const LEAP_YEARS_APART = 8;

/**
 * A folded text with its days of the calendar as ISO 8601 has them: `3 December`, `1.12.2026`. Without a year it is the next of
 * that name. What comes every year stays as it is, since no schedule has a place for it.
 */
export function withDates(text: string, zone: string, now: number): string {
  const again = hasWord(text, WORDS.every);
  const today = dateIn(zone, now);
  const put = (whole: string, at: number, day: string, month: number, year: string | undefined) => {
    if (again && !ENDS.test(text.slice(0, at))) return whole;
    const of = (each: number | string) => `${each}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (year !== undefined) return of(year);
    const current = Number(today.slice(0, 4));
    const years = Array.from({ length: LEAP_YEARS_APART + 1 }, (_, ahead) => of(current + ahead));
    return years.find((date) => date >= today && isInCalendar(date)) ?? of(current);
  };
  const monthOf = (name: string) =>
    MONTHS.findIndex((names) => names.includes(name === 'sept' ? 'sep' : name)) + 1;
  return text
    .replace(POINTED, (whole, day: string, month: string, year: string, at: number) =>
      put(whole, at, day, Number(month), year),
    )
    .replace(DAY_FIRST, (whole, day: string, month: string, year: string | undefined, at: number) =>
      put(whole, at, day, monthOf(month), year),
    )
    .replace(MONTH_FIRST, (whole, month: string, day: string, year: string | undefined, at: number) =>
      put(whole, at, day, monthOf(month), year),
    );
}

/** @param date as ISO 8601 writes it */
export function isInCalendar(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
