import { OracleError } from 'oracle-runtime/plugin';
import { readClocks, usualClock } from './read-clock.js';
import { namesPart, takePart } from './read-part.js';
import { SPAN, type Span, spanOf } from './spans.js';
import {
  ANY_DAY,
  isEachDay,
  ORDINALS,
  ORDINALS_BEHIND,
  oneOf,
  THROUGH,
  WORDS,
  weekdayOf,
} from './time-words.js';
import { Untaken } from './untaken.js';

const EVERY = oneOf(WORDS.every);
const STEP = new RegExp(`\\b${EVERY}\\s+(${SPAN})\\b`);
const MONTHLY = new RegExp(
  `\\b(?:in\\s+)?(?:(?:${EVERY}|the)\\s+)?${oneOf(WORDS.month)}\\b|\\b${oneOf(WORDS.monthly)}\\b`,
);
const WEEKLY = new RegExp(`\\b${EVERY}\\s+${oneOf(WORDS.week)}\\b|\\b${oneOf(WORDS.weekly)}\\b`);
const ORDINAL = oneOf(ORDINALS.flatMap(([, ...words]) => words));
const BEHIND = oneOf(ORDINALS_BEHIND.flatMap(([, ...words]) => words));
const ORDINAL_DAY = new RegExp(`\\b(${ORDINAL})\\s+(${ANY_DAY})\\b|\\b(${ANY_DAY})\\s+(${BEHIND})\\b`);
/** `the 15th`, `day 15`, `the last day`. */
const DAY_WORD = '(?:day|tag(?:es)?|jour|dia|siku)';
const DAY_OF_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.(?!\\d))(?:\\s+${DAY_WORD}\\b)?|\\b(?:${DAY_WORD}|tarehe|le)\\s+(\\d{1,2})\\b(?![:.h]?\\d)|\\b(${ORDINAL})\\b(?:\\s+${DAY_WORD}\\b)?|\\b(?:${DAY_WORD}\\s+)?(${BEHIND})\\b`,
);
const DAYS = new RegExp(
  `\\b(?:(?:from|von|vom|du|de|desde|kuanzia)\\s+(?=${ANY_DAY}\\s*${THROUGH}))?(${ANY_DAY})(?:\\s*${THROUGH}\\s*(${ANY_DAY}))?\\b`,
);

/**
 * Five fields of cron for what comes again, taking each word that has a place in them. Undefined where nothing says that it comes
 * again, and where no pattern is what was said.
 */
export function readRepeated(text: Untaken): string | undefined {
  const usual = usualClock(text.left);
  const stepped = text.take(STEP)?.[1];
  if (stepped !== undefined) return stepOf(spanOf(stepped), text);
  if (text.takeWord(WORDS.hourly) !== undefined) return '0 * * * *';
  const { clocks, between } = text.takeBy(readClocks);
  const [clock = usual, ...more] = clocks;
  // Cron has one minute for all hours of a pattern, and all hours on each of its days: not `Mondays at 9 and Fridays at 10`.
  if (more.some(({ minute }) => minute !== clock.minute) || new Untaken(between).untaken.length > 0)
    return undefined;
  const days = daysOf(text);
  if (days === undefined) return undefined;
  return `${clock.minute} ${[clock, ...more].map(({ hour }) => hour).join(',')} ${days}`;
}

/** Cron knows steps of an hour and of a day alone, so that others have to be said in its own fields. */
function stepOf({ count, unit }: Span, text: Untaken): string | undefined {
  if (unit === 'minutes') return 60 % count === 0 && count < 60 ? `*/${count} * * * *` : undefined;
  if (unit === 'hours') return 24 % count === 0 && count < 24 ? `0 */${count} * * *` : undefined;
  if (count > 1) return undefined;
  const usual = usualClock(text.left);
  const { clocks } = text.takeBy(readClocks);
  const [clock = usual, another] = clocks;
  takePart(text);
  if (another !== undefined) return undefined;
  const on = { days: '* * *', weeks: '* * 1', months: '1 * *' }[unit];
  return `${clock.minute} ${clock.hour} ${on}`;
}

/** Day of the month, month and day of the week. */
function daysOf(text: Untaken): string | undefined {
  const ordinal = text.take(ORDINAL_DAY);
  if (ordinal !== undefined) {
    const day = weekdayOf(ordinal[2] ?? ordinal[3] ?? '');
    const place = placeOf(ordinal[1] ?? ordinal[4] ?? '');
    const isOfMonth = text.take(MONTHLY) !== undefined;
    if (!isOfMonth && /[234]/.test(place)) throw twoWays(ordinal[0] ?? '');
    return (isOfMonth || text.has(WORDS.every)) && day !== undefined
      ? rest(text, `* * ${day}#${place}`)
      : undefined;
  }
  const again = text.has(WORDS.every);
  const days = text.has(WORDS.workdays) ? undefined : text.attempt(() => weekdays(text, again));
  if (days !== undefined) {
    text.take(WEEKLY);
    return rest(text, `* * ${days}`);
  }
  if (text.takeWord(WORDS.workdays) !== undefined) return rest(text, '* * 1-5');
  const daily = text.takeWord(WORDS.daily);
  if (daily !== undefined) return namesPart(daily) ? '* * *' : rest(text, '* * *');
  if (MONTHLY.test(text.left)) return ofMonth(text, again);
  return text.take(WEEKLY) === undefined ? undefined : rest(text, '* * 1');
}

/** `every month on the 15th`, `the last day of the month`. Without a day of it, the first of each. */
function ofMonth(text: Untaken, again: boolean): string | undefined {
  const day = text.take(DAY_OF_MONTH);
  const isEach = again || text.has(WORDS.monthly);
  if (!isEach && day === undefined) return undefined;
  text.take(MONTHLY);
  if (day === undefined) return rest(text, '1 * *');
  const [, figure, other, word, behind] = day;
  const place = figure ?? other ?? placeOf(word ?? behind ?? '');
  if (place !== 'L' && (Number(place) < 1 || Number(place) > 31)) return undefined;
  return rest(text, `${Number(place) || place} * *`);
}

/** The days of the week that a text names, as cron has them; undefined for none, and for one that is not each of its name. */
function weekdays(text: Untaken, again: boolean): string | undefined {
  const named = new Set<number>();
  let each = again || text.has(WORDS.weekly);
  for (let found = text.take(DAYS); found !== undefined; found = text.take(DAYS)) {
    const [, from = '', until] = found;
    const [first, last] = [weekdayOf(from), weekdayOf(until ?? from)];
    if (first === undefined || last === undefined) continue;
    each ||= isEachDay(from);
    for (let at = 0; at <= (last - first + 7) % 7; at++) named.add((first + at) % 7);
  }
  return named.size > 0 && each ? [...named].sort().join(',') : undefined;
}

/** What stands beside the days of each pattern: a part of the day, and words of each one. */
function rest(text: Untaken, days: string): string {
  takePart(text);
  text.takeWords(WORDS.every);
  return days;
}

function twoWays(said: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${JSON.stringify(said)} is read in two ways: of each month, or every so many weeks.`,
    hint: `Say \`${said} of every month\`; every so many weeks cannot be planned.`,
    errors: [{ field: 'when', message: 'read in two ways' }],
  });
}

function placeOf(word: string): string {
  const all = [...ORDINALS, ...ORDINALS_BEHIND];
  return all.find(([, ...words]) => new RegExp(`^${oneOf(words)}$`).test(word))?.[0] ?? '';
}
