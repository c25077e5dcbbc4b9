import { findLayout } from '../layout.js';
import { LeftOut } from '../left-out.js';
import { normalizeLabel } from '../normalize-label.js';
import { type ReadOptions, type RowBatch, SAMPLE_ROWS, type Table, TableFault } from '../table.js';
import { type Archive, gather, openArchive } from './archive.js';
import { chooseSheets, HINT, type OpenSheet } from './choose-sheet.js';
import { type SheetRow, SheetRows } from './sheet-rows.js';
import { readWorkbook, type Sheet } from './workbook.js';

const BATCH_ROWS = 2000;
/** A row may have 16,384 cells. */
const BATCH_CELLS = 2 ** 17;
const BATCH_CHARACTERS = 2 ** 22;
const MAX_SHEET_BYTES = 2 ** 30;

/**
 * Opens one sheet of an XLSX workbook, streamed: the one that is named, else the one that holds a table; or all of one heading
 * as one table, whose lines are counted on from sheet to sheet. Cells are read as
 * text; a cell that Excel holds as a number has no leading zeros any more, dates become YYYY-MM-DD, and a formula is the
 * value that was computed last.
 */
export async function openXlsx(bytes: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Table> {
  // What the bytes come from may fail in its own words.
  const file = await gather(bytes);
  try {
    const archive = await openArchive(file);
    const workbook = await readWorkbook(archive);
    const context = await workbook.context();
    const readers = new Map<Sheet, SheetRows>();
    const { chosen, unread } = await chooseSheets(workbook.sheets, options, (each) => {
      const reader = new SheetRows(context);
      readers.set(each, reader);
      return rowsOf(archive, reader, each);
    });
    const [{ head }] = chosen;
    const { layout, names } = tableIn(head, options.header);
    const leftOut = new LeftOut();
    const joined: { name: string; line: number }[] = [];
    const width = names?.length ?? Math.max(0, ...head.slice(layout.lead).map(({ cells }) => cells.length));
    const source = batchesOf(rowsOfAll(chosen, options.header, leftOut, joined), width);
    const first = await source.next();
    const columns = columnsOf(names, width);
    const spans = chosen.flatMap((each) => readers.get(each.sheet)?.hiddenColumns ?? []);
    const read = chosen.map((each) => each.sheet.name);
    async function* batches(): AsyncGenerator<RowBatch> {
      try {
        if (first.done !== true) yield first.value;
        yield* source;
      } catch (error) {
        throw asUnreadable(error);
      } finally {
        for (const { rows } of chosen) await rows.return(undefined);
      }
    }
    return {
      format: 'xlsx',
      columns,
      hidden: {
        columns: columns.filter((_, at) => isWithin(at, spans)),
        byRule: () => {
          const ruled = chosen.flatMap((each) => readers.get(each.sheet)?.ruledColumns ?? []);
          return columns.filter((_, at) => isWithin(at, ruled));
        },
        sheets: workbook.sheets.flatMap(({ name, visible }) =>
          visible || read.includes(name) ? [] : [name],
        ),
      },
      unread,
      ...(chosen.length > 1 && { joined }),
      header: names !== undefined,
      ...(layout.header !== undefined && { headerLine: head[layout.header]?.line ?? 1 }),
      sheet: read.join(', '),
      leftOut,
      sample: first.done === true ? [] : first.value.rows.slice(0, SAMPLE_ROWS),
      batches: batches(),
    };
  } catch (error) {
    throw asUnreadable(error);
  }
}

function isWithin(column: number, spans: readonly (readonly [first: number, last: number])[]): boolean {
  return spans.some(([from, to]) => column >= from && column <= to);
}

function tableIn(head: readonly SheetRow[], header: boolean | undefined) {
  const layout = findLayout(
    head.map(({ cells }) => cells),
    header,
  );
  return { layout, names: layout.header === undefined ? undefined : head[layout.header]?.cells };
}

function columnsOf(names: readonly string[] | undefined, width: number): string[] {
  return Array.from({ length: width }, (_, at) => normalizeLabel(names?.[at] ?? '') || `column ${at + 1}`);
}

/**
 * The rows of data of sheets, one after the other. Lines are those of the first sheet, and go on from its last one.
 * @param joined takes each sheet with the line at which it begins
 */
async function* rowsOfAll(
  sheets: readonly OpenSheet[],
  header: boolean | undefined,
  leftOut: LeftOut,
  joined: { name: string; line: number }[],
): AsyncGenerator<SheetRow> {
  let last = 0;
  for (const { sheet, head, rows } of sheets) {
    const before = last;
    joined.push({ name: sheet.name, line: before + 1 });
    const { layout } = tableIn(head, header);
    for (const { row, why } of layout.leftOut)
      leftOut.add(before + (head[row]?.line ?? 0), why, head[row]?.cells ?? []);
    for (const row of head.slice(layout.lead)) {
      last = before + row.line;
      yield { ...row, line: last };
    }
    for await (const row of rows) {
      last = before + row.line;
      yield { ...row, line: last };
    }
  }
}

/** The rows of a sheet that are not empty. */
async function* rowsOf(archive: Archive, reader: SheetRows, sheet: Sheet): AsyncGenerator<SheetRow> {
  const text = archive.read(sheet.path, MAX_SHEET_BYTES);
  if (text === undefined) throw new Error(`the archive has no ${sheet.path}`);
  for await (const piece of text) {
    for (const row of reader.push(piece)) if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
  reader.end();
}

/** Rows in batches, padded to `width`: sheets leave empty cells out, so a short row is not ragged. */
async function* batchesOf(source: AsyncIterable<SheetRow>, width: number): AsyncGenerator<RowBatch> {
  let rows: string[][] = [];
  let lines: number[] = [];
  let numbers: (readonly number[])[] = [];
  let dates: (readonly number[])[] = [];
  let uncomputed: (readonly number[])[] = [];
  let unseen: (readonly number[])[] = [];
  let hidden: boolean[] = [];
  let cellCount = 0;
  let characters = 0;
  for await (const {
    line,
    cells,
    numbers: own,
    dates: days,
    uncomputed: open,
    unseen: blank,
    hidden: isHidden,
  } of source) {
    rows.push([...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => '')]);
    lines.push(line);
    numbers.push(own);
    dates.push(days);
    uncomputed.push(open);
    unseen.push(blank);
    hidden.push(isHidden);
    cellCount += cells.length;
    for (const cell of cells) characters += cell.length;
    if (rows.length === BATCH_ROWS || cellCount >= BATCH_CELLS || characters >= BATCH_CHARACTERS) {
      yield { rows, lines, numbers, dates, uncomputed, unseen, hidden };
      rows = [];
      lines = [];
      numbers = [];
      dates = [];
      uncomputed = [];
      unseen = [];
      hidden = [];
      cellCount = 0;
      characters = 0;
    }
  }
  if (rows.length > 0) yield { rows, lines, numbers, dates, uncomputed, unseen, hidden };
}

function asUnreadable(error: unknown): unknown {
  if (error instanceof TableFault) return error;
  const detail = 'the workbook cannot be read: the file is damaged, protected or no Excel workbook';
  return new TableFault(detail, HINT, undefined, error);
}
