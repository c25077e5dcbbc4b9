import { getLocation, type ParseError, printParseErrorCode, visit } from 'jsonc-parser';
import { type TextPosition, textPosition } from './text-position.js';

/** Where and why a text stops being JSON. */
export interface JsonFault extends TextPosition {
  readonly message: string;
}

/** RFC 8259 knows no comments, no comma before a closing bracket, and not the empty text. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

const ESCAPE = /\\(["\\/bfnrt]|u[\da-fA-F]{4})?/g;
const UNPRINTABLE = /[^ -\u{10ffff}]/u;

/**
 * Finds the first fault; undefined when the text is JSON. The engine's own parser is faster but names the position only
 * for some faults, so this runs once that parser has refused.
 * @throws RangeError for a text that nests some thousand levels deep
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  let first: ParseError | undefined;
  const onError = (error: number, offset: number, length: number) => {
    first ??= { error, offset, length };
  };
  visit(text, { onError }, STRICT);
  if (first === undefined) return undefined;
  const { at, expected } = breakOf(first, text);
  const found =
    at >= text.length
      ? 'the text ends'
      : `found ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return { ...textPosition(text, at), message: `expected ${expected}, ${found}` };
}

/** The parser names the token that is broken; people want the character. */
function breakOf({ error, offset, length }: ParseError, text: string): { at: number; expected: string } {
  const token = text.slice(offset, offset + length);
  switch (printParseErrorCode(error)) {
    case 'UnexpectedEndOfString':
      return { at: offset + length, expected: 'the closing quote of a string' };
    case 'InvalidCharacter':
      return { at: offset + token.search(UNPRINTABLE), expected: 'the closing quote of a string' };
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode': {
      const bad = [...token.matchAll(ESCAPE)].find(([, known]) => known === undefined);
      return { at: offset + (bad?.index ?? 0), expected: 'a valid escape sequence' };
    }
    case 'UnexpectedEndOfNumber':
      return { at: offset + length, expected: 'a digit' };
    default:
      return { at: offset, expected: expectedAt(text, offset) };
  }
}

/** What the grammar wants after the last token before `offset`. */
function expectedAt(text: string, offset: number): string {
  const { path, previousNode } = getLocation(text, offset);
  const container = path.at(-1);
  const before = text.slice(0, offset).trimEnd().at(-1);
  if (previousNode?.type === 'property') return '":" after the property name';
  if (before === '{' || (before === ',' && typeof container === 'string'))
    return 'a property name in double quotes';
  if (before === undefined || ':[,'.includes(before)) return 'a value';
  if (container === undefined) return 'the end of the text';
  return typeof container === 'number' ? '"," or "]"' : '"," or "}"';
}
