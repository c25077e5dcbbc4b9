import { OracleError } from 'oracle-runtime/plugin';
import { FILLERS, ORDINALS, THROUGH, WEEKDAYS, WORDS } from './time-words.js';

/** All that times are read from, the longer words first: `every day` before `day`. */
const KNOWN = [
  ...Object.values(WORDS).flat(),
  ...WEEKDAYS.flatMap(([, ...words]) => words),
  ...ORDINALS.flatMap(([, ...words]) => words),
  ...FILLERS,
].toSorted((a, b) => b.length - a.length);

/** A count before or behind its unit, and a day of the month. */
const COUNTS = [
  new RegExp(
    `\\b\\d+\\s+(?:${[...WORDS.minutes, ...WORDS.hours, ...WORDS.days, ...WORDS.weeks].join('|')})\\b`,
    'g',
  ),
  /\b(?:dakika|siku|wiki)\s+\d+\b/g,
  /\b\d{1,2}(?:st|nd|rd|th|er|º|ª|\.(?!\d))/g,
  /\b(?:dia|day|tag|tarehe|jour|le)\s+\d{1,2}\b/g,
];
const DAYS = WEEKDAYS.flatMap(([, ...words]) => words).join('|');
const RANGE = new RegExp(`\\b(${DAYS})\\s*${THROUGH}\\s*(?=(?:${DAYS})\\b)`, 'g');
const WORD = new RegExp(`(?<![\\p{L}\\d])(?:${KNOWN.join('|')})(?![\\p{L}\\d])`, 'gu');

/**
 * Refuses a time of which a word was not understood, such as the `other` of `every other Monday`.
 * @param text folded, without its times of day
 * @throws OracleError `invalid_request` that names what is left
 */
export function assertNothingLeft(text: string): void {
  let left = text.replace(RANGE, '$1 ');
  for (const count of COUNTS) left = left.replace(count, ' ');
  left = left.replace(WORD, ' ');
  const words = left.match(/[\p{L}\d][\p{L}\d:.,/'-]*/gu) ?? [];
  if (words.length === 0) return;
  const named = words.slice(0, 5).map((word) => `"${word.slice(0, 40)}"`);
  throw new OracleError('invalid_request', {
    detail: `Not understood of this time: ${named.join(', ')}. Nothing is planned by half of it.`,
    hint: 'Say it without, as two tasks, or as five fields of cron such as `0 8 * * 1`. A time zone is told apart, as `timeZone`; an hour as 07:00.',
    errors: [{ field: 'when', message: `not understood: ${named.join(', ')}` }],
  });
}
