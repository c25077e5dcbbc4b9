/** Deeper nesting of JSON has no honest use and would exhaust the stack of whoever walks the value. */
export const MOST_LEVELS = 100;

/** Whether a text of JSON has more levels of arrays and objects than `MOST_LEVELS`, found without parsing it. */
export function nestsTooDeep(text: string): boolean {
  if (text.length <= 2 * MOST_LEVELS) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      at = endOfString(text, at);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > MOST_LEVELS) return true;
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at;
  }
  return text.length;
}
