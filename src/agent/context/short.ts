/** The beginning of a text, and a sign that there was more. */
export function short(text: string, length: number): string {
  return text.length <= length ? text : `${wellFormed(text.slice(0, length))}…`;
}

/** Without halves of characters at its ends. */
export function wellFormed(text: string): string {
  return text.replace(/^(…?)[\uDC00-\uDFFF]/, '$1').replace(/[\uD800-\uDBFF](…?)$/, '$1');
}
