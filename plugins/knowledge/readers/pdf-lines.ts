import { plainFractions, shiftedText } from 'oracle-runtime/kit';
import { columnsApart, type Segment } from './pdf-columns.js';

/** A run of letters as the page sets it, the part of pdf.js's items that is read here. */
export interface PdfItem {
  readonly str: string;
  /** The matrix of its letters: size and turn, then the place of its baseline's beginning. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** Parts of the size of letters: how much smaller those are that stand above or below the line, and how far off. */
const SMALLER = 0.85;
const LEAST_SHIFT = 0.1;
const MOST_SHIFT = 0.9;
/** Between a letter and the mark at it; marks above and below one letter may overlap. */
const NEAREST = -0.8;
const FARTHEST = 0.5;
/** A gap this wide parts columns. */
const COLUMN_GAP = 2;
const LONGEST_MARK = 12;

interface Line {
  readonly size: number;
  readonly y: number;
}

/**
 * The text of a page's items in their order, line by line. What is small and stands above its line or below it is told
 * apart from it; a gap between columns is wider than one between words.
 */
export function pdfLines(items: readonly PdfItem[]): string {
  const lines: Segment[][] = [];
  let segments: Segment[] = [];
  let text = '';
  let begin: number | undefined;
  let line: Line | undefined;
  let right = 0;
  let isEnding = false;
  let isShifted = false;
  const endSegment = () => {
    if (text !== '') segments.push({ text: plainFractions(text), x: begin ?? 0, right, y: line?.y ?? 0 });
    text = '';
    begin = undefined;
  };
  const endLine = () => {
    endSegment();
    lines.push(segments);
    segments = [];
  };
  for (const item of items) {
    const { str, width, hasEOL } = item;
    const [, turn = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(c, d);
    if (str.trim() === '') {
      if (str !== '' && width > COLUMN_GAP * size) endSegment();
      else text += str;
      isEnding ||= hasEOL;
      continue;
    }
    const gap = line === undefined ? Number.POSITIVE_INFINITY : (x - right) / line.size;
    const shift = line === undefined || turn !== 0 ? 0 : (y - line.y) / line.size;
    const isNear = gap > NEAREST && gap < FARTHEST;
    if (
      line !== undefined &&
      isNear &&
      str.trim().length <= LONGEST_MARK &&
      size <= SMALLER * line.size &&
      Math.abs(shift) >= LEAST_SHIFT &&
      Math.abs(shift) < MOST_SHIFT
    ) {
      text += shiftedText(str, shift > 0 ? 'sup' : 'sub');
      isShifted = true;
    } else {
      // Behind a mark the line goes on.
      const goesOn = isShifted && gap > NEAREST && gap < 2 && Math.abs(shift) < LEAST_SHIFT;
      if (isEnding && !goesOn) endLine();
      else if (isEnding && gap > 0.15 && !/\s$/u.test(text)) text += ' ';
      begin ??= x;
      text += str;
      line = { size, y };
      isShifted = false;
    }
    right = x + width;
    isEnding = hasEOL;
  }
  endLine();
  if (isEnding) lines.push([]);
  return columnsApart(lines).join('\n');
}
