/** Longer than this no number is that anybody reads. */
const LONGEST_NUMBER = 40;
const OPEN_NUMBER = /\p{N}(?:[.,]?\p{N})*[.,]?$/u;
const GOES_ON = /^[.,]?\p{N}/u;

/**
 * The beginning of a text, at most `length` long, with no character and no number cut in two: half a number is another one.
 * Nothing but the beginning of one long number is given as it is.
 */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '');
  const after = text.slice(head.length, head.length + 2);
  const { index = 0 } = GOES_ON.test(after) ? (OPEN_NUMBER.exec(head.slice(-LONGEST_NUMBER)) ?? {}) : {};
  const cut = Math.max(0, head.length - LONGEST_NUMBER) + index;
  return index === 0 ? head : head.slice(0, cut);
}

/** The same, and a sign that there was more. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : `${headOf(text, length)}…`;
}
