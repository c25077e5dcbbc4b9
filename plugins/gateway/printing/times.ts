import { type Wire, wrongWireType } from './wire.js';

/** What Go prints for a time that was never set. */
export const ZERO_TIME = '"0001-01-01T00:00:00Z"';
export const ZERO_SPAN = '"0s"';

const DAY_SECONDS = 86_400;
const MOST_DATES = 1_000;
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Seconds and nanoseconds of a Timestamp or a Duration. */
function readParts(wire: Wire): { seconds: string; nanos: number } {
  let seconds = '0';
  let nanos = 0;
  while (wire.pos < wire.end) {
    const tag = wire.uint32();
    if (tag === 8) seconds = wire.int64();
    else if (tag === 16) nanos = wire.int32();
    else if (tag >>> 3 === 1 || tag >>> 3 === 2) throw wrongWireType(tag);
    else wire.skip(tag & 7, tag >>> 3);
  }
  return { seconds, nanos };
}

/** RFC 3339 in UTC with 0, 3, 6 or 9 digits of a second. @throws Error outside the years 1 to 9999 */
export function printTimestamp(wire: Wire): string {
  const { seconds, nanos } = readParts(wire);
  const at = Number(seconds);
  if (at < FIRST_SECOND || at > LAST_SECOND || nanos < 0 || nanos > 999_999_999) {
    throw new Error('a timestamp is outside the years 1 to 9999');
  }
  const day = Math.floor(at / DAY_SECONDS);
  const rest = at - day * DAY_SECONDS;
  const minutes = Math.floor(rest / 60);
  return `"${dateOf(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(rest % 60)}${fraction(nanos)}Z"`;
}

/** The date of a day since 1970. Answers name the same few days over and over. */
function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    if (dates.size >= MOST_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
}

const dates = new Map<number, string>();

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Seconds with 0, 3, 6 or 9 decimals and an `s`. */
export function printDuration(wire: Wire): string {
  const { seconds, nanos } = readParts(wire);
  const sign = seconds.startsWith('-') || nanos < 0 ? '-' : '';
  return `"${sign}${seconds.replace('-', '')}${fraction(Math.abs(nanos))}s"`;
}

function fraction(nanos: number): string {
  if (nanos === 0) return '';
  return `.${String(nanos)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '')}`;
}
