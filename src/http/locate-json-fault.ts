/** Where and why a text stops being JSON. `position` counts UTF-16 units from 0; `line` and `column` from 1. */
export interface JsonFault {
  readonly position: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Finds the first fault by the grammar of RFC 8259; undefined when the text is JSON. The engine's own parser is
 * faster but names the position only for some faults, so this runs once that parser has refused.
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  let at = 0;
  const closers: ('}' | ']')[] = [];

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const fault = (expected: string): JsonFault => {
    const before = text.slice(0, at);
    const found =
      at >= text.length
        ? 'the text ends'
        : `found ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
    return {
      position: at,
      line: before.split('\n').length,
      column: at - before.lastIndexOf('\n'),
      message: `expected ${expected}, ${found}`,
    };
  };
  const string = (): JsonFault | undefined => {
    at += 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at += 1;
        return undefined;
      }
      // Past the end the code is NaN, which no comparison lets through.
      if (code === BACKSLASH) {
        if (!skip(ESCAPE)) return fault('a valid escape sequence');
      } else if (code >= FIRST_PRINTABLE) at += 1;
      else return fault('the closing quote of a string');
    }
  };
  const key = (): JsonFault | undefined => {
    if (text[at] !== '"') return fault('a property name in double quotes');
    const broken = string();
    if (broken !== undefined) return broken;
    skip(SPACE);
    if (text[at] !== ':') return fault('":" after the property name');
    at += 1;
    return undefined;
  };

  for (;;) {
    skip(SPACE);
    const char = text[at];
    if (char === '{' || char === '[') {
      const closer = char === '{' ? '}' : ']';
      at += 1;
      skip(SPACE);
      if (text[at] !== closer) {
        closers.push(closer);
        const broken = closer === '}' ? key() : undefined;
        if (broken !== undefined) return broken;
        continue;
      }
      at += 1;
    } else if (char === '"') {
      const broken = string();
      if (broken !== undefined) return broken;
    } else if (!skip(NUMBER) && !skip(WORD)) {
      return fault('a value');
    }
    // A value is complete: close what it completes, up to a comma or the end.
    for (;;) {
      skip(SPACE);
      const closer = closers.at(-1);
      if (closer === undefined) return at < text.length ? fault('the end of the text') : undefined;
      if (text[at] === closer) {
        closers.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ',') return fault(`"," or "${closer}"`);
      at += 1;
      skip(SPACE);
      const broken = closer === '}' ? key() : undefined;
      if (broken !== undefined) return broken;
      break;
    }
  }
}
