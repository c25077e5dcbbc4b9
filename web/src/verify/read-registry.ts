import type { FrameUnit } from './verify-draw.js';

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The units of a registry in CSV, by the names of its columns.
 * @returns undefined where there is no such column
 */
export function readRegistry(
  text: string,
  columns: { readonly id: string; readonly stratum?: string },
): FrameUnit[] | undefined {
  const plain = text.replace(/^\uFEFF/, '');
  for (const delimiter of DELIMITERS) {
    const rows = rowsOf(plain, delimiter);
    const head = rows.findIndex((row) => row.some((cell) => tidy(cell) === columns.id));
    if (head === -1) continue;
    const names = (rows[head] ?? []).map(tidy);
    const id = names.indexOf(columns.id);
    const stratum = columns.stratum === undefined ? -1 : names.indexOf(columns.stratum);
    if (columns.stratum !== undefined && stratum === -1) continue;
    return rows.slice(head + 1).flatMap((row) => {
      const unit = tidy(row[id] ?? '');
      if (unit === '') return [];
      return [{ id: unit, ...(stratum === -1 ? {} : { stratum: tidy(row[stratum] ?? '') }) }];
    });
  }
  return undefined;
}

/** As the rule of ids says: Unicode NFC, trimmed at both ends. */
function tidy(cell: string): string {
  return cell.normalize('NFC').trim();
}

/** Rows of a table after RFC 4180. */
function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === delimiter) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows;
}
