import { displayWidth, graphemesOf, graphemeWidth } from './display-width.js';
import type { EditBuffer } from './edit-buffer.js';

/** One row of the terminal: what stands in it, and which part of the buffer that is. */
export interface InputRow {
  readonly shown: string;
  readonly width: number;
  /** The place of each of its characters, counted from where its line begins, with the column before which it stands. */
  readonly stops: readonly { readonly at: number; readonly column: number }[];
  /** The place in the buffer where its line begins. */
  readonly from: number;
}

export interface InputLayout {
  readonly rows: readonly InputRow[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** The rows of one line, wherever it stands. */
type LaidLine = readonly Omit<InputRow, 'from'>[];

/** Lines as they were laid out last: of a long text that changes in one place, the others need not be laid out again. */
export class LaidLines {
  #of = '';
  #before = new Map<string, LaidLine>();
  #now = new Map<string, LaidLine>();

  /** Begins another layout; what the one before the last had is forgotten. */
  begin(prompt: string, columns: number): void {
    const of = `${columns} ${prompt}`;
    this.#before = of === this.#of ? this.#now : new Map();
    this.#now = new Map();
    this.#of = of;
  }

  line(key: string, lay: () => LaidLine): LaidLine {
    const laid = this.#now.get(key) ?? this.#before.get(key) ?? lay();
    this.#now.set(key, laid);
    return laid;
  }
}

/** A prompt up to this wide indents the lines below it. */
const WIDEST_INDENT = 8;
const TAB = '    ';
/** What would act on the terminal or turn the direction of writing; a call's arguments that are changed may hold it. */
const ACTING = /^[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** A character of the prompt or the text as it is shown; the prompt's have no place in the buffer. */
interface Piece {
  readonly shown: string;
  readonly width: number;
  readonly at?: number;
  /** A word may end here. */
  readonly isBlank?: true;
}

/**
 * Breaks prompt and text into rows: at blanks where it can, which then take no column, and within a word that is wider than
 * a row. The last column stays free, so the cursor always has a place and the terminal never wraps by itself.
 * @param columns of the terminal
 * @param laid keeps lines from one layout to the next
 */
export function layoutInput(
  prompt: string,
  { text, at }: EditBuffer,
  columns: number,
  laid = new LaidLines(),
): InputLayout {
  const limit = Math.max(4, columns - 1);
  const indent = displayWidth(prompt) <= Math.min(WIDEST_INDENT, limit) ? displayWidth(prompt) : 0;
  laid.begin(prompt, columns);
  const rows: InputRow[] = [];
  let cursor = { row: 0, column: 0 };
  let from = 0;
  for (const [number, line] of text.split('\n').entries()) {
    const before = number === 0 ? prompt : '';
    const ofLine = laid.line(`${before}\n${line}`, () => layLine(before, line, limit, indent));
    if (at >= from && at <= from + line.length) cursor = placeOf(at - from, ofLine, rows.length) ?? cursor;
    for (const row of ofLine) rows.push({ ...row, from });
    from += line.length + 1;
  }
  return { rows, cursor };
}

function placeOf(at: number, rows: LaidLine, first: number): InputLayout['cursor'] | undefined {
  for (const [row, { stops }] of rows.entries()) {
    const stop = stops.find((each) => each.at === at);
    if (stop !== undefined) return { row: first + row, column: stop.column };
  }
  return undefined;
}

/** @param prompt of the first line; the others are indented as far as that is wide */
function layLine(prompt: string, text: string, limit: number, indent: number): LaidLine {
  const isFirst = prompt !== '';
  const rows: Piece[][] = [[]];
  let width = isFirst ? 0 : indent;
  /** Where in the last row the word begins that may go on in the next one. */
  let word = 0;

  const breakRow = (from: number) => {
    const moved = rows.at(-1)?.splice(from) ?? [];
    rows.push(moved);
    width = indent + moved.reduce((sum, piece) => sum + piece.width, 0);
    word = 0;
  };
  const put = (piece: Piece) => {
    const row = () => rows.at(-1) as Piece[];
    if (width + piece.width > limit) {
      if (piece.isBlank) {
        row().push({ ...piece, shown: '', width: 0 });
        word = row().length;
        return;
      }
      breakRow(word > 0 ? word : row().length);
    }
    row().push(piece);
    width += piece.width;
    if (piece.isBlank) word = row().length;
  };

  for (const grapheme of graphemesOf(prompt)) put(pieceOf(grapheme));
  // A word that does not fit beside a short prompt begins there all the same.
  if (indent > 0) word = 0;
  let place = 0;
  for (const grapheme of graphemesOf(text)) {
    put({ ...pieceOf(grapheme), at: place });
    place += grapheme.length;
  }
  rows.at(-1)?.push({ shown: '', width: 0, at: place });
  return placed(rows, ' '.repeat(indent), isFirst);
}

function pieceOf(grapheme: string): Piece {
  const shown = shownAs(grapheme);
  const width = graphemeWidth(grapheme) || displayWidth(shown);
  return { shown, width, ...(grapheme === ' ' ? { isBlank: true } : {}) };
}

/** Rows with the columns of what stands in them. */
function placed(rows: readonly (readonly Piece[])[], indent: string, isFirst: boolean): LaidLine {
  return rows.map((pieces, row) => {
    const stops: { at: number; column: number }[] = [];
    const before = isFirst && row === 0 ? '' : indent;
    let column = before.length;
    for (const piece of pieces) {
      if (piece.at !== undefined) stops.push({ at: piece.at, column });
      column += piece.width;
    }
    return { shown: before + pieces.map((piece) => piece.shown).join(''), width: column, stops };
  });
}

function shownAs(grapheme: string): string {
  if (grapheme === '\t') return TAB;
  return ACTING.test(grapheme) ? '\ufffd' : grapheme;
}

/** The place in the buffer one row up or down, near the cursor's column; undefined at the edge. */
export function placeInRow({ rows, cursor }: InputLayout, step: -1 | 1): number | undefined {
  const { stops = [], from = 0 } = rows[cursor.row + step] ?? {};
  const stop = stops.findLast(({ column }) => column <= cursor.column) ?? stops[0];
  return stop === undefined ? undefined : from + stop.at;
}

/** The rows that fit a screen, around the cursor. */
export function windowOf({ rows, cursor }: InputLayout, height: number): InputLayout {
  if (rows.length <= height) return { rows, cursor };
  const from = Math.min(Math.max(0, cursor.row - height + 1), rows.length - height);
  return { rows: rows.slice(from, from + height), cursor: { ...cursor, row: cursor.row - from } };
}
