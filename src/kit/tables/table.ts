import type { ByteRow } from './byte-rows.js';
import type { LeftOut } from './left-out.js';

export const TABLE_FORMATS = ['csv', 'xlsx', 'geojson', 'ndjson', 'json'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Some rows of a table, as text. */
export interface RowBatch {
  /** Cells in the order of the table's columns; a ragged row of a CSV has more or fewer. */
  readonly rows: readonly (readonly string[])[];
  /** Where each row begins in the file: line of a text file, row of a sheet, number of a feature. Counted from 1. */
  readonly lines: readonly number[];
  /** Of each row the columns whose cells are numbers, not text (XLSX and JSON). */
  readonly numbers?: readonly (readonly number[])[];
  /** Of each row the columns whose cells are dates or times of day, as the clock on a wall shows them (XLSX). */
  readonly dates?: readonly (readonly number[])[];
  /** Of each row the columns that hold a formula without its value (XLSX). */
  readonly uncomputed?: readonly (readonly number[])[];
  /** Of each row the columns whose cells show nothing, such as white letters (XLSX). */
  readonly unseen?: readonly (readonly number[])[];
  /** Of each row whether it is hidden (XLSX). */
  readonly hidden?: readonly boolean[];
}

/** Some rows of a table, as bytes. */
export interface ByteBatch {
  /** Once only. */
  forEachRow(visit: (row: ByteRow) => void): void;
}

/** A file that can be read from wherever it is kept. */
export interface TableSource {
  /** File name, for messages. The format is told from the content. */
  readonly name: string;
  /** Opens the bytes from the beginning. */
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Rows at the beginning that guesses may look at. */
export const SAMPLE_ROWS = 500;

/** A table that is read once, from the beginning. */
export interface Table {
  readonly format: TableFormat;
  readonly columns: readonly string[];
  /** False when a CSV has no header line; its columns are then called `column 1`, `column 2`, … */
  readonly header: boolean;
  /** Line of the header, where lines can be counted. */
  readonly headerLine?: number;
  readonly delimiter?: string;
  readonly sheet?: string;
  /** What the workbook hides: columns of the sheet, by their names, and sheets that are not read (XLSX). */
  readonly hidden?: {
    readonly columns: readonly string[];
    readonly sheets: readonly string[];
    /** Columns of which a rule of the sheet hides cells; complete when it was read to its end. */
    readonly byRule: () => readonly string[];
  };
  /** Visible sheets that are not read: those with the headings of the one that is, and other tables (XLSX). */
  readonly unread?: { readonly alike: readonly string[]; readonly others: readonly string[] };
  /** Sheets that are read as one table, each with the line at which it begins; complete when it was read to its end (XLSX). */
  readonly joined?: readonly { readonly name: string; readonly line: number }[];
  /** The repeat group of a form whose answers are the rows (JSON). */
  readonly repeat?: string;
  /** Rows that are none of data; complete when the table was read to its end. */
  readonly leftOut: LeftOut;
  /** The first rows, at most 500; they come again in the batches. */
  readonly sample: readonly (readonly string[])[];
  readonly batches: AsyncIterable<RowBatch>;
  /** The same rows, as bytes where that is possible. Read either this or `batches`. */
  readonly byteBatches?: AsyncIterable<RowBatch | ByteBatch>;
}

/** A table that is open. */
export interface OpenTable extends Table {
  /** Lets go of the file; safe at any time, also after the last row. */
  close(): Promise<void>;
}

/** How to read, where the file does not say it or says it wrongly. */
export interface ReadOptions {
  readonly format?: TableFormat;
  /** Of a CSV; guessed from its first lines. */
  readonly delimiter?: string;
  /** Whether the first row of a CSV or XLSX names the columns; found where it is not said. */
  readonly header?: boolean;
  /** Of an XLSX; needed when several could be meant. */
  readonly sheet?: string;
  /** Whether the sheet `*` means all of one heading, as one table. */
  readonly mayJoin?: boolean;
  /** Whether a sheet of these columns is the one that is meant, where several hold a table (XLSX). */
  readonly isMeant?: (columns: readonly string[]) => boolean;
  /** Whether a column may appear in any object of a JSON, which is then held in memory. */
  readonly allColumns?: boolean;
  /** Whether these columns are what is needed; where they are not, those of a repeat group of a JSON may be. */
  readonly enough?: (columns: readonly string[]) => boolean;
  /** Properties that must be columns of a GeoJSON or NDJSON even if the first objects lack them. */
  readonly properties?: readonly string[];
}

/** A fault of the file itself, for whoever reads it to name the field of a request. */
export class TableFault extends Error {
  override readonly name = 'TableFault';

  /**
   * @param hint how to mend it
   * @param line where it is, counted from 1
   */
  constructor(
    readonly detail: string,
    readonly hint: string,
    readonly line?: number,
    cause?: unknown,
  ) {
    super(line === undefined ? detail : `line ${line}: ${detail}`, { cause });
  }
}

export function unreadable(detail: string, hint: string, line?: number): TableFault {
  return new TableFault(detail, hint, line);
}

/** A text file in an encoding that would garble ids. */
export function notText(): TableFault {
  return unreadable('the file is not valid UTF-8 text', 'Save it as "CSV UTF-8" and send it again.');
}
