import type { NumberNotation } from '../../kit/index.js';
import type { Habits } from '../../plugin/index.js';
import { partsOf } from './verbatim.js';

/** What is not the answer's own words: code, quotations, targets of links. Each is short, so that none is looked for long. */
const VERBATIM =
  /(```[^`]{0,20000}```|`[^`\n]{0,500}`|\]\([^)\n]{0,500}\)|"[^"\n]{0,300}"|“[^”\n]{0,300}”|„[^“”\n]{0,300}[“”]|«[^»\n]{0,300}»)/u;

/**
 * A number as answers write it, with decimals or thousands: no part of a word, an identifier, a version, a date, a time,
 * a path or an address.
 */
const NUMBER =
  /(?<![\p{L}\p{N}_./\\@#:,]|[\p{L}\p{N}_]-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\p{L}\p{N}_]|[.,:/\\@-]\p{N}|[-/\\@.]\p{L})/gu;

/** `TPDDTEC 4.0`, `section 5.1`, `version 2.0`: names, though they look like numbers. */
const CAPITALS = /(?:^|[\s(*])\p{Lu}[\p{Lu}\p{N}-]{3,}\s$/u;
const NAMED = /(?:^|[\s(*])(?:v|version|section|chapter|release|part)\s$/iu;
const MOMENT =
  /\b(\d{4}-\d{2}-\d{2})(?: (?=\d{2}:\d{2}(?::\d{2})? UTC\b)|T(?=[\d:.]+Z\b))(\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?: UTC|Z)\b/gu;

/**
 * An answer as its person reads it: its numbers in their notation, its moments in their time zone. The value of no number
 * changes, and what is quoted or is a name stays as it is.
 */
export function rewrite(text: string, { decimalSeparator, groupSeparator, timeZone }: Habits): string {
  const notation =
    decimalSeparator === undefined
      ? undefined
      : { decimal: decimalSeparator, group: groupSeparator ?? (decimalSeparator === ',' ? '.' : ',') };
  const own = (part: string) => {
    const timed =
      timeZone === undefined
        ? part
        : part.replace(MOMENT, (_, day, time) => inZone(`${day}T${time}Z`, timeZone));
    return notation === undefined ? timed : renumber(timed, notation);
  };
  return partsOf(text)
    .map(({ text: part, isVerbatim }) =>
      isVerbatim
        ? part
        : part
            .split(VERBATIM)
            .map((piece, index) => (index % 2 === 1 ? piece : own(piece)))
            .join(''),
    )
    .join('');
}

/** Exchanges the signs and keeps every digit, also the last of `2.50`, which says how exact it is. */
function renumber(text: string, { decimal, group }: NumberNotation): string {
  return text.replace(NUMBER, (number, at: number) =>
    isName(number, text.slice(Math.max(0, at - 24), at))
      ? number
      : number.replace(/[.,]/gu, (sign) => (sign === '.' ? decimal : group)),
  );
}

function isName(number: string, before: string): boolean {
  return /^\d\.\d$/u.test(number) && (CAPITALS.test(before) || NAMED.test(before));
}

function inZone(moment: string, timeZone: string): string {
  const timeStyle = /T\d{2}:\d{2}:(?!00)/u.test(moment) ? 'medium' : 'short';
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle });
  return `${local.format(new Date(moment))} (${timeZone})`;
}
