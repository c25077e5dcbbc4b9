import { isRecord, readWholeTable, TableFault } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { ChartCell, ChartTable } from '../record/picture-record.js';

/** Rows of a file as they are, before anything is drawn of them. */
const MOST_FILE_ROWS = 200_000;
const MOST_COLUMNS = 200;

/**
 * Reads a table out of a CSV or a sheet of a workbook with a head, GeoJSON, NDJSON or a JSON list of objects. Empty cells are
 * null; texts stay texts, for how numbers are written is told by a whole column.
 * @param what the file's name, for the error
 * @param sheet of a workbook with several
 * @throws OracleError `invalid_request` for what is none of them, `payload_too_large`
 */
export async function readTable(content: Buffer, what: string, sheet?: string): Promise<ChartTable> {
  const table = isJsonList(content) ? listedOf(content, what) : await tabled(content, what, sheet);
  if (table.rows.length === 0 || table.columns.length === 0)
    throw unreadable(what, 'holds no rows under a head');
  if (table.columns.length > MOST_COLUMNS) throw unreadable(what, `has more than ${MOST_COLUMNS} columns`);
  return table;
}

async function tabled(content: Buffer, what: string, sheet: string | undefined): Promise<ChartTable> {
  const source = {
    name: what,
    async *open() {
      yield content;
    },
  };
  try {
    const { columns, rows } = await readWholeTable(source, {
      most: MOST_FILE_ROWS,
      ...(sheet !== undefined && { sheet }),
    });
    return {
      columns,
      rows: rows.map(({ cells, numbers }) =>
        columns.map((_, at) => cellOf(numbers.has(at) ? Number(cells[at]) : cells[at])),
      ),
    };
  } catch (error) {
    if (error instanceof TableFault) throw unreadable(what, `cannot be read: ${error.message}`, error.hint);
    throw error;
  }
}

/** Whose cells may be more than text: yes and no, and what is nested. */
function isJsonList(content: Buffer): boolean {
  return /^\ufeff?\s*\[/.test(content.toString('utf8', 0, 200));
}

function listedOf(content: Buffer, what: string): ChartTable {
  const records = fromJson(new TextDecoder('utf-8').decode(content), what);
  const columns = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  return { columns, rows: records.map((record) => columns.map((column) => cellOf(record[column]))) };
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

function unreadable(
  what: string,
  why: string,
  hint = 'Give a CSV or a sheet whose first line names the columns, or a JSON list of objects.',
): OracleError {
  return new OracleError('invalid_request', {
    detail: `${what} ${why}.`,
    hint,
    errors: [{ field: 'path', message: `${why}` }],
  });
}
