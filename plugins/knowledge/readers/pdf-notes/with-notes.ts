import type { PdfItem } from '../pdf-lines.js';
import type { Box } from '../pdf-seen/geometry.js';
import type { Note } from './page-notes.js';

/** Lines that a stamp is told of; one over more is told of the first alone. */
const MOST_COVERED = 12;
const USUAL_SIZE = 10;
/** Points around a field within which its line may stand. */
const SLACK = 3;
/** Where a line may be parted for a field that lies within it: behind blanks and what stands for a gap. */
const GAPS = /[_.…\s]{2,}|\s/gu;

/** Items of one line; the last has `hasEOL`, but for the last line. */
type Line = PdfItem[];

/**
 * The items of a page with what lies over it: a field or a text where it stands in its line, else as a line of its own; a
 * stamp before all that it lies on, so that nothing under it is quoted without it.
 */
export function withNotes(items: readonly PdfItem[], notes: readonly Note[]): readonly PdfItem[] {
  if (notes.length === 0) return items;
  const lines = linesOf(items);
  const page = lines.flat().filter(({ str }) => str.trim() !== '');
  for (const note of notes) {
    const covered = page.filter((item) => isCovered(item, note.box));
    // A field lies over the line that is drawn for it.
    if (note.kind === 'stamp' || (note.kind === 'text' && covered.length > 0)) {
      const word = note.kind === 'stamp' ? 'stamp' : 'note';
      const mark = note.text === '' ? `[${word}]` : `[${word}: ${note.text}]`;
      if (covered.length > 0) markCovered(lines, covered, mark);
      else if (note.text !== '') place(lines, note.box, mark);
    } else place(lines, note.box, note.text);
  }
  return lines.flat();
}

function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = [[]];
  for (const item of items) {
    lines.at(-1)?.push(item);
    if (item.hasEOL) lines.push([]);
  }
  if (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

const sizeOf = ({ transform: [, , c = 0, d = 0] }: PdfItem) => Math.hypot(c, d);
const leftOf = ({ transform }: PdfItem) => transform[4] ?? 0;
const baseOf = ({ transform }: PdfItem) => transform[5] ?? 0;

function isCovered(item: PdfItem, { left, bottom, right, top }: Box): boolean {
  const [x, y] = [leftOf(item), baseOf(item)];
  const middle = y + 0.3 * sizeOf(item);
  return x < right && x + item.width > left && middle > bottom && middle < top;
}

function markCovered(lines: readonly Line[], covered: readonly PdfItem[], mark: string): void {
  const marked = new Set(covered);
  const under = lines.filter((line) => line.some((item) => marked.has(item)));
  for (const line of under.length > MOST_COVERED ? under.slice(0, 1) : under) {
    const at = line.findIndex((item) => marked.has(item));
    const first = line[at];
    if (first === undefined) continue;
    line.splice(at, 0, { ...first, str: `${mark} `, width: 0, hasEOL: false });
  }
}

/** Puts a text into the line that stands beside its box, else on a line of its own. */
function place(lines: Line[], box: Box, text: string): void {
  const height = box.top - box.bottom;
  const near = (line: Line) => {
    const base = line.find(({ str }) => str.trim() !== '');
    const y = base === undefined ? Number.NaN : baseOf(base);
    return y >= box.bottom - SLACK && y <= box.bottom + Math.max(SLACK, 0.8 * height);
  };
  const line = height > 3 * USUAL_SIZE ? undefined : lines.find(near);
  if (line !== undefined) {
    into(line, box, text);
    return;
  }
  const size = Math.min(USUAL_SIZE, Math.max(1, height));
  const y = Math.max(box.bottom, box.top - 1.2 * size);
  const item = { str: text, transform: [size, 0, 0, size, box.left, y], width: box.right - box.left };
  const below = lines.findIndex((other) => {
    const first = other.find(({ str }) => str.trim() !== '');
    return first !== undefined && baseOf(first) < y;
  });
  if (below !== -1) lines.splice(below, 0, [{ ...item, hasEOL: true }]);
  else {
    const last = lines.at(-1);
    const end = last?.pop();
    if (last !== undefined && end !== undefined) last.push({ ...end, hasEOL: true });
    lines.push([{ ...item, hasEOL: false }]);
  }
}

function into(line: Line, { left, right }: Box, text: string): void {
  const within = line.findIndex(
    (item) =>
      item.str.trim() !== '' && leftOf(item) < left - SLACK && leftOf(item) + item.width > left + SLACK,
  );
  const item = line[within];
  if (item !== undefined) line.splice(within, 1, ...partedAt(item, left));
  const next = line.findIndex((other) => other.str.trim() !== '' && leftOf(other) >= left - SLACK);
  const at = next === -1 ? line.length : next;
  const beside = line[next === -1 ? line.length - 1 : next];
  if (beside === undefined) return;
  const base = line.find(({ str }) => str.trim() !== '') ?? beside;
  const isLast = next === -1;
  const added: PdfItem = {
    str: isLast ? ` ${text}` : `${at === 0 ? '' : ' '}${text} `,
    transform: [...base.transform.slice(0, 4), left, baseOf(base)],
    width: right - left,
    hasEOL: isLast && beside.hasEOL,
  };
  if (isLast) line.splice(line.length - 1, 1, { ...beside, hasEOL: false }, added);
  else line.splice(at, 0, added);
}

/** An item as two, at the gap that is nearest to a place within it; as it is where it has none. */
function partedAt(item: PdfItem, x: number): PdfItem[] {
  const { str, width } = item;
  const wanted = ((x - leftOf(item)) / width) * str.length;
  const gaps = Array.from(str.matchAll(GAPS), ({ 0: gap, index }) => index + gap.length);
  const at = gaps.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
  if (at === undefined || at === str.length) return [item];
  const first = (at / str.length) * width;
  const [a = 1, b = 0, c = 0, d = 1, left = 0, y = 0] = item.transform;
  return [
    { ...item, str: str.slice(0, at), width: first, hasEOL: false },
    { ...item, str: str.slice(at), transform: [a, b, c, d, left + first, y], width: width - first },
  ];
}
