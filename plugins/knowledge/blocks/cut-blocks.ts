import type { DocumentText, Heading } from '../readers/document-text.js';
import { trimmed } from './paragraphs.js';

/** A piece of a document that is found as one. */
export interface Block {
  /** Characters of the document's text, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Titles above it, the highest first. */
  readonly headings: readonly string[];
}

/** Characters of a block: about a paragraph. */
const USUAL = 700;
const LONGEST = 1_200;
const ROWS = 400;

/**
 * Cuts a text at headings, pages and blank lines, so that a block never lies in two sections or on two pages. The same
 * text always gives the same blocks.
 */
export function cutBlocks({ text, headings, pages = [], lines }: DocumentText): Block[] {
  const edges = [...new Set([0, ...headings.map(({ at }) => at), ...pages, text.length])].sort(
    (one, other) => one - other,
  );
  const blocks: Block[] = [];
  const path: Heading[] = [];
  let passed = 0;
  for (const [index, from] of edges.slice(0, -1).entries()) {
    for (let heading = headings[passed]; heading !== undefined && heading.at <= from; ) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
      passed += 1;
      heading = headings[passed];
    }
    const titles = path.map(({ title }) => title);
    const to = edges[index + 1] ?? text.length;
    for (const [start, end] of pieces(text, from, to, lines === 'rows'))
      blocks.push({ start, end, headings: titles });
  }
  return blocks;
}

/** Pieces of a section, trimmed; what is blank is none. */
function* pieces(text: string, from: number, to: number, isRows: boolean): Generator<[number, number]> {
  let start = from;
  while (start < to) {
    const end = isRows ? lineEnd(text, start, to, ROWS) : pieceEnd(text, start, to);
    const piece = trimmed(text, start, end);
    if (piece.end > piece.start) yield [piece.start, piece.end];
    start = end;
  }
}

/** After the last blank line that keeps the piece short, else after a line or a sentence. */
function pieceEnd(text: string, start: number, to: number): number {
  if (to - start <= USUAL) return to;
  const most = Math.min(to, start + LONGEST);
  const window = text.slice(start, most);
  const blank = lastEnd(window, /\n[ \t\r]*\n/g, USUAL);
  if (blank !== undefined) return start + blank;
  if (most === to) return to;
  const end = lastEnd(window, /[.!?。！？]["”»)]?\s+|\n/gu, LONGEST) ?? lastEnd(window, /\s+/g, LONGEST);
  return start + (end ?? whole(window).length);
}

/** Where the last match ends that lies before `most`; the first one after it, if there is none. */
function lastEnd(window: string, pattern: RegExp, most: number): number | undefined {
  let last: number | undefined;
  for (const match of window.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (last !== undefined && end > most) break;
    last = end;
  }
  return last;
}

function lineEnd(text: string, start: number, to: number, most: number): number {
  const last = text.lastIndexOf('\n', Math.min(to, start + most) - 1);
  if (last >= start) return last + 1;
  const next = text.indexOf('\n', start);
  const end = next === -1 || next >= to ? to : next + 1;
  return end - start <= LONGEST ? end : start + whole(text.slice(start, start + LONGEST)).length;
}

/** Does not part the two halves of a character. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
