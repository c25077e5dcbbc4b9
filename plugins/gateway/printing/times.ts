import type { Wire } from './wire.js';

/** What Go prints for a time that was never set. */
export const ZERO_TIME = '"0001-01-01T00:00:00Z"';
export const ZERO_SPAN = '"0s"';

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
  return `"${new Date(at * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z"`;
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
