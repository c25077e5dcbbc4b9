import Papa from 'papaparse';
import { normalizeLabel } from './id-rule.js';
import { type ReadOptions, type RegistryTable, type RowBatch, unreadable } from './registry-table.js';
import { decodeText } from './registry-text.js';

/** Text that the guesses look at. */
const HEAD_LENGTH = 2 ** 16;
/** A row longer than this is taken for a quote that never closes. */
const MAX_ROW_LENGTH = 2 ** 24;
const DELIMITERS = [',', ';', '\t', '|', Papa.RECORD_SEP, Papa.UNIT_SEP];

interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

/**
 * Opens a CSV of any delimiter: quoted fields, CRLF or LF or CR, a byte order mark, with or without a header line.
 * Papaparse's parser splits the text; this file feeds it, chunk by chunk, and counts lines.
 */
export async function openCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<RegistryTable> {
  const text = decodeText(bytes)[Symbol.asyncIterator]();
  let head = '';
  let ended = false;
  while (head.length < HEAD_LENGTH && !ended) {
    const step = await text.next();
    if (step.done === true) ended = true;
    else head += step.value;
  }
  if (head.trim() === '') throw unreadable('the registry is empty', 'Send a file with one unit per line.');

  const dialect = guessDialect(head, options.delimiter);
  const sample = rowsOf(head.slice(0, HEAD_LENGTH), dialect, ended && head.length <= HEAD_LENGTH).filter(
    hasText,
  );
  const [first = [], ...following] = sample;
  const header = options.header ?? isHeader(first, following);
  const width = Math.max(first.length, header ? 0 : Math.max(...following.map((row) => row.length), 0));
  const columns = Array.from(
    { length: width },
    (_, at) => (header && normalizeLabel(first[at] ?? '')) || `column ${at + 1}`,
  );

  async function* rest(): AsyncGenerator<string> {
    try {
      yield head;
      while (!ended) {
        const step = await text.next();
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await text.return?.(undefined);
    }
  }
  return {
    format: 'csv',
    columns,
    header,
    delimiter: dialect.delimiter,
    warnings: [],
    batches: batchesOf(rest(), dialect, header),
  };
}

function guessDialect(head: string, delimiter: string | undefined): Dialect {
  const newline = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  if (delimiter !== undefined) return { delimiter, newline };
  const guess = Papa.parse<string[]>(head.slice(0, HEAD_LENGTH), {
    delimitersToGuess: DELIMITERS,
    preview: 20,
    skipEmptyLines: 'greedy',
    newline,
  });
  return { delimiter: guess.meta.delimiter, newline };
}

function parserOf({ delimiter, newline }: Dialect): Papa.Parser {
  // With "\n" a "\r" before it stays in the last cell, where trimming removes it: mixed line ends do no harm.
  return new Papa.Parser({ delimiter, newline });
}

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

function rowsOf(text: string, dialect: Dialect, complete: boolean): string[][] {
  const { data }: Parsed = parserOf(dialect).parse(text, 0, !complete);
  return data;
}

function hasText(row: readonly string[]): boolean {
  for (const cell of row) if (cell !== '' && cell.trim() !== '') return true;
  return false;
}

/** Digits as 9, letters as a: two ids of one registry look the same. */
function shapeOf(cell: string): string {
  return cell
    .trim()
    .replace(/\p{N}+/gu, '9')
    .replace(/\p{L}+/gu, 'a');
}

/**
 * A first line is a header unless it looks like the lines below it, that is, it holds digits and every cell has a shape
 * that its column has again. Names that are empty or repeated count as a header only when they hold no digits.
 */
function isHeader(first: readonly string[], following: readonly (readonly string[])[]): boolean {
  if (!first.some((cell) => /\p{N}/u.test(cell))) return true;
  const names = first.map(normalizeLabel);
  if (names.includes('') || new Set(names).size < names.length) return false;
  const below = following.slice(0, 50);
  return !first.every((cell, at) => below.some((row) => shapeOf(row[at] ?? '') === shapeOf(cell)));
}

const MEND_QUOTES = 'Close the quoted field, or double a quote that belongs to the text.';

async function* batchesOf(
  text: AsyncIterable<string>,
  dialect: Dialect,
  header: boolean,
): AsyncGenerator<RowBatch> {
  const parser = parserOf(dialect);
  let left = '';
  let line = 1;
  let headerDue = header;
  const read = (piece: string, last: boolean): RowBatch => {
    const { data, errors, meta }: Parsed = parser.parse(piece, 0, !last);
    const faulty = errors.find((error) => error.row < data.length)?.row;
    left = last ? '' : piece.slice(meta.cursor);
    // Only a quoted field can hold a line break, so without quotes every row is one line.
    const quoted = piece.includes('"');
    const rows: string[][] = [];
    const lines: number[] = [];
    for (const [index, row] of data.entries()) {
      const at = line++;
      if (index === faulty)
        throw unreadable(
          'a quoted field does not end where its quote closes, or never closes',
          MEND_QUOTES,
          at,
        );
      if (quoted) for (const cell of row) line += breaksIn(cell, dialect.newline);
      const [cell = ''] = row;
      if ((row.length < 2 || cell === '') && !hasText(row)) continue;
      if (headerDue) headerDue = false;
      else {
        rows.push(row);
        lines.push(at);
      }
    }
    return { rows, lines };
  };
  for await (const chunk of text) {
    const batch = read(left + chunk, false);
    if (left.length > MAX_ROW_LENGTH) {
      throw unreadable(
        `the row that begins here is longer than ${MAX_ROW_LENGTH} characters: a quote is opened and never closed`,
        MEND_QUOTES,
        line,
      );
    }
    if (batch.rows.length > 0) yield batch;
  }
  if (left === '') return;
  const batch = read(left, true);
  if (batch.rows.length > 0) yield batch;
}

function breaksIn(cell: string, newline: string): number {
  let count = 0;
  for (let at = cell.indexOf(newline); at >= 0; at = cell.indexOf(newline, at + 1)) count++;
  return count;
}
