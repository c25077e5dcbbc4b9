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

/** Whether a number in this format is shown as a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([first, last]) => id >= first && id <= last);
  if (/^general$/i.test(code)) return false;
  const [positive = ''] = code.replace(QUOTED, '').replace(BRACKETS, '').split(';');
  return /[ymdhs]/i.test(positive);
}
