import { Readable } from 'node:stream';
import type { CellValue, Row } from 'exceljs';
import { OracleError } from 'oracle-runtime/plugin';
import { normalizeLabel } from './id-rule.js';
import {
  type ReadOptions,
  type RegistryTable,
  type RowBatch,
  SAMPLE_ROWS,
  unreadable,
} from './registry-table.js';

const BATCH_ROWS = 2000;

/** What exceljs's stream reader gives beyond its published types. */
interface SheetReader extends AsyncIterable<Row> {
  readonly name: string;
}
interface BookReader extends AsyncIterable<SheetReader> {
  readonly model?: { readonly sheets?: readonly { readonly name: string; readonly state?: string }[] };
}

const HINT = 'Save the registry as an Excel workbook (.xlsx) without a password, or as CSV UTF-8.';

/**
 * Opens one sheet of an XLSX workbook, streamed: the first visible one or the one named. The first row that is not
 * empty holds the names of the columns. Cells are read as text; a cell that Excel holds as a number has no leading
 * zeros any more, and dates become YYYY-MM-DD.
 */
export async function openXlsx(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<RegistryTable> {
  const { default: excel } = await import('exceljs');
  const reader = new excel.stream.xlsx.WorkbookReader(Readable.from(bytes, { objectMode: false }), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  }) as unknown as BookReader;
  const { sheet, rest } = await findSheet(reader, options.sheet);
  const rows = sheet[Symbol.asyncIterator]();

  let columns: string[] = [];
  while (columns.length === 0) {
    const step = await rows.next();
    if (step.done === true)
      throw unreadable(`the sheet "${sheet.name}" is empty`, 'Name the sheet that holds the registry.');
    const { cells } = cellsOf(step.value, undefined);
    if (cells.some((cell) => cell.trim() !== ''))
      columns = cells.map((cell, at) => normalizeLabel(cell) || `column ${at + 1}`);
  }
  const source = batchesOf(rows, columns.length);
  const first = await source.next().catch((error: unknown) => {
    throw asUnreadable(error);
  });
  async function* batches(): AsyncGenerator<RowBatch> {
    try {
      if (first.done !== true) yield first.value;
      yield* source;
    } catch (error) {
      throw asUnreadable(error);
    } finally {
      await rest.return?.(undefined);
    }
  }
  return {
    format: 'xlsx',
    columns,
    header: true,
    sheet: sheet.name,
    sample: first.done === true ? [] : first.value.rows.slice(0, SAMPLE_ROWS),
    batches: batches(),
  };
}

async function findSheet(
  reader: BookReader,
  wanted: string | undefined,
): Promise<{ sheet: SheetReader; rest: AsyncIterator<SheetReader> }> {
  const sheets = reader[Symbol.asyncIterator]();
  let names: string[] = [];
  try {
    for (let step = await sheets.next(); step.done !== true; step = await sheets.next()) {
      const all = reader.model?.sheets ?? [];
      names = all.map((each) => each.name);
      const target =
        wanted ??
        all.find((each) => each.state === undefined || each.state === 'visible')?.name ??
        step.value.name;
      if (step.value.name === target) return { sheet: step.value, rest: sheets };
    }
  } catch (error) {
    throw asUnreadable(error);
  }
  throw unreadable(
    wanted === undefined ? 'the workbook has no sheet' : `the workbook has no sheet "${wanted}"`,
    names.length > 0 ? `Its sheets are: ${names.join(', ')}.` : HINT,
  );
}

async function* batchesOf(source: AsyncIterator<Row>, width: number): AsyncGenerator<RowBatch> {
  let rows: string[][] = [];
  let lines: number[] = [];
  let numericColumns = new Set<number>();
  for (let step = await source.next(); step.done !== true; step = await source.next()) {
    const { cells, numeric } = cellsOf(step.value, width);
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows.push(cells);
    lines.push(step.value.number);
    for (const at of numeric) numericColumns.add(at);
    if (rows.length === BATCH_ROWS) {
      yield { rows, lines, numericColumns };
      rows = [];
      lines = [];
      numericColumns = new Set();
    }
  }
  if (rows.length > 0) yield { rows, lines, numericColumns };
}

/** A row as text, padded to `width`: sheets leave empty cells out, so a short row is not ragged. */
function cellsOf(row: Row, width: number | undefined): { cells: string[]; numeric: number[] } {
  const values = Array.isArray(row.values) ? row.values : [];
  const cells: string[] = [];
  const numeric: number[] = [];
  for (let at = 0; at < Math.max(values.length - 1, width ?? 0); at++) {
    const value = values[at + 1];
    if (typeof value === 'number') numeric.push(at);
    cells.push(textOf(value, row.number));
  }
  return { cells, numeric };
}

function textOf(value: CellValue | undefined, line: number): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if ('richText' in value) return value.richText.map((part) => part.text).join('');
  if ('error' in value)
    throw unreadable(
      `a cell holds the Excel error ${value.error}`,
      'Mend the formula, or paste its values.',
      line,
    );
  if ('text' in value) return typeof value.text === 'string' ? value.text : textOf(value.text, line);
  if ('result' in value) return textOf(value.result, line);
  return '';
}

/** All digits of a number, never the exponent form (Excel keeps 15). */
function plainNumber(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function asUnreadable(error: unknown): unknown {
  if (OracleError.isInstance(error)) return error;
  const detail = 'the workbook cannot be read: the file is damaged, protected or no Excel workbook';
  return new OracleError('invalid_request', {
    detail,
    hint: HINT,
    errors: [{ field: 'registry', message: detail }],
    cause: error,
  });
}
