import type { DocumentText, TableHead } from '../readers/document-text.js';

/** Characters of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What ends at a line that means an end: a paragraph, a heading, an item of a list, a row. */
export interface Paragraph extends Span {
  /** Lists that it is an item of, or goes on in one; 0 outside of lists. */
  readonly depth: number;
  /** It is one row of a table. */
  readonly isRow: boolean;
  /** The row that says what its cells hold. */
  readonly head?: Span;
}

const ITEM = /^[ \t>]*(?:[-*+•–][ \t]+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)][ \t]+)/i;
const ROW = /^[ \t]*\|/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
/** Between the first row of a table of Markdown and the others. */
const STROKES = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;
const LONGEST_STROKES = 2_000;
const RULE = /^ {0,3}(?:=+|-{2,}|(?:[*_-][ \t]*){3,})[ \t]*$/;
const ENDED = /[.!?:;。！？：]["”»)\]*_]*$/u;

/**
 * The paragraphs of a document, in order, trimmed. Where its lines are set by its writer's editor or by a page, a line end
 * within a paragraph is none of its meaning: “may be opened⏎only if …” is one sentence.
 */
export function paragraphsOf(document: DocumentText): Paragraph[] {
  const { text, lines } = document;
  if (lines === 'rows') return trimAll(text, rowsOf(text));
  if (lines === 'paragraphs') return laidOut(document);
  if (lines === 'layout') return trimAll(text, pageWidths(text));
  return trimAll(text, writtenParagraphs(document));
}

/** Of lines as wide as a page: all is one, but for the rows that its reader found. */
function pageWidths(text: string): Paragraph[] {
  const spans: Paragraph[] = [];
  for (const line of cutAfter(text, /\n/g)) {
    const isRow = text.startsWith('| ', line.start);
    const last = spans.at(-1);
    if (isRow || last === undefined || last.isRow) spans.push({ ...line, isRow });
    else spans[spans.length - 1] = { ...last, end: line.end };
  }
  return spans;
}

/** Of what its reader cut into lines. */
function laidOut({ text, items = [], tables = [] }: DocumentText): Paragraph[] {
  const depths = new Map(items.map(({ at, depth }) => [at, depth]));
  let passed = 0;
  return trimAll(text, cutAfter(text, /\n/g)).map((span) => {
    while ((tables[passed]?.to ?? span.start + 1) <= span.start) passed += 1;
    const table: TableHead | undefined = tables[passed];
    const isBelow = table !== undefined && span.start > table.end;
    return {
      ...span,
      depth: depths.get(span.start) ?? 0,
      isRow: text.startsWith('| ', span.start),
      ...(isBelow && { head: { start: table.start, end: table.end } }),
    };
  });
}

function cutAfter(text: string, pattern: RegExp): Paragraph[] {
  const spans: Paragraph[] = [];
  let start = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    spans.push({ start, end, depth: 0, isRow: false });
    start = end;
  }
  spans.push({ start, end: text.length, depth: 0, isRow: false });
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
    rows.push({ start: first.start, end: ends[last]?.end ?? first.end, depth: 0, isRow: true });
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
  const indents: number[] = [];
  let start = 0;
  let depth = 0;
  let isRow = false;
  let isListed = false;
  let isFenced = false;
  let before = '';
  let at = 0;
  let head: Span | undefined;
  const begin = (line: string, isPlain: boolean) => {
    if (at > start) {
      found.push({ start, end: at, depth, isRow, ...(isRow && head !== undefined && { head }) });
      if (!isRow) head = undefined;
      else if (head === undefined && line.length < LONGEST_STROKES && STROKES.test(line))
        head = trimmed(text, start, at);
    }
    start = at;
    isRow = !isPlain && ROW.test(line);
    isListed = !isPlain && !isRow && ITEM.test(line);
    depth = isPlain || isRow ? 0 : depthOf(line, isListed, indents);
    if (isPlain) indents.length = 0;
  };
  for (const whole of text.split('\n')) {
    const line = whole.replace(/\r$/, '');
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (!isFenced || isFence) {
      const isTitle = titles.has(at);
      if (isTitle || isFence || titles.has(start)) begin(line, isTitle || isFence);
      else if (line.trim() === '' || before.trim() === '') begin(line, false);
      else if (ROW.test(line) || ROW.test(before)) begin(line, false);
      // A dash, or a number, that a wrapped line happens to begin with begins no item.
      else if (ITEM.test(line) && (isListed || ENDED.test(before) || RULE.test(before))) begin(line, false);
      else if (RULE.test(before)) begin(line, false);
      if (ITEM.test(line)) isListed = true;
    }
    before = line;
    at += whole.length + 1;
  }
  at = text.length;
  begin('', true);
  return found;
}

/** How many lists deep a line is that begins a paragraph; what is set in below an item goes on in it. */
function depthOf(line: string, isItem: boolean, indents: number[]): number {
  if (line.trim() === '') return 0;
  const indent = /^[ \t>]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
  while (indents.length > 0 && (indents.at(-1) ?? 0) > (isItem ? indent : indent - 1)) indents.pop();
  if (!isItem) return indents.length === 0 ? 0 : indents.length + 1;
  if (indents.at(-1) !== indent) indents.push(indent);
  return indents.length;
}

function trimAll(text: string, spans: readonly Paragraph[]): Paragraph[] {
  return spans.flatMap((paragraph) => {
    const span = trimmed(text, paragraph.start, paragraph.end);
    return span.end > span.start ? [{ ...paragraph, ...span }] : [];
  });
}

export function trimmed(text: string, start: number, end: number): Span {
  const piece = text.slice(start, end);
  const first = start + (piece.length - piece.trimStart().length);
  return { start: first, end: Math.max(first, start + piece.trimEnd().length) };
}
