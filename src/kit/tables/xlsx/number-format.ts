/** Built-in formats of dates and times in every language (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const QUOTED = /"[^"]*"|\\.|[_*]./g;
/** A colour, a condition or a language; `[h]` counts hours and is a time. */
const BRACKETS = /\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** How a number is shown, as far as the text of a cell depends on it. */
export type NumberFormat = 'date' | 'plain' | PaddedFormat;

/** As codes are shown: `00000` gives 00042, `"HH-"000` gives HH-042. */
export interface PaddedFormat {
  /** Each a literal, or a place for a digit. */
  readonly parts: readonly (string | typeof DIGIT)[];
}

const DIGIT = Symbol('digit');

/** @param id of the format @param code its own words, where it is not a built-in one */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined)
    return BUILT_IN.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain';
  if (/^general$/i.test(code)) return 'plain';
  const [positive = ''] = code.replace(QUOTED, '').replace(BRACKETS, '').split(';');
  return /[ymdhs]/i.test(positive) ? 'date' : (paddedFormat(code) ?? 'plain');
}

/** A format of zeros and what stands before or between them; a unit behind a number (`0" kg"`) is no part of it. */
function paddedFormat(code: string): PaddedFormat | undefined {
  const parts: PaddedFormat['parts'][number][] = [];
  for (const [token] of code.matchAll(/"[^"]*"|\\.|./gsu)) {
    if (token === ';') break;
    if (token === '0') parts.push(DIGIT);
    else if (token.startsWith('"')) parts.push(token.slice(1, -1));
    else if (token.startsWith('\\')) parts.push(token.slice(1));
    else if (/^[-\s():!^'~{}=<>]$/.test(token)) parts.push(token);
    else return undefined;
  }
  const places = parts.filter((part) => part === DIGIT).length;
  return parts.at(-1) === DIGIT && places > 1 ? { parts } : undefined;
}

/** A whole number from 0 as a format shows it: the first place takes all digits that have no place of their own. */
export function padded(value: number, { parts }: PaddedFormat): string {
  const places = parts.filter((part) => part === DIGIT).length;
  const digits = BigInt(value).toString().padStart(places, '0');
  let next = 0;
  return parts
    .map((part) => {
      if (part !== DIGIT) return part;
      const from = next;
      next = from === 0 ? digits.length - places + 1 : from + 1;
      return digits.slice(from, next);
    })
    .join('');
}
