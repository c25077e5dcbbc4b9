import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import { type ByteRow, ByteRows } from './byte-rows.js';
import { type Dialect, guessDialect, hasText } from './csv-dialect.js';
import { findLayout } from './layout.js';
import { LeftOut } from './left-out.js';
import { normalizeLabel } from './normalize-label.js';
import {
  type ByteBatch,
  notText,
  type ReadOptions,
  type RowBatch,
  SAMPLE_ROWS,
  type Table,
  unreadable,
} from './table.js';
import { peek, utf8Bytes } from './table-text.js';

/** Bytes that the guesses look at. */
const HEAD_BYTES = 2 ** 16;
/** A row longer than this is taken for a quote that never closes. */
const MAX_ROW_BYTES = 2 ** 22;
const MEND_QUOTES = 'Close the quoted field, or double a quote that belongs to the text.';

/**
 * Opens a CSV of any delimiter: quoted fields, CRLF or LF or CR, a byte order mark, with or without a header line.
 * Papaparse splits them as text. They can also be had as bytes, which is several times faster because no cell becomes a
 * string; papaparse then splits only rows with quotes or line breaks inside quotes. Both ways give the same rows.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Table> {
  const { head: whole, ended: atEnd, all } = await peek(utf8Bytes(bytes), HEAD_BYTES);
  // The guesses must not depend on how the bytes happen to come.
  const head = whole.subarray(0, HEAD_BYTES);
  const ended = atEnd && head.length === whole.length;
  const text = decode(
    ended
      ? head
      : head.subarray(0, Math.max(head.lastIndexOf(0x0a), head.lastIndexOf(0x0d)) + 1 || head.length),
  );
  if (!hasText([text])) throw unreadable('the file is empty', 'Send a file with one row per line.');

  const dialect = guessDialect(text, options.delimiter);
  const { rows, lines } = numbered(parse(text, dialect, ended).data, dialect);
  const layout = findLayout(rows, options.header);
  const leftOut = new LeftOut();
  for (const { row, why } of layout.leftOut) leftOut.add(lines[row] ?? 0, why, rows[row] ?? []);
  const sample = rows.slice(layout.lead, layout.lead + SAMPLE_ROWS);
  const names = layout.header === undefined ? undefined : (rows[layout.header] ?? []);
  const width = names?.length ?? Math.max(0, ...sample.map((row) => row.length));
  const reader = new CsvReader(all, dialect, layout.lead, leftOut);
  return {
    format: 'csv',
    columns: Array.from(
      { length: width },
      (_, at) => (names && normalizeLabel(names[at] ?? '')) || `column ${at + 1}`,
    ),
    header: names !== undefined,
    ...(layout.header !== undefined && { headerLine: lines[layout.header] ?? 1 }),
    delimiter: dialect.delimiter,
    leftOut,
    sample,
    batches: reader.batches(false),
    ...(isOneByte(dialect.delimiter) && { byteBatches: reader.batches(true) }),
  };
}

/** The rows that hold text, with the lines that they begin in. */
function numbered(
  data: readonly string[][],
  { newline }: Dialect,
): { readonly rows: string[][]; readonly lines: number[] } {
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 1;
  for (const row of data) {
    if (hasText(row)) {
      rows.push(row);
      lines.push(line);
    }
    line++;
    for (const cell of row) line += breaksIn(cell, newline);
  }
  return { rows, lines };
}

/** Reads a CSV once, piece by piece, each piece whole rows. */
class CsvReader {
  readonly #chunks: AsyncIterable<Buffer>;
  readonly #dialect: Dialect;
  readonly #leftOut: LeftOut;
  /** Rows before the first row of data that are still to come. */
  #leadDue: number;
  #line = 1;
  #byteRows: ByteRows | undefined;

  constructor(chunks: AsyncIterable<Buffer>, dialect: Dialect, lead: number, leftOut: LeftOut) {
    this.#chunks = chunks;
    this.#dialect = dialect;
    this.#leadDue = lead;
    this.#leftOut = leftOut;
  }

  batches(asBytes: false): AsyncGenerator<RowBatch>;
  batches(asBytes: true): AsyncGenerator<RowBatch | ByteBatch>;
  async *batches(asBytes: boolean): AsyncGenerator<RowBatch | ByteBatch> {
    const newline = this.#dialect.newline.charCodeAt(0);
    let left: Buffer = Buffer.alloc(0);
    // A row that is not whole yet is not read again with each piece that comes, but each time it has doubled.
    const held: Buffer[] = [];
    let heldBytes = 0;
    let enough = 0;
    for await (const piece of this.#chunks) {
      held.push(piece);
      heldBytes += piece.length;
      if (heldBytes < enough && left.length + heldBytes <= MAX_ROW_BYTES) continue;
      const chunk = held.length === 1 ? piece : Buffer.concat(held);
      held.length = 0;
      heldBytes = 0;
      let used = 0;
      if (asBytes && left.length > 0) {
        // Where chunks tear a row, only this row is copied.
        used = chunk.indexOf(newline) + 1;
        if (used > 0) left = yield* this.#wholeRows(Buffer.concat([left, chunk.subarray(0, used)]), true);
      }
      const rest = chunk.subarray(used);
      left = yield* this.#wholeRows(left.length === 0 ? rest : Buffer.concat([left, rest]), asBytes);
      enough = left.length > chunk.length ? left.length : 0;
      if (left.length > MAX_ROW_BYTES) {
        throw unreadable(
          `the row that begins here is longer than ${MAX_ROW_BYTES} bytes: a quote is opened and never closed`,
          MEND_QUOTES,
          this.#line,
        );
      }
    }
    left = Buffer.concat([left, ...held]);
    if (left.length === 0) return;
    const { batch } = this.#parse(left, true);
    if (batch.rows.length > 0) yield batch;
  }

  /** Gives the rows that are whole, and returns the bytes after them. */
  *#wholeRows(data: Buffer, asBytes: boolean): Generator<RowBatch | ByteBatch, Buffer> {
    const end = data.lastIndexOf(this.#dialect.newline) + 1;
    let read = 0;
    if (asBytes && end > 0) {
      const whole = data.subarray(0, end);
      if (!isUtf8(whole)) throw notText();
      yield {
        forEachRow: (visit) => {
          read = this.#visitBytes(whole, visit);
        },
      };
    }
    if (read < end) {
      // Quotes with more than plain text in them.
      const { batch, used } = this.#parse(data.subarray(read, end), false);
      if (batch.rows.length > 0) yield batch;
      read += used;
    }
    return data.subarray(read);
  }

  /** Gives how many bytes were read. */
  #visitBytes(whole: Buffer, visit: (row: ByteRow) => void): number {
    const { delimiter, newline } = this.#dialect;
    this.#byteRows ??= new ByteRows(delimiter.charCodeAt(0), newline.charCodeAt(0));
    const { lines, used, skipped, blank } = this.#byteRows.forEachRow(
      whole,
      this.#line,
      this.#leadDue,
      visit,
    );
    this.#leftOut.blank += blank;
    this.#line += lines;
    this.#leadDue -= skipped;
    return used;
  }

  #parse(piece: Buffer, last: boolean): { batch: RowBatch; used: number } {
    const text = decode(piece);
    const { data, errors, meta } = parse(text, this.#dialect, last);
    const faulty = errors.find((error) => error.row < data.length)?.row;
    // Only a quoted field can hold a line break, so without quotes every row is one line.
    const quoted = text.includes('"');
    const rows: string[][] = [];
    const lines: number[] = [];
    for (const [index, row] of data.entries()) {
      const at = this.#line++;
      if (index === faulty)
        throw unreadable(
          'a quoted field does not end where its quote closes, or never closes',
          MEND_QUOTES,
          at,
        );
      if (quoted) for (const cell of row) this.#line += breaksIn(cell, this.#dialect.newline);
      if (!hasText(row)) this.#leftOut.blank++;
      else if (this.#leadDue > 0) this.#leadDue--;
      else {
        rows.push(row);
        lines.push(at);
      }
    }
    const used =
      meta.cursor === text.length ? piece.length : Buffer.byteLength(text.slice(0, meta.cursor), 'utf8');
    return { batch: { rows, lines }, used };
  }
}

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

/** Splits text by papaparse. Unless `last`, what follows the last line break is left over: `meta.cursor` says where. */
function parse(text: string, { delimiter, newline }: Dialect, last: boolean): Parsed {
  // With "\n" a "\r" before it stays in the last cell, where trimming removes it: mixed line ends do no harm.
  return new Papa.Parser({ delimiter, newline }).parse(text, 0, !last);
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notText();
  return bytes.toString('utf8');
}

function isOneByte(delimiter: string): boolean {
  return delimiter.length === 1 && delimiter.charCodeAt(0) < 0x80 && !Papa.BAD_DELIMITERS.includes(delimiter);
}

function breaksIn(cell: string, newline: string): number {
  let count = 0;
  for (let at = cell.indexOf(newline); at >= 0; at = cell.indexOf(newline, at + 1)) count++;
  return count;
}
