import { type TextPosition, textPosition } from './text-position.js';

/** Where and why a text stops being JSON. */
export interface JsonFault extends TextPosition {
  readonly message: string;
}

/** Told of what stands where, in the order of the text, up to the fault if there is one. */
export interface JsonVisitor {
  /** Into an object or array that is not empty, and out of it. */
  enter(): void;
  leave(): void;
  /** A property name, unescaped, or an array's next item begins at `position` (UTF-16 units from 0). */
  property(name: string, position: number): void;
  item(position: number): void;
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
 * faster but names the position only for some faults, so this runs once that parser has refused. Without recursion, so
 * that no depth of nesting exhausts the stack.
 */
export function locateJsonFault(text: string, visitor?: JsonVisitor): JsonFault | undefined {
  let at = 0;
  const closers: ('}' | ']')[] = [];

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const fault = (expected: string): JsonFault => {
    const found =
      at >= text.length
        ? 'the text ends'
        : `found ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
    return { ...textPosition(text, at), message: `expected ${expected}, ${found}` };
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
    const start = at;
    const broken = string();
    if (broken !== undefined) return broken;
    visitor?.property(JSON.parse(text.slice(start, at)) as string, start);
    skip(SPACE);
    if (text[at] !== ':') return fault('":" after the property name');
    at += 1;
    return undefined;
  };
  const member = (closer: '}' | ']'): JsonFault | undefined => {
    skip(SPACE);
    if (closer === '}') return key();
    visitor?.item(at);
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
        visitor?.enter();
        const broken = member(closer);
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
        visitor?.leave();
        at += 1;
        continue;
      }
      if (text[at] !== ',') return fault(`"," or "${closer}"`);
      at += 1;
      const broken = member(closer);
      if (broken !== undefined) return broken;
      break;
    }
  }
}
