import { DATE_STYLE, SHEET_END, SHEET_START, TIME_STYLE } from './workbook-xml.js';
import { xmlText } from './xml-text.js';

/** Null leaves a cell out. A date is shown by its UTC clock. */
export type CellValue = string | number | boolean | Date | null;

/** A formula in English with commas and without `=`, and what it gives, so that those who only read need not compute. */
export interface FormulaCell {
  readonly formula: string;
  readonly value: string | number | boolean;
}

export type Cell = CellValue | FormulaCell;

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_TEXT = 32_767;
const PIECE = 2 ** 16;
const DAY_MS = 86_400_000;
/** Excel's number of 1 January 1970. */
const EPOCH_DAYS = 25_569;

/** The XML of a sheet, in pieces. */
export function* sheetXml(rows: Iterable<readonly Cell[]>): Generator<string> {
  let xml = SHEET_START;
  let line = 0;
  for (const row of rows) {
    line++;
    if (line > MAX_ROWS || row.length > MAX_COLUMNS)
      throw new RangeError(`A sheet has at most ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);
    xml += `<row r="${line}">`;
    for (const [at, cell] of row.entries())
      if (cell !== null) xml += cellXml(`${columnName(at)}${line}`, cell);
    xml += '</row>';
    if (xml.length > PIECE) {
      yield xml;
      xml = '';
    }
  }
  yield xml + SHEET_END;
}

function cellXml(place: string, cell: Exclude<Cell, null>): string {
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${boundedText(cell)}</t></is></c>`;
  if (cell instanceof Date) {
    const days = finite(cell.getTime()) / DAY_MS + EPOCH_DAYS;
    return `<c r="${place}" s="${Number.isInteger(days) ? DATE_STYLE : TIME_STYLE}"><v>${days}</v></c>`;
  }
  if (typeof cell !== 'object') return `<c r="${place}"${valueXml(cell)}</c>`;
  return `<c r="${place}"${valueXml(cell.value, `<f>${xmlText(cell.formula)}</f>`)}</c>`;
}

/** The end of an opening tag with the type, the formula and the value. */
function valueXml(value: string | number | boolean, formula = ''): string {
  if (typeof value === 'number') return `>${formula}<v>${finite(value)}</v>`;
  if (typeof value === 'boolean') return ` t="b">${formula}<v>${value ? 1 : 0}</v>`;
  return ` t="str">${formula}<v>${boundedText(value)}</v>`;
}

function boundedText(text: string): string {
  if (text.length > MAX_TEXT) throw new RangeError(`A cell holds at most ${MAX_TEXT} characters.`);
  return xmlText(text);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot stand in a cell.`);
  return value;
}

/** `A` for column 0, `AA` for 26. */
function columnName(column: number): string {
  const letter = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
