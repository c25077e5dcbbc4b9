import type { Style } from '../terminal/paint.js';

/** A run of text in one set of styles. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
}

const DEEPEST = 6;
const SPECIAL = /[\\`*_~[!<]/g;
const LINK =
  /!?\[([^\]\n]{0,200})\]\(([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)(?: "[^"\n]{0,300}")?\)/y;
const ADDRESS = /<((?:https?|mailto):[^<>\s]{1,2000})>/y;
const MARKS: readonly (readonly [mark: string, style: Style])[] = [
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strike'],
  ['*', 'italic'],
  ['_', 'italic'],
];

/** The spans of a line of Markdown: strong, emphasis, strike, code, links, escapes. What does not close is text. */
export function parseInline(text: string, styles: readonly Style[] = [], depth = 0): readonly Span[] {
  const spans: Span[] = [];
  /** Marks for which nothing closes any more, so that a text of marks alone takes no square of its length. */
  const unclosed = new Set<string>();
  let plain = '';
  const put = (more: readonly Span[]) => {
    if (plain !== '') spans.push({ text: plain, styles });
    plain = '';
    spans.push(...more);
  };

  for (let at = 0; at < text.length; ) {
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(text)?.index ?? text.length;
    plain += text.slice(at, special);
    at = special;
    if (at === text.length) break;
    const found =
      codeAt(text, at, styles, unclosed) ?? linkAt(text, at, styles, unclosed) ?? markAt(text, at, unclosed);
    if (found === undefined) {
      const escaped = text[at] === '\\' && /^[!-/:-@[-`{-~]/.test(text.slice(at + 1, at + 2));
      plain += text[escaped ? at + 1 : at];
      at += escaped ? 2 : 1;
    } else if ('spans' in found) {
      put(found.spans);
      at = found.next;
    } else if (depth < DEEPEST) {
      put(parseInline(found.inner, [...styles, found.style], depth + 1));
      at = found.next;
    } else {
      plain += text.slice(at, found.next);
      at = found.next;
    }
  }
  put([]);
  return spans;
}

interface Whole {
  readonly spans: readonly Span[];
  readonly next: number;
}

function codeAt(
  text: string,
  at: number,
  styles: readonly Style[],
  unclosed: Set<string>,
): Whole | undefined {
  if (text[at] !== '`') return undefined;
  let end = at;
  while (text[end] === '`') end += 1;
  const ticks = text.slice(at, end);
  if (unclosed.has(ticks)) return { spans: [{ text: ticks, styles }], next: end };
  let close = text.indexOf(ticks, end);
  while (close !== -1 && (text[close + ticks.length] === '`' || text[close - 1] === '`')) {
    while (text[close] === '`') close += 1;
    close = text.indexOf(ticks, close);
  }
  if (close === -1) {
    unclosed.add(ticks);
    return { spans: [{ text: ticks, styles }], next: end };
  }
  const inner = text.slice(end, close);
  const code = /^ .*\S.* $/s.test(inner) ? inner.slice(1, -1) : inner;
  return { spans: [{ text: code, styles: [...styles, 'code'] }], next: close + ticks.length };
}

/** A link shows where it goes: a person must not be led elsewhere than the words say. */
function linkAt(
  text: string,
  at: number,
  styles: readonly Style[],
  unclosed: Set<string>,
): Whole | undefined {
  const address = matchAt(ADDRESS, text, at);
  if (address !== undefined)
    return {
      spans: [{ text: address[1] ?? '', styles: [...styles, 'underline'] }],
      next: at + address[0].length,
    };
  if (unclosed.has('](')) return undefined;
  if (text.indexOf('](', at) === -1) unclosed.add('](');
  const link = matchAt(LINK, text, at);
  if (link === undefined) return undefined;
  const [whole, label = '', target = ''] = link;
  const words = parseInline(label, styles, DEEPEST);
  const said = label === '' || label === target || `mailto:${label}` === target;
  const spans: readonly Span[] = said
    ? [{ text: label === '' ? target : label, styles: [...styles, 'underline'] }]
    : [
        ...words.map((span) => ({ ...span, styles: [...span.styles, 'underline'] as const })),
        { text: ` (${target})`, styles: [...styles, 'dim'] },
      ];
  return { spans, next: at + whole.length };
}

function markAt(
  text: string,
  at: number,
  unclosed: Set<string>,
): { readonly inner: string; readonly style: Style; readonly next: number } | undefined {
  for (const [mark, style] of MARKS) {
    if (!text.startsWith(mark, at) || unclosed.has(mark)) continue;
    const begins = at + mark.length;
    if (/^(?:\s|$)/.test(text.slice(begins, begins + 1)) || isSign(mark, text[at - 1], text[begins]))
      continue;
    const close = closeOf(text, mark, begins);
    if (close === undefined) unclosed.add(mark);
    else return { inner: text.slice(begins, close), style, next: close + mark.length };
  }
  return undefined;
}

function closeOf(text: string, mark: string, from: number): number | undefined {
  for (let at = text.indexOf(mark, from + 1); at !== -1; at = text.indexOf(mark, at + 1)) {
    const after = text[at + mark.length];
    if (/[\s\\]/.test(text[at - 1] ?? '') || isSign(mark, after, text[at - 1])) continue;
    // `*` within `**` belongs to the longer mark, unless that ends here as well.
    if (mark.length === 1 && after === mark) {
      at += 1;
      continue;
    }
    return at;
  }
  return undefined;
}

/**
 * Whether a mark between these is part of a name or a product: `a_b`, `2*3*4`, `2**8`. CommonMark makes emphasis of the
 * last two, and a reader of figures then loses the signs.
 */
function isSign(mark: string, outside: string | undefined, inside: string | undefined): boolean {
  if (mark === '~~' || !isWord(outside)) return false;
  return mark !== '**' || (isDigit(outside) && isDigit(inside));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && /\p{Nd}/u.test(char);
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}
