import type { DocumentText } from '../readers/document-text.js';
import type { Span } from './paragraphs.js';

/** Where a stretch of text stands: on pages, of what has such, else in lines. Both count from 1 and are included. */
export interface Place {
  readonly pages?: readonly [first: number, last: number];
  readonly lines?: readonly [first: number, last: number];
}

export function placeOf({ text, pages }: DocumentText, start: number, end: number): Place {
  const last = Math.max(start, end - 1);
  if (pages !== undefined) return { pages: [pageAt(pages, start), pageAt(pages, last)] };
  const first = linesIn(text, 0, start) + 1;
  return { lines: [first, first + linesIn(text, start, last)] };
}

/** Whether something is drawn or written over a page of it that nobody reads here. */
export function drawnOver(document: DocumentText, { start, end }: Span): { readonly isDrawnOver?: true } {
  const { pages: [first, last] = [0, 0] } = placeOf(document, start, end);
  const isOver = document.partly?.some(({ page, why }) => why === 'notes' && page >= first && page <= last);
  return isOver === true ? { isDrawnOver: true } : {};
}

function pageAt(pages: readonly number[], at: number): number {
  const next = pages.findIndex((begins) => begins > at);
  return next === -1 ? pages.length : next;
}

/** Line ends from one place to another. */
function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
