import { isRecord } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import Papa from 'papaparse';
import type { ChartCell, ChartTable } from '../record/picture-record.js';

/** Rows of a file as they are, before anything is drawn of them. */
const MOST_FILE_ROWS = 200_000;
const MOST_COLUMNS = 200;

/**
 * Reads a table out of a CSV with a head, or a JSON list of objects. Empty cells are null; texts stay texts, for how numbers are
 * written is told by a whole column.
 * @param what the file's name, for the error
 * @throws OracleError `invalid_request` for what is neither, `payload_too_large`
 */
export function readTable(content: Buffer, what: string): ChartTable {
  const text = new TextDecoder('utf-8').decode(content).replace(/^\ufeff/, '');
  const records = text.trimStart().startsWith('[') ? fromJson(text, what) : fromCsv(text, what);
  const columns = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  if (records.length === 0 || columns.length === 0) throw unreadable(what, 'holds no rows under a head');
  if (columns.length > MOST_COLUMNS) throw unreadable(what, `has more than ${MOST_COLUMNS} columns`);
  return { columns, rows: records.map((record) => columns.map((column) => cellOf(record[column]))) };
}

function fromCsv(text: string, what: string): Record<string, unknown>[] {
  if (text.includes('\0')) throw unreadable(what, 'is no text');
  const { data, errors } = Papa.parse<Record<string, unknown>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    preview: MOST_FILE_ROWS + 1,
    transformHeader: (name) => name.trim(),
  });
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault !== undefined) throw unreadable(what, `line ${(fault.row ?? 0) + 2}: ${fault.message}`);
  return bounded(data, what);
}

function fromJson(text: string, what: string): Record<string, unknown>[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unreadable(what, 'is neither CSV nor JSON');
  }
  const isObject = (item: unknown) => isRecord(item);
  if (!Array.isArray(json) || !json.every(isObject)) throw unreadable(what, 'is no JSON list of objects');
  return bounded(json as Record<string, unknown>[], what);
}

function bounded<T>(rows: T[], what: string): T[] {
  if (rows.length <= MOST_FILE_ROWS) return rows;
  throw new OracleError('payload_too_large', {
    detail: `${what} has more than ${MOST_FILE_ROWS} rows.`,
    hint: 'Sum the data up first.',
  });
}

/** A cell as it was given; null for what is empty or no finite number. */
export function cellOf(value: unknown): ChartCell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = value.trim();
  return text === '' ? null : text;
}

function unreadable(what: string, why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${what} ${why}.`,
    hint: 'Give a CSV whose first line names the columns, or a JSON list of objects.',
    errors: [{ field: 'path', message: `${why}` }],
  });
}
