import { OracleError } from 'oracle-runtime/plugin';
import type { Table } from './check-table.js';

const MOST_BYTES = 10 * 1024 * 1024;

/** A CSV file with a header. @throws OracleError `invalid_request` for what is none */
export async function readTable(name: string, bytes: Uint8Array): Promise<Table> {
  if (bytes.length > MOST_BYTES) throw refused(name, 'has more than 10 MB');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(name, 'is no text in UTF-8');
  }
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const [header, ...lines] = data;
  const columns = (header ?? []).map((column) => column.trim());
  if (columns.length < 2 || columns.includes(''))
    throw refused(name, 'does not begin with a line that names its columns');
  if (new Set(columns).size < columns.length) throw refused(name, 'names a column twice');
  const rows = lines.map((line) => Object.fromEntries(columns.map((column, at) => [column, line[at] ?? ''])));
  return { columns, rows };
}

function refused(name: string, why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${name} ${why}.`,
    hint: 'Give a CSV file in UTF-8 with the names of its columns in the first line.',
    errors: [{ field: 'file', message: why }],
  });
}
