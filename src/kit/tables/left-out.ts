import { unreadable } from './table.js';

/** Why a row of a table is no row of data. */
export type LeftOutReason = 'separator' | 'title' | 'second header' | 'repeated header' | 'total';

/** A row that was recognised as no unit or reading, and was not read. */
export interface LeftOutRow {
  readonly line: number;
  readonly why: LeftOutReason;
  /** The beginning of its text. */
  readonly text: string;
}

/** A table with more of them is not understood. */
const MOST = 1000;
const MAX_TEXT = 80;

/** Collects the rows that are left out while a table is read, so that they can be said. */
export class LeftOut {
  readonly #rows: LeftOutRow[] = [];
  /** Rows that hold nothing but blanks and delimiters. */
  blank = 0;

  /** @throws TableFault beyond a thousand rows */
  add(line: number, why: LeftOutReason, cells: readonly string[]): void {
    const text = cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .join(' ')
      .slice(0, MAX_TEXT);
    if (this.#rows.length === MOST)
      throw unreadable(
        `more than ${MOST} rows are titles, repeated headers or totals, such as "${text}"`,
        'Send one table: one header line, then one row a line.',
        line,
      );
    this.#rows.push({ line, why, text });
  }

  rows(): LeftOutRow[] {
    return [...this.#rows].sort((a, b) => a.line - b.line);
  }
}

const WORDS: Readonly<Record<LeftOutReason, string>> = {
  separator: 'names the delimiter',
  title: 'title',
  'second header': 'second header',
  'repeated header': 'header again',
  total: 'total',
};

/** The rows in words: `line 1 (title "Households 2024"), line 404 (total "Total 400")`; empty without any. */
export function describeLeftOut(rows: readonly LeftOutRow[], most = 5): string {
  const said = rows.slice(0, most).map(({ line, why, text }) => `line ${line} (${WORDS[why]} "${text}")`);
  return [...said, ...(rows.length > most ? [`${rows.length - most} more`] : [])].join(', ');
}
