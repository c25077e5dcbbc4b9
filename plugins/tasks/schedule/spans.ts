import { OracleError } from 'oracle-runtime/plugin';
import { oneOf, WORDS } from './time-words.js';
import type { Untaken } from './untaken.js';

export type Unit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months';

/** So much time. */
export interface Span {
  readonly count: number;
  readonly unit: Unit;
}

const UNITS: readonly Unit[] = ['minutes', 'hours', 'days', 'weeks', 'months'];
const ANY_UNIT = oneOf(UNITS.flatMap((unit) => WORDS[unit]));
/** With its sign, and with what makes it no whole number: half of a number would be another. */
const COUNT = '(?:(?:minus|moins|menos)\\s+|[-\\u2212\\u2013]\\s*)?\\d+(?:[.,]\\d+)*';
/** Swahili says `dakika 30`; `saa 8` is a time of day there. */
const SWAHILI = '(?:dakika|masaa|siku|wiki|miezi)';
const HALF_HOUR =
  '(?:half an hour|half hour|(?:eine[rn]? )?halben? stunde|(?:une )?demi-heure|media hora|meia hora|nusu saa)';
const ONE = '(?:an?|one|eine[nmr]?|une?|uma?|una)';
const ONE_BEHIND = '(?:saa|siku|wiki|mwezi)\\s+(?:moja|mmoja)';

/** `2 hours`, `dakika 30`, `an hour`, `half an hour`: the forms of a span, for patterns around them. */
export const SPAN = `(?:${HALF_HOUR}|${ONE_BEHIND}|${SWAHILI}\\s+${COUNT}(?![\\d:])|${COUNT}\\s+${ANY_UNIT}|${ONE}\\s+${ANY_UNIT})`;

/** The span that a text of the form {@link SPAN} says. @throws OracleError `invalid_request` for a count that is none from 1 to 999 */
export function spanOf(said: string): Span {
  if (new RegExp(HALF_HOUR).test(said)) return { count: 30, unit: 'minutes' };
  const unit = UNITS.find((each) => new RegExp(`\\b(?:${oneOf(WORDS[each])})\\b`).test(said)) ?? 'days';
  const count = new RegExp(COUNT).exec(said)?.[0] ?? '1';
  if (/^0*[1-9]\d{0,2}$/.test(count)) return { count: Number(count), unit };
  throw new OracleError('invalid_request', {
    detail: `A task cannot be planned by ${count} ${unit}: the number has to be whole, from 1 to 999.`,
    hint: 'Say it as `in 2 hours`, or name the day and the time, such as `2026-12-01 09:00`.',
    errors: [{ field: 'when', message: 'counts with a whole number from 1 to 999' }],
  });
}

/** A span behind one of some words, such as `in 2 hours`. */
export function takeSpan(text: Untaken, before: readonly string[]): Span | undefined {
  const found = text.take(new RegExp(`\\b${oneOf(before)}\\s+(${SPAN})\\b`));
  return found?.[1] === undefined ? undefined : spanOf(found[1]);
}

const MINUTE = 60_000;

/** In real time; undefined for what the calendar decides. */
export function lengthOf({ count, unit }: Span): number | undefined {
  if (unit === 'minutes') return count * MINUTE;
  return unit === 'hours' ? count * 60 * MINUTE : undefined;
}

/** The day so many days, weeks or months after another, `YYYY-MM-DD`. The 31st of a month with 30 days is its last. */
export function dayAfter(date: string, { count, unit }: Span): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (unit === 'days' || unit === 'weeks')
    day.setUTCDate(day.getUTCDate() + count * (unit === 'weeks' ? 7 : 1));
  if (unit === 'months') {
    const before = day.getUTCDate();
    day.setUTCMonth(day.getUTCMonth() + count);
    if (day.getUTCDate() !== before) day.setUTCDate(0);
  }
  return day.toISOString().slice(0, 10);
}
