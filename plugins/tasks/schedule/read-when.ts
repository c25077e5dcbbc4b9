import { OracleError } from 'oracle-runtime/plugin';
import { assertNothingLeft } from './left-words.js';
import { readClocks, usualClock, type WallClock } from './read-clock.js';
import type { Schedule } from './schedule.js';
import { foldedText, hasWord, ordinalIn, WEEKDAYS, WORDS, weekdaysIn } from './time-words.js';
import type { Timetable } from './timetable.js';

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
 * Each word of it has to be understood: half of `every other Monday` would be another time.
 *
 * @throws OracleError `invalid_request` for what cannot be read as one, naming the words, and for a time that never comes
 */
export function readWhen(said: string, zone: string, now: number, timetable: Timetable): Schedule {
  const text = foldedText(said);
  const schedule =
    cronIn(said, zone) ?? instantIn(text, zone, timetable) ?? spokenIn(text, zone, now, timetable);
  if (schedule === undefined) throw unread(said);
  // Croner says what is wrong with a pattern that is none.
  if (timetable.next(schedule, now, 1).length === 0 && 'cron' in schedule) throw never(said);
  return schedule;
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

function cronIn(said: string, zone: string): Schedule | undefined {
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

/** `2026-12-01T09:00`, with or without an offset; `2026-12-01 at 9`. */
function instantIn(text: string, zone: string, timetable: Timetable): Schedule | undefined {
  const day = /\b(\d{4}-\d{2}-\d{2})(?:t(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?)?/.exec(
    text,
  );
  if (day === null) return undefined;
  const [whole, date, clock, seconds = '00', offset] = day;
  if (offset !== undefined) {
    const at = Date.parse(`${date}T${clock}:${seconds}${offset.toUpperCase()}`);
    assertNothingLeft(`${text.slice(0, day.index)} ${text.slice(day.index + whole.length)}`);
    return Number.isNaN(at) || !isDay(date ?? '') ? undefined : { at, zone };
  }
  if (!isDay(date ?? '')) throw never(date ?? '');
  const rest = `${text.slice(0, day.index)} ${text.slice(day.index + whole.length)}`;
  const { clocks, rest: left } = readClocks(rest);
  assertNothingLeft(left);
  const [one = usualClock(rest), ...more] = clocks;
  if (more.length > 0 || (clock !== undefined && clocks.length > 0)) return undefined;
  return { at: timetable.instantOf(`${date}T${clock ?? written(one)}:${seconds}`, zone), zone };
}

/** Whether there is such a day. */
function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

function spokenIn(text: string, zone: string, now: number, timetable: Timetable): Schedule | undefined {
  const again = hasWord(text, WORDS.every);
  const span = spanIn(text);
  if (!again && span !== undefined && hasWord(text, WORDS.within)) {
    const at = now + counted(span) * span.ms;
    assertNothingLeft(text);
    return { at, zone };
  }
  const { clocks, rest } = readClocks(text);
  const days = weekdaysIn(text);
  const [clock = usualClock(text), ...more] = clocks;
  // Cron has one minute for all hours of a pattern.
  if (more.some(({ minute }) => minute !== clock.minute)) return undefined;
  const time = `${clock.minute} ${[clock, ...more].map(({ hour }) => hour).join(',')}`;
  if (clocks.length === 0 && partsOfDay(text) > 1) return undefined;
  // `every 30 minutes for 2 hours` ends, or begins, by the second.
  if (countedSpans(text) > 1) return undefined;
  const cron =
    again || periods(text, days) > 0 ? cronOf({ text, rest, time, days, span, again, clocks }) : undefined;
  if (cron !== undefined) {
    if (periods(text, days) > 1) return undefined;
    assertNothingLeft(rest);
    return { cron, zone };
  }
  if (again || more.length > 0) return undefined;
  // `Friday week` is not the next Friday, `Monday the 5th` not the next Monday.
  if (hasWord(text, [...WORDS.week, ...WORDS.weeks]) || dayOfMonth(rest) !== undefined) return undefined;
  assertNothingLeft(rest);
  return onceIn(text, zone, now, timetable, clock, days);
}

/** How many kinds of days it is due on: two of them would need two patterns. */
function periods(text: string, days: readonly number[]): number {
  const ordinal = ordinalIn(text) !== undefined && days.length > 0;
  return [
    days.length > 0 && (hasWord(text, WORDS.every) || ordinal),
    hasWord(text, WORDS.workdays),
    hasWord(text, WORDS.daily),
    hasWord(text, WORDS.hourly),
    hasWord(text, WORDS.month) && days.length === 0,
  ].filter(Boolean).length;
}

/** Parts of the day that it names, each an hour of its own. */
function partsOfDay(text: string): number {
  return [WORDS.morning, WORDS.noon, WORDS.afternoon, WORDS.evening, WORDS.night].filter((words) =>
    hasWord(text, words),
  ).length;
}

interface Spoken {
  readonly text: string;
  /** Without its times of day. */
  readonly rest: string;
  /** Minute and hours, as cron has them. */
  readonly time: string;
  readonly days: readonly number[];
  readonly span: Span | undefined;
  readonly again: boolean;
  readonly clocks: readonly WallClock[];
}

/** By which of its words it comes again. Words that the pattern has no place for make it none: half would be another time. */
function cronOf(spoken: Spoken): string | undefined {
  const { text, rest, time, days, span, again, clocks } = spoken;
  const ordinal = ordinalIn(text);
  const day = dayOfMonth(rest);
  const isMonthly = days.length === 0 && hasWord(text, WORDS.month);
  // It ends, or begins, after a while.
  if (/\b(?:for|fur|pendant|durante|kwa)\s+(?:an?|one|eine[nr]?|une?|uma?|un)\s/.test(text)) return undefined;
  if (days.length > 0) {
    if (isCounted(span) || (day !== undefined && ordinal === undefined)) return undefined;
    if (ordinal === undefined)
      return hasWord(text, WORDS.month) ? undefined : `${time} * * ${days.join(',')}`;
    return days.length === 1 ? `${time} * * ${days[0]}#${ordinal}` : undefined;
  }
  if (isMonthly) {
    if (isCounted(span) || (!again && ordinal === undefined && day === undefined)) return undefined;
    const places = [...new Set([ordinal, day?.toString()].filter((place) => place !== undefined))];
    return places.length > 1 ? undefined : `${time} ${places[0] ?? 1} * *`;
  }
  if (ordinal !== undefined || day !== undefined) return undefined;
  if (hasWord(text, WORDS.workdays)) return isCounted(span) ? undefined : `${time} * * 1-5`;
  if (hasWord(text, WORDS.hourly))
    return isCounted(span) || clocks.length > 0 || partsOfDay(text) > 0 ? undefined : '0 * * * *';
  if (hasWord(text, WORDS.daily)) return isCounted(span) ? undefined : `${time} * * *`;
  if (hasWord(text, WORDS.week) && !isCounted(span)) return `${time} * * 1`;
  return span === undefined ? undefined : everySpan({ unit: span.unit, count: counted(span) }, time, clocks);
}

/** Whether a number was said of it, other than the one of `every day`. */
const isCounted = (span: Span | undefined): boolean => span?.isSaid === true;

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
  const named = [...days, hasWord(text, WORDS.tomorrow), hasWord(text, WORDS.today)].filter(
    (each) => each !== false,
  );
  if (named.length > 1) return undefined;
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
  readonly isSaid: boolean;
  readonly ms: number;
  readonly unit: keyof typeof WORDS;
}

/** With its sign, and with what makes it no whole number: half of a number would be another. */
const COUNT = '(?:(?:minus|moins|menos)\\s+|[-\\u2212\\u2013]\\s*)?\\d+(?:[.,]\\d+)*';

/** Swahili says `dakika 30`. */
const COUNTED_BEHIND: ReadonlySet<string> = new Set(['dakika', 'siku', 'wiki']);

/** `2 hours`, `30 Minuten`, `dakika 30`; `an hour` is one. */
function spanIn(text: string): Span | undefined {
  const units = SPANS.flatMap(([unit, ms]) => WORDS[unit].map((word) => ({ unit, ms, word })));
  for (const { unit, ms, word } of units) {
    const [, count] =
      new RegExp(`(${COUNT})\\s+${word}\\b`).exec(text) ??
      (COUNTED_BEHIND.has(word) ? new RegExp(`\\b${word}\\s+(${COUNT})(?![\\d:])`).exec(text) : null) ??
      [];
    if (count !== undefined) return { count, isSaid: true, ms, unit };
  }
  const bare = units.find(({ word }) => new RegExp(`\\b${word}\\b`).test(text));
  return bare === undefined ? undefined : { count: '1', isSaid: false, ms: bare.ms, unit: bare.unit };
}

/** How many spans are counted in a text, such as the two of `every 30 minutes for 2 hours`. */
function countedSpans(text: string): number {
  const words = SPANS.flatMap(([unit]) => WORDS[unit]);
  const before = [...text.matchAll(new RegExp(`(?:${COUNT})\\s+(?:${words.join('|')})\\b`, 'g'))].length;
  const behind = [...text.matchAll(/\b(?:dakika|siku|wiki)\s+\d+(?![\d:])/g)].length;
  return before + behind;
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
  clocks: readonly WallClock[],
): string | undefined {
  // `every 2 hours at 9` names an hour that steps have no place for.
  if (clocks.length > 0 && (unit === 'minutes' || unit === 'hours')) return undefined;
  if (unit === 'minutes') return 60 % count === 0 && count < 60 ? `*/${count} * * * *` : undefined;
  if (unit === 'hours') return 24 % count === 0 && count < 24 ? `0 */${count} * * *` : undefined;
  if (unit === 'days' && count === 1) return `${time} * * *`;
  if (unit === 'weeks' && count === 1) return `${time} * * 1`;
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
