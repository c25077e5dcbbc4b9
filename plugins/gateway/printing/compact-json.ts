/** Levels of arrays and objects that Go reads (encoding/json). */
const MOST_LEVELS = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON without blanks around its parts; text that is none comes back as some that is none.
 * @throws Error where arrays and objects lie too deep in each other, before anything is parsed
 */
export function compactJson(text: string): string {
  let depth = 0;
  let plain = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
        if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > MOST_LEVELS) throw new Error('JSON nested too deeply');
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
    else if (isBlank(char)) {
      const start = at;
      while (isBlank(text.charCodeAt(at + 1))) at++;
      // `1 2` is no JSON, and no `12` either.
      const parts = isInside(text.charCodeAt(start - 1)) && isInside(text.charCodeAt(at + 1));
      plain += text.slice(from, parts ? start + 1 : start);
      from = at + 1;
    }
  }
  return plain + text.slice(from);
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}

/** Whether it may be a part of a number or a word. */
function isInside(char: number): boolean {
  return char > 0x20 && !MARKS.has(char);
}

const MARKS: ReadonlySet<number> = new Set([...'[]{},:"'].map((mark) => mark.charCodeAt(0)));
