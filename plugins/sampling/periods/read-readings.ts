import { Readable } from 'node:stream';
import { OracleError } from 'oracle-runtime/plugin';
import { decodeText } from '../registry/registry-text.js';
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
 * Reads a CSV of readings: any of the delimiters `,` `;` tab `|`, a byte order mark, quoted fields; a decimal comma
 * when the delimiter is not a comma. Header names are guessed unless `columns` names them. Bytes are read as they come.
 * @throws OracleError `invalid_request` when a column cannot be found or bytes are no text, `payload_too_large` beyond a
 * million rows
 */
export async function readReadings(
  csv: string | AsyncIterable<Uint8Array>,
  columns: ReadingColumns = {},
): Promise<ReadReadings> {
  const { default: papa } = await import('papaparse');
  const text = typeof csv === 'string' ? [csv.replace(/^\uFEFF/, '')] : decodeText(csv);
  const reader = new ReadingRows(columns);
  await new Promise<void>((resolve, reject) => {
    papa.parse<string[]>(Readable.from(text), {
      skipEmptyLines: 'greedy',
      delimitersToGuess: [',', ';', '\t', '|'],
      chunk: ({ data, meta }) => reader.add(data, meta.delimiter),
      complete: () => resolve(),
      error: reject,
    });
  });
  return reader.finish();
}

/** Turns rows of text into readings; the first row names the columns. */
class ReadingRows {
  readonly #wanted: ReadingColumns;
  readonly #readings: Reading[] = [];
  #header: { readonly used: ReadingColumns; readonly places: Places } | undefined;

  constructor(wanted: ReadingColumns) {
    this.#wanted = wanted;
  }

  add(rows: readonly string[][], delimiter: string): void {
    const decimalComma = delimiter !== ',';
    for (const row of rows) {
      if (this.#header === undefined) this.#header = this.#readHeader(row);
      else this.#readings.push(readingOf(row, this.#header.places, decimalComma));
    }
    if (this.#readings.length > MOST_READINGS)
      throw new OracleError('payload_too_large', {
        detail: `The CSV has more than ${MOST_READINGS} rows.`,
        hint: 'Leave out the rows of other periods, or analyse the period in parts.',
      });
  }

  finish(): ReadReadings {
    const { used } = this.#header ?? this.#readHeader([]);
    return { readings: this.#readings, columns: used };
  }

  #readHeader(row: readonly string[]) {
    const names = row.map((name) => name.trim());
    const used = findColumns(names, this.#wanted);
    const at = (key: keyof ReadingColumns) => (used[key] === undefined ? -1 : names.indexOf(used[key]));
    const places: Places = {
      unitId: at('unitId'),
      date: at('date'),
      value: at('value'),
      stratum: at('stratum'),
      status: at('status'),
    };
    return { used, places };
  }
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
