import { OracleError } from 'oracle-runtime/plugin';
import { normalizeLabel } from '../id-rule.js';
import {
  type ReadOptions,
  type RegistryTable,
  type RowBatch,
  SAMPLE_ROWS,
  unreadable,
} from '../registry-table.js';
import { type Archive, openArchive } from './archive.js';
import { type SheetRow, SheetRows } from './sheet-rows.js';
import { readWorkbook, type Sheet, type Workbook } from './workbook.js';

const BATCH_ROWS = 2000;
/** A row may have 16,384 cells. */
const BATCH_CELLS = 2 ** 17;
const MAX_SHEET_BYTES = 2 ** 30;

const HINT = 'Save the registry as an Excel workbook (.xlsx) without a password, or as CSV UTF-8.';

/**
 * Opens one sheet of an XLSX workbook, streamed: the first visible one or the one named. The first row that is not
 * empty holds the names of the columns. Cells are read as text; a cell that Excel holds as a number has no leading
 * zeros any more, dates become YYYY-MM-DD, and a formula is the value that was computed last.
 */
export async function openXlsx(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<RegistryTable> {
  try {
    const archive = await openArchive(bytes);
    const workbook = await readWorkbook(archive);
    const sheet = chooseSheet(workbook, options.sheet);
    const rows = rowsOf(archive, workbook, sheet);
    const header = await rows.next();
    if (header.done === true)
      throw unreadable(`the sheet "${sheet.name}" is empty`, 'Name the sheet that holds the registry.');
    const columns = header.value.cells.map((cell, at) => normalizeLabel(cell) || `column ${at + 1}`);
    const source = batchesOf(rows, columns.length);
    const first = await source.next();
    async function* batches(): AsyncGenerator<RowBatch> {
      try {
        if (first.done !== true) yield first.value;
        yield* source;
      } catch (error) {
        throw asUnreadable(error);
      } finally {
        await rows.return(undefined);
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
  } catch (error) {
    throw asUnreadable(error);
  }
}

function chooseSheet({ sheets }: Workbook, wanted: string | undefined): Sheet {
  const sheet =
    wanted === undefined
      ? (sheets.find(({ visible }) => visible) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (sheet !== undefined) return sheet;
  throw unreadable(
    wanted === undefined ? 'the workbook has no sheet' : `the workbook has no sheet "${wanted}"`,
    sheets.length > 0 ? `Its sheets are: ${sheets.map(({ name }) => name).join(', ')}.` : HINT,
  );
}

/** The rows of a sheet that are not empty. */
async function* rowsOf(archive: Archive, workbook: Workbook, sheet: Sheet): AsyncGenerator<SheetRow> {
  const text = archive.read(sheet.path, MAX_SHEET_BYTES);
  if (text === undefined) throw new Error(`the archive has no ${sheet.path}`);
  const reader = new SheetRows(await workbook.context());
  for await (const piece of text) {
    for (const row of reader.push(piece)) if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
  reader.end();
}

/** Rows in batches, padded to `width`: sheets leave empty cells out, so a short row is not ragged. */
async function* batchesOf(source: AsyncIterable<SheetRow>, width: number): AsyncGenerator<RowBatch> {
  let rows: string[][] = [];
  let lines: number[] = [];
  let numericColumns = new Set<number>();
  let cellCount = 0;
  for await (const { line, cells, numeric } of source) {
    rows.push([...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')]);
    lines.push(line);
    for (const at of numeric) numericColumns.add(at);
    cellCount += cells.length;
    if (rows.length === BATCH_ROWS || cellCount >= BATCH_CELLS) {
      yield { rows, lines, numericColumns };
      rows = [];
      lines = [];
      numericColumns = new Set();
      cellCount = 0;
    }
  }
  if (rows.length > 0) yield { rows, lines, numericColumns };
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
