/** What can act on a terminal, or break or turn a line. */
const ACTING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const HARMLESS: ReadonlySet<string> = new Set(['\n', '\r', '\t']);
const ESCAPE = '\u001b';
/**
 * What this program itself draws with, after an escape: styles, going up, erasing a line or what is below. Nothing conceals
 * (`8m`) or clears what stands above (`2J`).
 */
const OWN = /\[(?:(?:(?:[0-4]|9|2[2-4]|29|3[1-9])(?:;|(?=m)))*m|\d*A|J|2?K)/y;

/**
 * Output for a terminal, with all that somebody else may have put into it written out. What others wrote is made printable
 * where it is shown; this is the last line, for what was forgotten. The form is that of JSON, which stays valid.
 */
export function guarded(text: string): string {
  return text.replace(ACTING, (char, at: number) =>
    HARMLESS.has(char) || (char === ESCAPE && isOwn(text, at + 1)) ? char : written(char),
  );
}

/**
 * The same of a command that draws nothing itself but a line which it rewrites: no escape goes through, and a carriage
 * return only where a text begins with it or a line ends. It holds for files and pipes too, which somebody shows later.
 */
export function guardedWords(text: string): string {
  return text.replace(ACTING, (char, at: number) => {
    const harmless = char === '\r' ? at === 0 || text[at + 1] === '\n' : HARMLESS.has(char);
    return harmless ? char : written(char);
  });
}

function written(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isOwn(text: string, at: number): boolean {
  OWN.lastIndex = at;
  return OWN.test(text);
}
