/**
 * What acts on a terminal: control characters but line ends and tabs, and those that turn the direction of writing (their
 * marks, which only settle which way a sign stands, are part of honest text).
 */
const ACTING = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a stranger, a model or a tool for a terminal: what would move the cursor, recolour it, set its title or turn the
 * direction of writing is written out, as `\u{1b}`. All line ends are `\n`.
 */
export function printable(text: string): string {
  return text
    .replace(/\r/g, '')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(ACTING, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
