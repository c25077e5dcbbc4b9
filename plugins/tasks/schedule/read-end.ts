import { OracleError } from 'oracle-runtime/plugin';
import { clockSaid, readClocks, type WallClock, written } from './read-clock.js';
import type { Schedule } from './schedule.js';
import { dayAfter, lengthOf, SPAN, type Span, spanOf } from './spans.js';
import { ANY_DAY, oneOf, WORDS } from './time-words.js';
import { dateIn, type Timetable } from './timetable.js';
import type { Untaken } from './untaken.js';

/** Where something that comes again ends. */
export type End =
  | { readonly after: Span }
  | { readonly times: number }
  /** As ISO 8601 writes it, `2026-12-05t09:00:00`; the offset, where one was said. */
  | { readonly instant: string; readonly offset: string | undefined }
  | { readonly until: { readonly day: string | undefined; readonly clock: WallClock | undefined } };

const CLOCK =
  "\\d{1,2}(?:\\s*[:h.]\\s*\\d{2})?\\s*(?:am\\b|pm\\b|uhr\\b|h\\b|heures?\\b|horas?\\b|o'?clock\\b)?";
const MIDDLE = oneOf([...WORDS.noon, ...WORDS.midnight]);
const FOR = ['for', 'during', 'fur', 'pendant', 'durante', 'por', 'kwa'];
const NEXT = 'the next|the coming|die nachsten?|les prochaine?s|(?:las?|los) proxim[ao]s|[ao]s proxim[ao]s';
const UNTIL = ['until', 'till?', 'bis(?: zum)?', 'jusqu.?(?:a|au)', 'hasta', 'ate', 'hadi', 'mpaka'];
const LASTING = new RegExp(
  `\\b${oneOf(FOR)}\\s+(?:(?:${NEXT})\\s+)?(${SPAN})\\b(?:\\s+lang\\b)?|\\b(${SPAN})\\s+lang\\b`,
);
const TIMES =
  /[\s,;]+(?:(?:for|only|nur|insgesamt|solo|so|seulement)\s+)?(?:(\d{1,3})\s*(?:times|mal|fois|veces|vezes)|mara\s+(\d{1,3}))(?:\s+(?:in all|in total|insgesamt|en tout|en total|no total))?\s*$/;
const UNTIL_DAY = new RegExp(
  `(?<!\\b${ANY_DAY}\\s*)\\b${oneOf(UNTIL)}\\s+(?:(?:the|next|le|el|an?|o|den|nachsten)\\s+)?(\\d{4}-\\d{2}-\\d{2}|${ANY_DAY}|${oneOf(WORDS.tomorrow)}|${oneOf(WORDS.today)})(?![\\p{L}\\d])`,
  'u',
);
const UNTIL_INSTANT = new RegExp(
  `\\b${oneOf(UNTIL)}\\s+(\\d{4}-\\d{2}-\\d{2}t\\d{2}:\\d{2}(?::\\d{2})?)(?:\\.\\d+)?(z|[+-]\\d{2}:?\\d{2})?(?![\\p{L}\\d:.])`,
  'u',
);
const AT = '(?:(?:at|um|a las?|as|saa|a)\\s+)?';
const UNTIL_CLOCK = new RegExp(`\\b${oneOf(UNTIL)}\\s+${AT}(${CLOCK}|${MIDDLE})(?![\\p{L}\\d:.])`, 'u');
const CLOCK_BEHIND = new RegExp(`(\u00b7)[\\s,]+${AT}(${CLOCK}|${MIDDLE})(?![\\p{L}\\d:.])`, 'u');

/** `for 3 days`, `until Friday`, `until 18:00`, `5 times`, where it stands; all ends of the text but one are left in it. */
export function takeEnd(text: Untaken, day: (said: string) => string): End | undefined {
  const lasting = text.take(LASTING);
  const span = lasting?.[1] ?? lasting?.[2];
  if (span !== undefined) return { after: spanOf(span) };
  const [, instant, offset] = text.take(UNTIL_INSTANT) ?? [];
  if (instant !== undefined) {
    day(instant.slice(0, 10));
    return { instant, offset };
  }
  const until = text.take(UNTIL_DAY)?.[1];
  // `every hour until Friday at 17:00` has the hour at its end, `every day until Friday at 9` has the one of each day.
  if (until !== undefined) {
    const isOwn = isStep(text) || saysClock(text.left.replace(CLOCK_BEHIND, '$1'));
    const clock = isOwn ? text.take(CLOCK_BEHIND)?.[2] : undefined;
    return { until: { day: day(until), clock: clock === undefined ? undefined : clockSaid(clock) } };
  }
  const clock = isStep(text) ? text.take(UNTIL_CLOCK)?.[1] : undefined;
  if (clock !== undefined) return { until: { day: undefined, clock: clockSaid(clock) } };
  // `every day 3 times` would be thrice each day.
  if (!isStep(text) && !saysClock(text.left)) return undefined;
  const times = text.take(TIMES);
  return times === undefined ? undefined : { times: Number(times[1] ?? times[2]) };
}

const saysClock = (text: string): boolean => readClocks(text).clocks.length > 0;

/** Whether it comes by the hour or by the minute. */
const isStep = (text: Untaken): boolean =>
  text.has(WORDS.hourly) ||
  new RegExp(`\\b${oneOf(WORDS.every)}\\s+(?:\\d+\\s+)?${oneOf([...WORDS.minutes, ...WORDS.hours])}\\b`).test(
    text.left,
  );

/** Instants that are looked at for the last one. */
const AT_A_TIME = 200;
const MOST_LOOKED_AT = 2_000;

/**
 * A schedule that ends.
 * @throws OracleError `invalid_request` when it ends before it is due once
 */
export function endedBy(
  schedule: Extract<Schedule, { readonly cron: string }>,
  end: End,
  now: number,
  timetable: Timetable,
): Schedule {
  const { zone } = schedule;
  const [first] = timetable.next(schedule, now, 1);
  if (first === undefined) return schedule;
  if ('times' in end) {
    const until = end.times > 0 ? timetable.next(schedule, now, end.times).at(-1) : undefined;
    if (until === undefined) throw endsBefore();
    return { ...schedule, until };
  }
  const limit =
    'after' in end
      ? afterFirst(first, end.after, zone, timetable)
      : 'instant' in end
        ? instantOf(end, zone, timetable)
        : untilOf(end.until, zone, now, timetable);
  if (limit < first) throw endsBefore();
  return { ...schedule, until: lastBefore(schedule, limit, first, timetable) };
}

/** `for 3 days` are three, from the first time on. */
function afterFirst(first: number, span: Span, zone: string, timetable: Timetable): number {
  const length = lengthOf(span);
  if (length !== undefined) return first + length - 1;
  const [date = '', clock = ''] = new Date(first)
    .toLocaleString('sv-SE', { timeZone: zone, hourCycle: 'h23' })
    .split(' ');
  return timetable.instantOf(`${dayAfter(date, span)}T${clock}`, zone) - 1;
}

function instantOf(
  { instant, offset }: Extract<End, { readonly instant: string }>,
  zone: string,
  timetable: Timetable,
): number {
  const at = instant.toUpperCase();
  return offset === undefined ? timetable.instantOf(at, zone) : Date.parse(`${at}${offset.toUpperCase()}`);
}

/** A day is meant with all of it, an hour by itself is the next that comes. */
function untilOf(
  { day, clock }: { readonly day: string | undefined; readonly clock: WallClock | undefined },
  zone: string,
  now: number,
  timetable: Timetable,
): number {
  const date = day ?? dateIn(zone, now);
  const next = dayAfter(date, { count: 1, unit: 'days' });
  if (clock === undefined) return timetable.instantOf(`${next}T00:00:00`, zone) - 1;
  const at = timetable.instantOf(`${date}T${written(clock)}:00`, zone);
  return at > now || day !== undefined ? at : timetable.instantOf(`${next}T${written(clock)}:00`, zone);
}

/** The last instant that is due until then, so that it is told as what it is; the limit itself where it is far away. */
function lastBefore(schedule: Schedule, limit: number, first: number, timetable: Timetable): number {
  let last = first;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += AT_A_TIME) {
    const found = timetable.next(schedule, last, AT_A_TIME).filter((instant) => instant <= limit);
    last = found.at(-1) ?? last;
    if (found.length < AT_A_TIME) return last;
  }
  return limit;
}

function endsBefore(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'This ends before it is due for the first time.',
    hint: 'Say a later end, such as `every day at 9 until Friday`, or none.',
    errors: [{ field: 'when', message: 'ends before its first time' }],
  });
}
