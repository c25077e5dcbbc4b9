import { isHeader } from './csv-dialect.js';
import type { LeftOutReason } from './left-out.js';

/** Rows at the beginning that are looked at. */
export const LAYOUT_ROWS = 60;

/** Where a table begins among its first rows. */
export interface Layout {
  /** Rows before the first row of data, titles and headers among them. */
  readonly lead: number;
  /** Which of them names the columns. */
  readonly header: number | undefined;
  readonly leftOut: readonly { readonly row: number; readonly why: LeftOutReason }[];
}

/**
 * Finds the header among the first rows that hold text: people write titles above it, groups of columns, and labels in
 * the words of the form below it.
 * @param wanted whether the first row names the columns, when the caller says so
 */
export function findLayout(rows: readonly (readonly string[])[], wanted: boolean | undefined): Layout {
  const seen = rows.slice(0, LAYOUT_ROWS);
  const leftOut: { row: number; why: LeftOutReason }[] = [];
  let at = 0;
  if (/^sep=/i.test(seen[0]?.[0]?.trim() ?? '')) leftOut.push({ row: at++, why: 'separator' });
  if (wanted === false) return { lead: at, header: undefined, leftOut };
  if (wanted === undefined) while (isTitle(seen, at)) leftOut.push({ row: at++, why: 'title' });
  const first = seen[at];
  if (first === undefined || !(wanted ?? isHeader(first, seen.slice(at + 1))))
    return { lead: at, header: undefined, leftOut };
  const header = at++;
  if (isSecondHeader(seen, at)) leftOut.push({ row: at++, why: 'second header' });
  return { lead: at, header, leftOut };
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

function hasDigit(text: string): boolean {
  return /\p{N}/u.test(text);
}

/** A row of few cells over a wider table, or one of groups over the names of the columns. */
function isTitle(rows: readonly (readonly string[])[], at: number): boolean {
  const row = rows[at] ?? [];
  const below = rows.slice(at + 1);
  if (below.length === 0) return false;
  const count = filled(row);
  const widths = below.map(filled).sort((a, b) => a - b);
  const usual = widths[widths.length >> 1] ?? 0;
  const lone = count === 1 && usual >= 2 && (row[0] ?? '').trim() !== '';
  if ((lone || count * 2 < usual) && !startsLike(row, below)) return true;
  const [names = [], ...data] = below;
  return (
    count < filled(names) &&
    !names.some(hasDigit) &&
    new Set(names.map((name) => name.trim())).size === names.length &&
    digitColumns(data).length > 0
  );
}

/** Whether the first cell is of the kind that the cells below it are, as in a row of data with few cells. */
function startsLike(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  const shape = (cells: readonly string[]) =>
    (cells[0] ?? '')
      .trim()
      .replace(/\p{N}+/gu, '9')
      .replace(/\p{L}+/gu, 'a');
  const own = shape(row);
  return hasDigit(own) && below.some((other) => shape(other) === own);
}

/** Columns in which all cells that are filled, three at least, hold a digit. */
function digitColumns(rows: readonly (readonly string[])[]): number[] {
  const columns: number[] = [];
  for (let at = 0; at < (rows[0]?.length ?? 0); at++) {
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    if (cells.length >= 3 && cells.every(hasDigit)) columns.push(at);
  }
  return columns;
}

/** A row without a single digit over columns that hold nothing else: labels, units, types of questions. */
function isSecondHeader(rows: readonly (readonly string[])[], at: number): boolean {
  const row = rows[at];
  if (row === undefined || row.some(hasDigit)) return false;
  const names = filled(rows[at - 1] ?? []);
  return (
    filled(row) * 2 >= names &&
    digitColumns(rows.slice(at + 1)).some((column) => (row[column] ?? '').trim() !== '')
  );
}
