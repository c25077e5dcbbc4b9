import { OracleError } from 'oracle-runtime/plugin';
import { withClockFigures } from './clock-words.js';
import { readClocks, usualClock, written } from './read-clock.js';
import { isInCalendar, withDates } from './read-dates.js';
import { endedBy, takeEnd } from './read-end.js';
import { readOnce } from './read-once.js';
import { takePart } from './read-part.js';
import { readRepeated } from './read-repeated.js';
import type { Schedule } from './schedule.js';
import { dayAfter } from './spans.js';
import { foldedText, hasWord, WEEKDAYS, WORDS, weekdayOf, withDigits } from './time-words.js';
import { dateIn, type Timetable } from './timetable.js';
import { Untaken } from './untaken.js';

/**
 * Reads a time as people write it, in any of the languages of `time-words`: five fields of cron, an instant or a wall
 * clock of ISO 8601, `every Monday at 8`, `jeden Werktag um 7:30`, `tomorrow at 9`, `in 2 hours`, `every day at 9 until Friday`.
 *
 * Each word of it has to be understood: half of `every other Monday` would be another time. What is read is taken out of the
 * text by its reader, see {@link Untaken}, and a text of which a word is left is refused.
 *
 * @throws OracleError `invalid_request` for what cannot be read as one, naming the words, and for a time that never comes
 */
export function readWhen(said: string, zone: string, now: number, timetable: Timetable): Schedule {
  const cron = cronIn(said, zone);
  if (cron !== undefined) {
    // Croner says what is wrong with a pattern that is none.
    if (timetable.next(cron, now, 1).length === 0) throw never(said);
    return cron;
  }
  const text = new Untaken(withDates(withDigits(withClockFigures(foldedText(said))), zone, now));
  const end = takeEnd(text, (word) => {
    const day = dayNamed(word, zone, now);
    if (day === undefined) throw never(said);
    return day;
  });
  // `for tomorrow at 9`, behind what is to be done then.
  text.take(/^(?:for|fur|pour|para|kwa)\s+/);
  const schedule =
    instantIn(text, zone, timetable) ?? repeatedIn(text, zone) ?? readOnce(text, zone, now, timetable);
  if (schedule === undefined) throw unread(said);
  text.assertAllTaken();
  if ('at' in schedule) {
    // What is due once does not end.
    if (end !== undefined) throw unread(said);
    return schedule;
  }
  if (timetable.next(schedule, now, 1).length === 0) throw never(said);
  return end === undefined ? schedule : endedBy(schedule, end, now, timetable);
}

function repeatedIn(text: Untaken, zone: string): Schedule | undefined {
  const cron = text.attempt(readRepeated);
  return cron === undefined ? undefined : { cron, zone };
}

/** Short for five fields, as cron's own manual has them. */
const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

function cronIn(said: string, zone: string): { readonly cron: string; readonly zone: string } | undefined {
  const nickname = NICKNAMES[said.trim().toLowerCase()];
  if (nickname !== undefined) return { cron: nickname, zone };
  const fields = said.trim().split(/\s+/);
  if (
    fields.length !== 5 ||
    !fields.every((field) => /^[\d*?/,\-#]+$|^[a-z]{3}([,-][a-z]{3})*$|^[\dlw]+$/i.test(field))
  )
    return undefined;
  return { cron: fields.join(' ').toUpperCase(), zone };
}

const INSTANT = /\b(\d{4}-\d{2}-\d{2})(?:t(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?)?(?!\d)/;

/** `2026-12-01T09:00`, with or without an offset; `2026-12-01 at 9`. */
function instantIn(text: Untaken, zone: string, timetable: Timetable): Schedule | undefined {
  const usual = usualClock(text.left);
  const [, date, clock, seconds = '00', offset] = text.take(INSTANT) ?? [];
  if (date === undefined) return undefined;
  if (!isInCalendar(date)) throw never(date);
  if (offset !== undefined) {
    const at = Date.parse(`${date}T${clock}:${seconds}${offset.toUpperCase()}`);
    return Number.isNaN(at) ? undefined : { at, zone };
  }
  if (clock !== undefined) return { at: timetable.instantOf(`${date}T${clock}:${seconds}`, zone), zone };
  const { clocks } = text.takeBy(readClocks);
  takePart(text);
  const [one = usual, ...more] = clocks;
  if (more.length > 0) return undefined;
  return { at: timetable.instantOf(`${date}T${written(one)}:00`, zone), zone };
}

/** The next day of a name, tomorrow or today, `YYYY-MM-DD`; a date as it stands. */
function dayNamed(word: string, zone: string, now: number): string | undefined {
  if (/^\d/.test(word)) return isInCalendar(word) ? word : undefined;
  const today = dateIn(zone, now);
  const weekday = weekdayOf(word);
  if (weekday !== undefined) {
    const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return dayAfter(today, { count: ahead === 0 ? 7 : ahead, unit: 'days' });
  }
  return hasWord(word, WORDS.tomorrow) ? dayAfter(today, { count: 1, unit: 'days' }) : today;
}

function never(said: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${JSON.stringify(said.slice(0, 100))} never comes: there is no such day.`,
    hint: 'Name a day of the calendar, such as `2026-12-01 09:00`.',
    errors: [{ field: 'when', message: 'no such day' }],
  });
}

function unread(said: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${JSON.stringify(said.slice(0, 100))} is no time that can be planned for.`,
    hint: `Say it as \`every ${WEEKDAYS[1]?.[0]} at 08:00\`, \`every day at 7:30\`, \`2026-12-01 09:00\`, \`in 2 hours\`, or as five fields of cron such as \`0 8 * * 1\`.`,
    errors: [{ field: 'when', message: 'no time that can be planned for' }],
  });
}
