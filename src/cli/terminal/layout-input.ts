import { displayWidth, graphemesOf, graphemeWidth } from './display-width.js';
import type { EditBuffer } from './edit-buffer.js';

/** One row of the terminal: what stands in it, and which part of the buffer that is. */
export interface InputRow {
  readonly shown: string;
  readonly width: number;
  /** The place in the buffer of each of its characters, with the column before which it stands. */
  readonly stops: readonly { readonly at: number; readonly column: number }[];
}

export interface InputLayout {
  readonly rows: readonly InputRow[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** A prompt up to this wide indents the lines below it. */
const WIDEST_INDENT = 8;
const TAB = '    ';
/** What would act on the terminal or turn the direction of writing; a call's arguments that are changed may hold it. */
const ACTING = /^[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Breaks prompt and text into rows. The last column stays free, so the cursor always has a place and the terminal
 * never wraps by itself.
 * @param columns of the terminal
 */
export function layoutInput(prompt: string, { text, at }: EditBuffer, columns: number): InputLayout {
  const limit = Math.max(4, columns - 1);
  const rows: { shown: string; width: number; stops: { at: number; column: number }[] }[] = [];
  let row = { shown: '', width: 0, stops: [] as { at: number; column: number }[] };
  let indent = '';
  let cursor = { row: 0, column: 0 };

  const breakRow = () => {
    rows.push(row);
    row = { shown: indent, width: indent.length, stops: [] };
  };
  const put = (shown: string, width: number) => {
    if (row.width + width > limit) breakRow();
    row.shown += shown;
    row.width += width;
  };
  const stop = (place: number) => {
    row.stops.push({ at: place, column: row.width });
    if (place === at) cursor = { row: rows.length, column: row.width };
  };

  for (const grapheme of graphemesOf(prompt)) put(grapheme, graphemeWidth(grapheme));
  if (rows.length === 0 && row.width <= WIDEST_INDENT) indent = ' '.repeat(row.width);
  let place = 0;
  for (const grapheme of graphemesOf(text)) {
    if (grapheme === '\n') {
      stop(place);
      breakRow();
    } else {
      const shown = shownAs(grapheme);
      const width = graphemeWidth(grapheme) || displayWidth(shown);
      if (row.width + width > limit) breakRow();
      stop(place);
      row.shown += shown;
      row.width += width;
    }
    place += grapheme.length;
  }
  stop(place);
  rows.push(row);
  return { rows, cursor };
}

function shownAs(grapheme: string): string {
  if (grapheme === '\t') return TAB;
  return ACTING.test(grapheme) ? '\ufffd' : grapheme;
}

/** The place in the buffer one row up or down, near the cursor's column; undefined at the edge. */
export function placeInRow({ rows, cursor }: InputLayout, step: -1 | 1): number | undefined {
  const stops = rows[cursor.row + step]?.stops;
  if (stops === undefined || stops.length === 0) return undefined;
  return (stops.findLast(({ column }) => column <= cursor.column) ?? stops[0])?.at;
}

/** The rows that fit a screen, around the cursor. */
export function windowOf({ rows, cursor }: InputLayout, height: number): InputLayout {
  if (rows.length <= height) return { rows, cursor };
  const from = Math.min(Math.max(0, cursor.row - height + 1), rows.length - height);
  return { rows: rows.slice(from, from + height), cursor: { ...cursor, row: cursor.row - from } };
}
