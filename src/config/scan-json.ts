/** Where in a JSON text its values stand, and where its syntax breaks: `JSON.parse` tells neither on Node 20. */
export interface JsonScan {
  /** The first syntax fault. */
  readonly fault?: { readonly offset: number; readonly message: string };
  /** Offset of every property name or array item, by its path (`features.weather`, `list.0`). */
  readonly offsets: ReadonlyMap<string, number>;
  /** Property names that occur twice in one object; `JSON.parse` would silently keep the last. */
  readonly duplicates: readonly { readonly path: string; readonly offset: number }[];
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\n\r]|\\.)*"/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;
/** Deeper nesting than any configuration needs; keeps a hostile file from exhausting the stack. */
const MAX_DEPTH = 200;

class SyntaxFault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/** Scans `text` as JSON (RFC 8259) without building its value. */
export function scanJson(text: string): JsonScan {
  const offsets = new Map<string, number>();
  const duplicates: { path: string; offset: number }[] = [];
  let at = 0;

  const fail = (expected: string): never => {
    const found = at >= text.length ? 'the end of the file' : `'${text[at]}'`;
    throw new SyntaxFault(at, `expected ${expected}, found ${found}`);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skipSpace = () => match(SPACE);

  function value(path: string, depth: number): void {
    if (depth > MAX_DEPTH) fail(`at most ${MAX_DEPTH} levels of nesting`);
    skipSpace();
    if (text[at] === '{') object(path, depth);
    else if (text[at] === '[') array(path, depth);
    else if (text[at] === '"') string();
    else if (match(WORD) === undefined && match(NUMBER) === undefined) fail('a value');
    skipSpace();
  }

  function string(): string {
    const start = at;
    const found = match(STRING);
    if (found === undefined) throw new SyntaxFault(start, 'this string is not closed on its line');
    try {
      return JSON.parse(found) as string;
    } catch {
      throw new SyntaxFault(start, 'this string holds a bad escape or a control character');
    }
  }

  function object(path: string, depth: number): void {
    at += 1;
    skipSpace();
    const seen = new Set<string>();
    if (text[at] === '}') {
      at += 1;
      return;
    }
    for (;;) {
      skipSpace();
      const offset = at;
      if (text[at] !== '"') fail('a property name in double quotes');
      const key = string();
      const child = path === '' ? key : `${path}.${key}`;
      if (seen.has(key)) duplicates.push({ path: child, offset });
      seen.add(key);
      offsets.set(child, offset);
      skipSpace();
      if (text[at] !== ':') fail("':'");
      at += 1;
      value(child, depth + 1);
      if (text[at] === '}') break;
      if (text[at] !== ',') fail("',' or '}'");
      at += 1;
    }
    at += 1;
  }

  function array(path: string, depth: number): void {
    at += 1;
    skipSpace();
    if (text[at] === ']') {
      at += 1;
      return;
    }
    for (let index = 0; ; index++) {
      skipSpace();
      const child = path === '' ? String(index) : `${path}.${index}`;
      offsets.set(child, at);
      value(child, depth + 1);
      if (text[at] === ']') break;
      if (text[at] !== ',') fail("',' or ']'");
      at += 1;
    }
    at += 1;
  }

  try {
    value('', 0);
    if (at < text.length) fail('the end of the file');
    return { offsets, duplicates };
  } catch (error) {
    if (error instanceof SyntaxFault)
      return { fault: { offset: error.offset, message: error.message }, offsets, duplicates };
    throw error;
  }
}

/** Line and column, both from 1, of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
