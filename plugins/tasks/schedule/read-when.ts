import { OracleError } from 'oracle-runtime/plugin';
import { readClock, type WallClock } from './read-clock.js';
import type { Schedule } from './schedule.js';
import { foldedText, hasWord, WEEKDAYS, WORDS, weekdaysIn } from './time-words.js';
import type { Timetable } from './timetable.js';

/** What a day's task without a time of day is due at. */
const MORNING: WallClock = { hour: 9, minute: 0 };

const MINUTE = 60_000;

const SPANS: readonly (readonly [keyof typeof WORDS, number])[] = [
  ['minutes', MINUTE],
  ['hours', 60 * MINUTE],
  ['days', 24 * 60 * MINUTE],
  ['weeks', 7 * 24 * 60 * MINUTE],
];

/**
 * Reads a time as people write it, in any of the languages of `time-words`: five fields of cron, an instant or a wall
 * clock of ISO 8601, `every Monday at 8`, `jeden Werktag um 7:30`, `tomorrow at 9`, `in 2 hours`.
 *
 * @throws OracleError `invalid_request` for what cannot be read as one
 */
export function readWhen(said: string, zone: string, now: number, timetable: Timetable): Schedule {
  const text = foldedText(said);
  const schedule =
    cronIn(said, zone) ?? instantIn(text, zone, timetable) ?? spokenIn(text, zone, now, timetable);
  if (schedule === undefined) throw unread(said);
  // Croner says what is wrong with a pattern that is none.
  timetable.next(schedule, now, 1);
  return schedule;
}

function cronIn(said: string, zone: string): Schedule | undefined {
  const fields = said.trim().split(/\s+/);
  if (
    fields.length !== 5 ||
    !fields.every((field) => /^[\d*?/,\-#]+$|^[a-z]{3}([,-][a-z]{3})*$|^[\dlw]+$/i.test(field))
  )
    return undefined;
  return { cron: fields.join(' ').toUpperCase(), zone };
}

/** `2026-12-01T09:00`, with or without an offset; `2026-12-01 at 9`. */
function instantIn(text: string, zone: string, timetable: Timetable): Schedule | undefined {
  const day = /\b(\d{4}-\d{2}-\d{2})(?:t(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?)?/.exec(
    text,
  );
  if (day === null) return undefined;
  const [whole, date, clock, seconds = '00', offset] = day;
  if (offset !== undefined) {
    const at = Date.parse(`${date}T${clock}:${seconds}${offset.toUpperCase()}`);
    return Number.isNaN(at) ? undefined : { at, zone };
  }
  const rest = `${text.slice(0, day.index)} ${text.slice(day.index + whole.length)}`;
  const at = clock ?? written(readClock(rest) ?? MORNING);
  return { at: timetable.instantOf(`${date}T${at}:${seconds}`, zone), zone };
}

function spokenIn(text: string, zone: string, now: number, timetable: Timetable): Schedule | undefined {
  const again = hasWord(text, WORDS.every);
  const span = spanIn(text);
  if (!again && span !== undefined && hasWord(text, WORDS.within))
    return { at: now + counted(span) * span.ms, zone };
  const clock = readClock(text) ?? MORNING;
  const time = `${clock.minute} ${clock.hour}`;
  const days = weekdaysIn(text);
  if (again && days.length > 0) return { cron: `${time} * * ${days.join(',')}`, zone };
  if (hasWord(text, WORDS.workdays)) return { cron: `${time} * * 1-5`, zone };
  if (again && hasWord(text, WORDS.month)) return { cron: `${time} ${dayOfMonth(text) ?? 1} * *`, zone };
  if (again && hasWord(text, WORDS.week)) return { cron: `${time} * * 1`, zone };
  if (again && span !== undefined) return everySpan({ unit: span.unit, count: counted(span) }, time, zone);
  if (hasWord(text, WORDS.hourly)) return { cron: '0 * * * *', zone };
  if (hasWord(text, WORDS.daily)) return { cron: `${time} * * *`, zone };
  return onceIn(text, zone, now, timetable, clock, days);
}

/** Today, tomorrow, or the next day of that name. */
function onceIn(
  text: string,
  zone: string,
  now: number,
  timetable: Timetable,
  clock: WallClock,
  days: readonly number[],
): Schedule | undefined {
  const cron = (day: string) => ({ cron: `${clock.minute} ${clock.hour} * * ${day}`, zone });
  const [day] = days;
  if (day !== undefined) return once(timetable.next(cron(String(day)), now, 1)[0], zone);
  const ahead = hasWord(text, WORDS.tomorrow) ? 1 : hasWord(text, WORDS.today) ? 0 : undefined;
  if (ahead === undefined) return undefined;
  const date = dayIn(zone, now + ahead * 24 * 60 * MINUTE);
  return { at: timetable.instantOf(`${date}T${written(clock)}:00`, zone), zone };
}

const once = (at: number | undefined, zone: string): Schedule | undefined =>
  at === undefined ? undefined : { at, zone };

interface Span {
  /** As it was said, such as `2`, and also `-5`, `0` or `1.5`. */
  readonly count: string;
  readonly ms: number;
  readonly unit: keyof typeof WORDS;
}

/** With its sign, and with what makes it no whole number: half of a number would be another. */
const COUNT = '(?:(?:minus|moins|menos)\\s+|[-\\u2212\\u2013]\\s*)?\\d+(?:[.,]\\d+)*';

/** Swahili says `dakika 30`. */
const COUNTED_BEHIND: ReadonlySet<string> = new Set(['dakika', 'siku', 'wiki']);

/** `2 hours`, `30 Minuten`, `dakika 30`; `an hour` is one. */
function spanIn(text: string): Span | undefined {
  for (const [unit, ms] of SPANS) {
    for (const word of WORDS[unit]) {
      const found =
        new RegExp(`(${COUNT})\\s+${word}\\b`).exec(text) ??
        (COUNTED_BEHIND.has(word) ? new RegExp(`\\b${word}\\s+(${COUNT})(?![\\d:])`).exec(text) : null) ??
        new RegExp(`\\b${word}\\b`).exec(text);
      if (found !== null) return { count: found[1] ?? '1', ms, unit };
    }
  }
  return undefined;
}

/** @throws OracleError `invalid_request` for none from 1 to 999 */
function counted({ count, unit }: Span): number {
  if (/^0*[1-9]\d{0,2}$/.test(count)) return Number(count);
  throw new OracleError('invalid_request', {
    detail: `A task cannot be planned by ${count} ${unit}: the number has to be whole, from 1 to 999.`,
    hint: 'Say it as `in 2 hours`, or name the day and the time, such as `2026-12-01 09:00`.',
    errors: [{ field: 'when', message: 'counts with a whole number from 1 to 999' }],
  });
}

/** Cron knows steps of an hour and of a day alone, so that others have to be said in its own fields. */
function everySpan(
  { count, unit }: { count: number; unit: Span['unit'] },
  time: string,
  zone: string,
): Schedule | undefined {
  if (unit === 'minutes')
    return 60 % count === 0 && count < 60 ? { cron: `*/${count} * * * *`, zone } : undefined;
  if (unit === 'hours')
    return 24 % count === 0 && count < 24 ? { cron: `0 */${count} * * *`, zone } : undefined;
  if (unit === 'days' && count === 1) return { cron: `${time} * * *`, zone };
  if (unit === 'weeks' && count === 1) return { cron: `${time} * * 1`, zone };
  return undefined;
}

function dayOfMonth(text: string): number | undefined {
  const day = Number(
    /\b(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.(?!\d))/.exec(text)?.[1] ??
      /\b(?:dia|day|tag|tarehe|jour|le)\s+(\d{1,2})\b/.exec(text)?.[1],
  );
  return day >= 1 && day <= 31 ? day : undefined;
}

const written = ({ hour, minute }: WallClock) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** The day that it is there, `YYYY-MM-DD`. */
function dayIn(zone: string, instant: number): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

function unread(said: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${JSON.stringify(said.slice(0, 100))} is no time that can be planned for.`,
    hint: `Say it as \`every ${WEEKDAYS[1]?.[0]} at 08:00\`, \`every day at 7:30\`, \`2026-12-01 09:00\`, \`in 2 hours\`, or as five fields of cron such as \`0 8 * * 1\`.`,
    errors: [{ field: 'when', message: 'no time that can be planned for' }],
  });
}
