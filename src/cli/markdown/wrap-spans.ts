import { graphemesOf, graphemeWidth } from '../terminal/display-width.js';
import type { Paint, Style } from '../terminal/paint.js';
import type { Span } from './parse-inline.js';

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly styles: readonly Style[];
}

/**
 * Breaks spans into painted lines of at most so many columns: at blanks where it can, within a word that is wider than
 * a line. A `\n` in the text is a break.
 */
export function wrapSpans(spans: readonly Span[], columns: number, paint: Paint): readonly string[] {
  const lines: Cell[][] = [[]];
  for (const cell of cellsOf(spans)) {
    if (cell.text === '\n') lines.push([]);
    else lines.at(-1)?.push(cell);
  }
  return lines.flatMap((line) => wrapLine(line, Math.max(1, columns))).map((line) => paintCells(line, paint));
}

/** The width of the widest line and of the widest word. */
export function widthsOf(spans: readonly Span[]): { readonly line: number; readonly word: number } {
  let [line, word, widestLine, widestWord] = [0, 0, 0, 0];
  for (const { text, width } of cellsOf(spans)) {
    line = text === '\n' ? 0 : line + width;
    word = text === '\n' || text === ' ' ? 0 : word + width;
    widestLine = Math.max(widestLine, line);
    widestWord = Math.max(widestWord, word);
  }
  return { line: widestLine, word: widestWord };
}

function cellsOf(spans: readonly Span[]): readonly Cell[] {
  return spans.flatMap(({ text, styles }) =>
    graphemesOf(text.replaceAll('\t', '    ')).map((grapheme) => ({
      text: grapheme,
      width: graphemeWidth(grapheme),
      styles,
    })),
  );
}

function wrapLine(cells: readonly Cell[], columns: number): readonly (readonly Cell[])[] {
  const lines: (readonly Cell[])[] = [];
  let from = 0;
  let blank = -1;
  let width = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] as Cell;
    if (cell.text === ' ') blank = at;
    width += cell.width;
    if (width <= columns || at === from || cell.text === ' ') continue;
    const end = blank > from ? blank : at;
    lines.push(cells.slice(from, end));
    from = end;
    while (cells[from]?.text === ' ') from += 1;
    at = Math.max(from, at);
    width = cells.slice(from, at + 1).reduce((sum, each) => sum + each.width, 0);
    blank = -1;
  }
  lines.push(cells.slice(from));
  return lines.map(trimEnd);
}

function trimEnd(cells: readonly Cell[]): readonly Cell[] {
  let end = cells.length;
  while (cells[end - 1]?.text === ' ') end -= 1;
  return cells.slice(0, end);
}

function paintCells(cells: readonly Cell[], paint: Paint): string {
  let painted = '';
  for (let at = 0; at < cells.length; ) {
    const styles = cells[at]?.styles ?? [];
    let text = '';
    for (; at < cells.length && cells[at]?.styles === styles; at += 1) text += cells[at]?.text;
    painted += paint(text, ...styles);
  }
  return painted;
}
