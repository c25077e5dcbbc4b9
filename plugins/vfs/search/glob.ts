import { OracleError } from 'oracle-runtime/plugin';
import { asPath, type NamespacePath, ROOT } from '../paths/namespace-path.js';

const LONGEST = 512;
/** `{a,b}` multiplies patterns. */
const MOST_ALTERNATIVES = 64;

/** A pattern over whole paths: `*` and `?` within a segment, `**` for any segments, `[a-z]`, `{a,b}`, `\` to escape. */
export interface Glob {
  /** The folder that every match lies in. */
  readonly folder: NamespacePath;
  matches(path: string): boolean;
}

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'class';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

type Segment = { readonly deep: true } | { readonly deep: false; readonly tokens: readonly Token[] };

/** Matching takes time in proportion to pattern times path, whatever the pattern. @throws OracleError `invalid_request` */
export function parseGlob(pattern: string): Glob {
  if (pattern === '' || pattern.length > LONGEST) throw malformed(`must have 1 to ${LONGEST} characters`);
  const patterns = alternatives(pattern.startsWith('/') ? pattern : `/${pattern}`).map((each) =>
    each.slice(1).split('/').map(parseSegment),
  );
  return {
    folder: commonFolder(patterns),
    matches(path) {
      const names = path
        .slice(1)
        .split('/')
        .map((name) => [...name]);
      return patterns.some((segments) => matchSegments(segments, names));
    },
  };
}

function malformed(message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `pattern ${message}.`,
    hint: 'Such as /reports/**/*.csv.',
    errors: [{ field: 'pattern', message }],
  });
}

/** The patterns that `{a,b}` stands for. */
function alternatives(pattern: string): string[] {
  const open = indexOutsideEscapes(pattern, '{', 0);
  if (open === -1) return [pattern];
  const close = indexOutsideEscapes(pattern, '}', open);
  if (close === -1) throw malformed('has a { without its }');
  const inner = pattern.slice(open + 1, close);
  if (inner.includes('{')) throw malformed('must not nest { }');
  const before = pattern.slice(0, open);
  const expanded = inner
    .split(',')
    .flatMap((choice) => alternatives(`${before}${choice}${pattern.slice(close + 1)}`));
  if (expanded.length > MOST_ALTERNATIVES)
    throw malformed(`must not stand for more than ${MOST_ALTERNATIVES} patterns`);
  return expanded;
}

function indexOutsideEscapes(text: string, char: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === char) return at;
  }
  return -1;
}

function parseSegment(text: string): Segment {
  if (text === '**') return { deep: true };
  const tokens: Token[] = [];
  const chars = [...text];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? '';
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') {
      tokens.push({ kind: 'any' });
    } else if (char === '\\') {
      at++;
      const escaped = chars[at];
      if (escaped === undefined) throw malformed('must not end with \\');
      tokens.push({ kind: 'char', char: escaped });
    } else if (char === '[') {
      const end = chars.indexOf(']', at + 2);
      if (end === -1) throw malformed('has a [ without its ]');
      tokens.push(parseClass(chars.slice(at + 1, end)));
      at = end;
    } else {
      tokens.push({ kind: 'char', char });
    }
  }
  return { deep: false, tokens };
}

function parseClass(chars: readonly string[]): Token {
  const negated = chars[0] === '!' || chars[0] === '^';
  const members = negated ? chars.slice(1) : chars;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return { kind: 'class', negated, ranges };
}

/** Path against pattern, segment by segment; on a dead end the last `**` takes one segment more. */
function matchSegments(pattern: readonly Segment[], names: readonly (readonly string[])[]): boolean {
  return matchStars(
    pattern,
    names,
    (segment) => segment.deep,
    (segment, name) => !segment.deep && matchName(segment.tokens, name),
  );
}

function matchName(tokens: readonly Token[], name: readonly string[]): boolean {
  return matchStars(
    tokens,
    name,
    (token) => token.kind === 'star',
    (token, char) => matchesChar(token, char),
  );
}

/**
 * Matches a sequence against a pattern with stars, each of which takes any number of items. Going back to the last
 * star alone is enough, because what lies before it is matched as early as can be.
 */
function matchStars<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isStar: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean {
  let at = 0;
  let part = 0;
  let star = -1;
  let resume = 0;
  while (at < items.length) {
    const current = pattern[part];
    if (current !== undefined && isStar(current)) {
      star = part;
      resume = at;
      part++;
    } else if (current !== undefined && fits(current, items[at] as T)) {
      at++;
      part++;
    } else if (star !== -1) {
      resume++;
      at = resume;
      part = star + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(part).every(isStar);
}

function matchesChar(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char;
  if (token.kind !== 'class') return true;
  return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated;
}

/** The deepest folder that the literal beginnings of all patterns share. */
function commonFolder(patterns: readonly (readonly Segment[])[]): NamespacePath {
  const beginnings = patterns.map((segments) => {
    const names: string[] = [];
    for (const segment of segments.slice(0, -1)) {
      if (segment.deep || segment.tokens.some(({ kind }) => kind !== 'char')) break;
      names.push(segment.tokens.map((token) => (token.kind === 'char' ? token.char : '')).join(''));
    }
    return names;
  });
  const [first = [], ...others] = beginnings;
  const shared = first.findIndex((name, depth) => others.some((other) => other[depth] !== name));
  const names = shared === -1 ? first : first.slice(0, shared);
  return asPath(`/${names.join('/')}`) ?? ROOT;
}
