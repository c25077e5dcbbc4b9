import { OracleError } from 'oracle-runtime/plugin';
import { openRegistry } from '../registry/open-registry.js';
import { memorySource } from '../registry/registry-source.js';
import type { RegistryTable } from '../registry/registry-table.js';
import { dropReason, type Reading } from './reading.js';

/** Names of the columns; those that are absent are guessed. */
export interface ReadingColumns {
  readonly unitId?: string | undefined;
  readonly date?: string | undefined;
  readonly value?: string | undefined;
  readonly stratum?: string | undefined;
  readonly status?: string | undefined;
}

export interface ReadReadings {
  readonly readings: readonly Reading[];
  /** The columns that were used. */
  readonly columns: ReadingColumns;
}

const GUESSES: Readonly<Record<keyof ReadingColumns, RegExp>> = {
  unitId:
    /^(unit|unit.?id|id|household|household.?id|hh|hh.?id|stove|stove.?id|device.?id|haushalt|m[ée]nage)$/,
  date: /^(date|day|reading.?date|measured.?(on|at)|timestamp|visit.?date|datum)$/,
  value:
    /^(value|reading|usage|use|hours|kg|minutes|days.?used|result|measurement|in.?use|wert|messwert|valeur)$/,
  stratum: /^(stratum|strata|group|region|area|zone|type|setting|gebiet|milieu)$/,
  status: /^(status|reason|outcome|drop.?reason|remark|grund|raison|statut)$/,
};

/** Readings of a file that are held in memory for the analysis. */
const MOST_READINGS = 1_000_000;

/**
 * Reads readings from CSV: any delimiter, a byte order mark, quoted fields; a decimal comma when the delimiter is not a
 * comma. Bytes are read as they come, and may be an XLSX or NDJSON as well. Header names are guessed unless `columns`
 * names them.
 * @param field the field of the request that gave it, for errors
 * @throws OracleError `invalid_request` when a column cannot be found or a line cannot be read, `payload_too_large`
 * beyond a million rows
 */
export async function readReadings(
  csv: string | AsyncIterable<Uint8Array>,
  columns: ReadingColumns = {},
  field = 'csv',
): Promise<ReadReadings> {
  const source =
    typeof csv === 'string' ? memorySource('the readings', csv) : { name: 'the readings', open: () => csv };
  try {
    const table = await openRegistry(source, {
      header: true,
      ...(typeof csv === 'string' && { format: 'csv' }),
    });
    try {
      const used = findColumns(table.columns, columns);
      return { readings: await readRows(table, used), columns: used };
    } finally {
      await table.close();
    }
  } catch (error) {
    throw OracleError.isInstance(error) ? asOfReadings(error, field) : error;
  }
}

async function readRows(table: RegistryTable, used: ReadingColumns): Promise<Reading[]> {
  const at = (key: keyof ReadingColumns) => (used[key] === undefined ? -1 : table.columns.indexOf(used[key]));
  const places: Places = {
    unitId: at('unitId'),
    date: at('date'),
    value: at('value'),
    stratum: at('stratum'),
    status: at('status'),
  };
  const decimalComma = table.delimiter !== undefined && table.delimiter !== ',';
  const readings: Reading[] = [];
  for await (const { rows } of table.batches) {
    for (const row of rows) readings.push(readingOf(row, places, decimalComma));
    if (readings.length > MOST_READINGS)
      throw new OracleError('payload_too_large', {
        detail: `There are more than ${MOST_READINGS} readings.`,
        hint: 'Leave out the rows of other periods, or analyse the period in parts.',
      });
  }
  return readings;
}

/** What reads registries says `registry` of whatever it reads. */
function asOfReadings(error: OracleError, field: string): OracleError {
  if (error.errors?.[0]?.field !== 'registry') return error;
  const { detail, hint } = error;
  return new OracleError(error.code, {
    detail: `The readings cannot be read: ${ofReadings(detail)}`,
    hint: hint?.replace('one unit per line', 'one reading per line'),
    errors: error.errors.map(({ message }) => ({ field, message: ofReadings(message) })),
  });
}

function ofReadings(text: string): string {
  return text.replace('the registry is empty', 'there are none').replace('the registry', 'the file');
}

/** Index of each column, -1 for none. */
type Places = Readonly<Record<keyof ReadingColumns, number>>;

function readingOf(row: readonly string[], places: Places, decimalComma: boolean): Reading {
  const cell = (key: keyof ReadingColumns) => row[places[key]] ?? '';
  const reason = places.status < 0 ? undefined : dropReason(cell('status'));
  const value = reason === undefined ? readNumber(cell('value'), decimalComma) : null;
  return {
    unitId: cell('unitId').normalize('NFC').trim(),
    date: cell('date').trim().slice(0, 10),
    value,
    stratum: places.stratum < 0 ? undefined : cell('stratum').trim(),
    reason: reason ?? (value === null ? 'invalid value' : undefined),
  };
}

/** What callers name a column by. */
const COLUMN_FIELDS: Readonly<Record<keyof ReadingColumns, string>> = {
  unitId: 'unitColumn',
  date: 'dateColumn',
  value: 'valueColumn',
  stratum: 'stratumColumn',
  status: 'statusColumn',
};

function findColumns(names: readonly string[], wanted: ReadingColumns): ReadingColumns {
  const found: Record<string, string> = {};
  const missing: (keyof ReadingColumns)[] = [];
  for (const key of Object.keys(GUESSES) as (keyof ReadingColumns)[]) {
    const asked = wanted[key];
    const name =
      asked === undefined
        ? names.find((candidate) => GUESSES[key].test(candidate.toLowerCase()))
        : names.find((candidate) => candidate === asked);
    if (name !== undefined) found[key] = name;
    else if (asked !== undefined || key === 'unitId' || key === 'date' || key === 'value') missing.push(key);
  }
  if (missing.length === 0) return found;
  throw new OracleError('invalid_request', {
    detail: `The CSV has no column for ${missing.join(', ')}. Its columns are: ${names.join(', ')}.`,
    hint: 'Name the columns, such as unitColumn "HH" and valueColumn "hours".',
    errors: missing.map((key) => ({ field: COLUMN_FIELDS[key], message: 'no such column in the CSV' })),
  });
}

const YES = /^(yes|true|y|in use|ja|oui)$/;
const NO = /^(no|false|n|not in use|nein|non)$/;

function readNumber(text: string, decimalComma: boolean): number | null {
  const trimmed = text.trim().toLowerCase();
  if (YES.test(trimmed)) return 1;
  if (NO.test(trimmed)) return 0;
  const plain = decimalComma ? trimmed.replace(',', '.') : trimmed;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain) ? Number(plain) : null;
}
