import type { LeftOutRow } from './left-out.js';
import { openTable } from './open-table.js';
import { type OpenTable, type ReadOptions, type TableFormat, type TableSource, unreadable } from './table.js';

/** A row of data as it stands in its file. */
export interface WholeRow {
  /** Line of a text, row of a sheet, number of an object; from 1. */
  readonly line: number;
  /** As text, trimmed; as many as there are columns, or more in a ragged row of a CSV. */
  readonly cells: readonly string[];
  /** Places of cells that the file holds as numbers (XLSX and JSON): their text is in the notation of JavaScript. */
  readonly numbers: ReadonlySet<number>;
}

export interface WholeTable {
  readonly format: TableFormat;
  readonly columns: readonly string[];
  /** Of a CSV. */
  readonly delimiter?: string;
  readonly rows: readonly WholeRow[];
  /** Sheets that were read as one table, each with the line at which it begins. */
  readonly joined?: readonly { readonly name: string; readonly line: number }[];
  /** Rows above that are none of data, such as a title. */
  readonly leftOut: readonly LeftOutRow[];
}

/** Characters that are held: a few kilobytes of a workbook may unfold to many more. */
const MOST_CHARACTERS = 2 ** 25;
const NO_NUMBERS: ReadonlySet<number> = new Set();

/**
 * Reads a small table whole, whatever program wrote it: its first row that is no title names the columns. What a workbook
 * does not show, and a formula that no program computed, is refused: nobody knows whether it counts.
 * @param most rows that are taken
 * @throws TableFault
 */
export async function readWholeTable(
  source: TableSource,
  { most, ...options }: { readonly most: number } & Pick<ReadOptions, 'sheet' | 'mayJoin' | 'format'>,
): Promise<WholeTable> {
  const table = await withHeader(source, options);
  try {
    const rows: WholeRow[] = [];
    let characters = 0;
    for await (const { rows: read, lines, numbers, uncomputed, unseen, hidden } of table.batches) {
      if (rows.length + read.length > most)
        throw unreadable(`the file has more than ${most} rows`, 'Send less of it, or sum it up first.');
      for (const [at, cells] of read.entries()) {
        const line = lines[at] ?? 0;
        for (const cell of cells) characters += cell.length;
        if (characters > MOST_CHARACTERS)
          throw unreadable(
            `the file has more than ${MOST_CHARACTERS.toLocaleString('en')} characters up to here`,
            'Take columns of long text out, or send less of it.',
            line,
          );
        if (hidden?.[at] === true || (unseen?.[at]?.length ?? 0) > 0)
          throw unreadable(
            'the sheet does not show this row, or cells of it',
            'Show it if it counts, or delete it.',
            line,
          );
        if ((uncomputed?.[at]?.length ?? 0) > 0)
          throw unreadable(
            'a formula has no value yet',
            'Open the workbook in a spreadsheet program and save it again, or paste its values.',
            line,
          );
        const own = numbers?.[at];
        rows.push({
          line,
          cells: cells.map((cell) => cell.trim()),
          numbers: own === undefined || own.length === 0 ? NO_NUMBERS : new Set(own),
        });
      }
    }
    const { format, columns, delimiter, leftOut, joined } = table;
    return {
      format,
      columns,
      ...(delimiter !== undefined && { delimiter }),
      ...(joined !== undefined && { joined }),
      rows,
      leftOut: leftOut.rows(),
    };
  } finally {
    await table.close();
  }
}

/** A table whose names look like the rows below them has a header all the same. */
async function withHeader(source: TableSource, options: ReadOptions): Promise<OpenTable> {
  const table = await openTable(source, { ...options, allColumns: true });
  if (table.header) return table;
  await table.close();
  return openTable(source, { ...options, allColumns: true, header: true });
}
