const MISSING = /^(?:|-+|n\.?\/?a\.?|nan|null|none|missing|err(?:or)?|#n\/a|overrange|open|fault)$/i;
const WITH_UNIT = /^([+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)\s*(?:°|º|deg)?\s*[cf]?$/i;

/** What a cell holds that should be a temperature. */
const NO_READING = Number.NaN;
export const NO_NUMBER = Number.POSITIVE_INFINITY;

/**
 * The number in the bytes from `start` to `end` (exclusive), with a decimal point or comma: loggers group no thousands.
 * @returns `NO_READING` for an empty cell or a word for it, `NO_NUMBER` for anything else that is none
 */
export function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] as number) <= 0x20) at++;
  let to = end;
  while (to > at && (bytes[to - 1] as number) <= 0x20) to--;
  if (at === to) return NO_READING;
  const from = at;
  const negative = bytes[at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at++;
  let whole = 0;
  let digits = 0;
  let scale = 1;
  let inFraction = false;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      whole = whole * 10 + byte - 0x30;
      digits++;
      if (inFraction) scale *= 10;
    } else if ((byte === 0x2e || byte === 0x2c) && !inFraction) inFraction = true;
    else break;
  }
  if (at === to && digits > 0 && digits <= 15) return (negative ? -whole : whole) / scale;
  return slowly(bytes, from, to);
}

function slowly(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 40) return NO_NUMBER;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
    .toString('utf8')
    .trim();
  if (MISSING.test(text)) return NO_READING;
  const [, number] = WITH_UNIT.exec(text) ?? [];
  const value = number === undefined ? Number.NaN : Number(number.replace(',', '.'));
  return Number.isFinite(value) ? value : NO_NUMBER;
}
