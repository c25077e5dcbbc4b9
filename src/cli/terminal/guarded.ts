/** What can act on a terminal, or break or turn a line. */
const ACTING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const HARMLESS: ReadonlySet<string> = new Set(['\n', '\r', '\t']);
const ESCAPE = '\u001b';
/** What this program itself draws with, after an escape: styles, going up, erasing. */
const OWN = /\[[\d;]*[mAJK]/y;

/**
 * Output for a terminal, with all that somebody else may have put into it written out. What others wrote is made printable
 * where it is shown; this is the last line, for what was forgotten. The form is that of JSON, which stays valid.
 */
export function guarded(text: string): string {
  return text.replace(ACTING, (char, at: number) => {
    if (HARMLESS.has(char) || (char === ESCAPE && isOwn(text, at + 1))) return char;
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function isOwn(text: string, at: number): boolean {
  OWN.lastIndex = at;
  return OWN.test(text);
}
