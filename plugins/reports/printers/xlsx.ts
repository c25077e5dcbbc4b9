import { type Cell as SheetCell, type SheetToWrite, writeWorkbook } from 'oracle-runtime/kit';
import type { PrintedReport } from '../document/printed-report.js';
import type { Block, Cell, Figure } from '../document/report-body.js';
import { valueAt } from '../document/value-at.js';

/** Sheets of a report: what people read, and the hidden one that carries the record in pieces. */
const XLSX_REPORT = 'Report';
const XLSX_RECORD = 'record';
const PIECE = 30_000;

/**
 * A workbook: one sheet with the report, numbers as numbers, and where a figure follows from others the formula beside
 * its value. Text stays text, whatever it begins with.
 */
export async function printXlsx(report: PrintedReport): Promise<Buffer> {
  const { record, json, textOf } = report;
  const rows = rowsOf(report);
  const places = placesOf(rows);
  const sheet: SheetCell[][] = rows.map((row) => row.map((cell) => cellOf(cell, report, places, textOf)));
  const pieces: string[][] = [];
  for (let at = 0; at < json.length; at += pieces.at(-1)?.[0]?.length ?? PIECE)
    pieces.push([wholeLetters(json.slice(at, at + PIECE))]);
  const sheets: SheetToWrite[] = [
    { name: XLSX_REPORT, rows: sheet },
    { name: XLSX_RECORD, hidden: true, rows: pieces },
  ];
  return writeWorkbook(sheets, Date.parse(record.writtenAt));
}

function rowsOf({ record }: PrintedReport): Cell[][] {
  const { title, subtitle, sections } = record.body;
  return [
    [[title]],
    [[subtitle]],
    ...sections.flatMap((section) => [[], [[section.title]], ...section.blocks.flatMap(rowsOfBlock)]),
  ];
}

function rowsOfBlock(block: Block): Cell[][] {
  switch (block.kind) {
    case 'text':
    case 'formula':
      return [[block.inlines]];
    case 'list':
      return block.items.map((item) => [item]);
    case 'table':
      return [
        [[block.caption]],
        block.columns.map(({ title }) => [title]),
        ...block.rows.map((row) => [...row]),
        [],
      ];
    case 'picture':
      // A sheet has no pictures, and no words about one that is not there.
      return [];
  }
}

/** Where a figure stands alone in a cell: its first place. */
function placesOf(rows: readonly Cell[][]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [line, row] of rows.entries())
    for (const [at, cell] of row.entries()) {
      const id = onlyFigure(cell);
      if (id !== undefined && !places.has(id)) places.set(id, `${String.fromCharCode(65 + at)}${line + 1}`);
    }
  return places;
}

function onlyFigure(cell: Cell): string | undefined {
  const [only, more] = cell;
  return more === undefined && typeof only === 'object' ? only.figure : undefined;
}

function cellOf(
  cell: Cell,
  { record, figures }: PrintedReport,
  places: ReadonlyMap<string, string>,
  textOf: PrintedReport['textOf'],
): SheetCell {
  const figure = figures.get(onlyFigure(cell) ?? '');
  const value = figure === undefined ? undefined : valueAt(record.documents[figure.of], figure.path);
  if (figure !== undefined && typeof value === 'number' && Number.isFinite(value)) {
    const formula = formulaOf(figure, places);
    return formula === undefined ? value : { formula, value };
  }
  const text = cell.map(textOf).join('');
  return text === '' ? null : wholeLetters(text.slice(0, 32_000));
}

/** Without the first half of a letter whose second one was cut off. */
function wholeLetters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** In English with commas; undefined where a part of it stands nowhere. */
function formulaOf({ follows }: Figure, places: ReadonlyMap<string, string>): string | undefined {
  if (follows === undefined) return undefined;
  const from = follows.from.map((id) => places.get(id));
  if (from.length === 0 || from.includes(undefined)) return undefined;
  return follows.rule === 'sum' ? `SUM(${from.join(',')})` : `ROUNDUP(${from[0]},0)`;
}
