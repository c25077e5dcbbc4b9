import type { DocumentText } from '../readers/document-text.js';

/** Characters of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What ends at a line that means an end: a paragraph, a heading, an item of a list, a row. */
export interface Paragraph extends Span {
  readonly isItem: boolean;
}

const ITEM = /^[ \t>]*(?:[-*+•–][ \t]+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)][ \t]+)/i;
const ROW = /^[ \t]*\|/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const RULE = /^ {0,3}(?:=+|-{2,}|(?:[*_-][ \t]*){3,})[ \t]*$/;
const ENDED = /[.!?:;。！？：]["”»)\]*_]*$/u;

/**
 * The paragraphs of a document, in order, trimmed. Where its lines are set by its writer's editor or by a page, a line end
 * within a paragraph is none of its meaning: “may be opened⏎only if …” is one sentence.
 */
export function paragraphsOf(document: DocumentText): Paragraph[] {
  const { text, lines } = document;
  const items = new Map(document.items?.map(({ at, depth }) => [at, depth]));
  if (lines === 'rows') return trimAll(text, rowsOf(text));
  if (lines === 'paragraphs')
    return trimAll(text, cutAfter(text, /\n/g)).map((span) => ({ ...span, isItem: items.has(span.start) }));
  if (lines === 'layout') return trimAll(text, [{ start: 0, end: text.length, isItem: false }]);
  return trimAll(text, writtenParagraphs(document));
}

function cutAfter(text: string, pattern: RegExp): Paragraph[] {
  const spans: Paragraph[] = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    spans.push({ start, end, isItem: false });
    start = end;
  }
  spans.push({ start, end: text.length, isItem: false });
  return spans;
}

/** Rows of a table: a line end within quotation marks is one of the cell. A mark that nobody closes ends with its line. */
function rowsOf(text: string): Paragraph[] {
  const ends = cutAfter(text, /\n/g);
  const rows: Paragraph[] = [];
  for (let at = 0; at < ends.length; at += 1) {
    const first = ends[at];
    if (first === undefined) break;
    let last = at;
    let isOpen = hasOpenMark(text.slice(first.start, first.end));
    while (isOpen && last + 1 < ends.length && last - at < MOST_LINES_OF_ROW) {
      last += 1;
      const line = ends[last];
      if (line !== undefined && hasOpenMark(text.slice(line.start, line.end))) isOpen = false;
    }
    if (isOpen) last = at;
    rows.push({ start: first.start, end: ends[last]?.end ?? first.end, isItem: false });
    at = last;
  }
  return rows;
}

const MOST_LINES_OF_ROW = 50;

function hasOpenMark(line: string): boolean {
  return (line.match(/"/g)?.length ?? 0) % 2 === 1;
}

/** Of plain text and Markdown: blank lines, headings, items, rows and fences part them. */
function writtenParagraphs({ text, headings }: DocumentText): Paragraph[] {
  const titles = new Set(headings.map(({ at }) => at));
  const found: Paragraph[] = [];
  let start = 0;
  let isItem = false;
  let isListed = false;
  let isFenced = false;
  let before = '';
  let at = 0;
  const begin = (item: boolean) => {
    if (at > start) found.push({ start, end: at, isItem });
    start = at;
    isItem = item;
    isListed = item;
  };
  for (const whole of text.split('\n')) {
    const line = whole.replace(/\r$/, '');
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (!isFenced || isFence) {
      const isTitle = titles.has(at);
      if (isTitle || isFence || titles.has(start)) begin(isTitle ? false : isFence ? false : ITEM.test(line));
      else if (line.trim() === '' || before.trim() === '') begin(ITEM.test(line));
      else if (ROW.test(line) || ROW.test(before)) begin(false);
      // A dash, or a number, that a wrapped line happens to begin with begins no item.
      else if (ITEM.test(line) && (isListed || ENDED.test(before) || RULE.test(before))) begin(true);
      else if (RULE.test(before)) begin(false);
      if (ITEM.test(line)) isListed = true;
    }
    before = line;
    at += whole.length + 1;
  }
  at = text.length;
  begin(false);
  return found;
}

function trimAll(text: string, spans: readonly Paragraph[]): Paragraph[] {
  return spans.flatMap(({ start, end, isItem }) => {
    const span = trimmed(text, start, end);
    return span.end > span.start ? [{ ...span, isItem }] : [];
  });
}

export function trimmed(text: string, start: number, end: number): Span {
  const piece = text.slice(start, end);
  const first = start + (piece.length - piece.trimStart().length);
  return { start: first, end: Math.max(first, start + piece.trimEnd().length) };
}
