import { NO_NUMBER, numberOf } from './number-bytes.js';
import { StampReader } from './stamp-reader.js';

/** The cells of one line, trimmed, quotes left out. */
export function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    const quoted = line[at] === '"';
    const from = quoted ? at + 1 : at;
    const close = quoted ? line.indexOf('"', from) : -1;
    const next = line.indexOf(delimiter, close < 0 ? at : close);
    const end = next < 0 ? line.length : next;
    cells.push(line.slice(from, close < 0 ? end : close).trim());
    at = end;
  }
  return cells;
}

const dayFirst = new StampReader('day first');
const monthFirst = new StampReader('month first');
export const isStamp = (cell: string) => {
  const bytes = Buffer.from(cell, 'utf8');
  return dayFirst.read(bytes, 0, bytes.length) || monthFirst.read(bytes, 0, bytes.length);
};
export const isClock = (cell: string) =>
  /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?$/i.test(cell);
export const isNumber = (cell: string) => {
  const bytes = Buffer.from(cell, 'utf8');
  return cell !== '' && Number.isFinite(numberOf(bytes, 0, bytes.length));
};

/** `HH-01` of `HH-01 [°C]`. */
export function withoutUnit(column: string): string {
  return column.replace(/\s*[([]?\s*[°º]\s?[CF]\s*[)\]]?$/i, '');
}

export const isDateAlone = (cell: string) => isStamp(cell) && !/[:T]/.test(cell);
export const isDegree = (cell: string) => /^°?[cf]$/i.test(cell);
export const isNumberOrMissing = (cell: string) => {
  const bytes = Buffer.from(cell, 'utf8');
  return numberOf(bytes, 0, bytes.length) !== NO_NUMBER;
};
