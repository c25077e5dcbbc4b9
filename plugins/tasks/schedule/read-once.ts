import { readClocks, usualClock, written } from './read-clock.js';
import { takePart } from './read-part.js';
import type { Schedule } from './schedule.js';
import { dayAfter, lengthOf, takeSpan } from './spans.js';
import { ANY_DAY, COMING, NEXT, oneOf, WORDS, weekdayOf } from './time-words.js';
import { dateIn, type Timetable } from './timetable.js';
import type { Untaken } from './untaken.js';

const DAY = new RegExp(`\\b(?:${oneOf(COMING)}\\s+)?(${ANY_DAY})(?:\\s+${oneOf(COMING)})?\\b`);
const NEXT_DAY = new RegExp(`\\b${oneOf(NEXT)}\\b`);
/** The next day of that number. */
const THE_DAY = /\b(?:on the|the|am|le|el|o|dia|tarehe)\s+(\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?![\d:.h\p{L}])/u;

/** What is due once: `in 2 hours`, `tomorrow at 9`, `next Monday`, `at 17:00`. Undefined where nothing says when. */
export function readOnce(
  text: Untaken,
  zone: string,
  now: number,
  timetable: Timetable,
): Schedule | undefined {
  const span = takeSpan(text, WORDS.within);
  const length = span === undefined ? undefined : lengthOf(span);
  if (length !== undefined) return { at: now + length, zone };
  const usual = usualClock(text.left);
  const { clocks } = text.takeBy(readClocks);
  const [clock = usual, another] = clocks;
  if (another !== undefined) return undefined;
  const today = dateIn(zone, now);
  const on = (date: string) => ({ at: timetable.instantOf(`${date}T${written(clock)}:00`, zone), zone });
  const ahead = (count: number) => on(dayAfter(today, { count, unit: 'days' }));
  if (span !== undefined) return on(dayAfter(today, span));
  const isToday = text.takeWord(WORDS.today) !== undefined;
  takePart(text);
  if (isToday) return on(today);
  if (text.takeWord(WORDS.afterTomorrow) !== undefined) return ahead(2);
  if (text.takeWord(WORDS.tomorrow) !== undefined) return ahead(1);
  const [said = '', name = ''] = text.take(DAY) ?? [];
  const day = weekdayOf(name);
  // `next Monday`, said on a Monday, is no time of today.
  if (day !== undefined && NEXT_DAY.test(said) && isDayOf(today, day)) return ahead(7);
  const date = day === undefined ? text.take(THE_DAY)?.[1] : undefined;
  if (day === undefined && date === undefined && clocks.length === 0) return undefined;
  const cron = `${clock.minute} ${clock.hour} ${Number(date) || '*'} * ${day ?? '*'}`;
  const [at] = Number(date) > 31 ? [] : timetable.next({ cron, zone }, now, 1);
  return at === undefined ? undefined : { at, zone };
}

function isDayOf(date: string, weekday: number): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === weekday;
}
