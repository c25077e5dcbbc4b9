import { OracleError } from 'oracle-runtime/plugin';
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

/**
 * Reads a CSV of readings: any of the delimiters `,` `;` tab `|`, a byte order mark, quoted fields; a decimal comma
 * when the delimiter is not a comma. Header names are guessed unless `columns` names them.
 * @throws OracleError `invalid_request` when a column cannot be found
 */
export async function readReadings(csv: string, columns: ReadingColumns = {}): Promise<ReadReadings> {
  const { default: papa } = await import('papaparse');
  const parsed = papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const [header = [], ...rows] = parsed.data;
  const names = header.map((name) => name.trim());
  const used = findColumns(names, columns);
  const at = (key: keyof ReadingColumns) => (used[key] === undefined ? -1 : names.indexOf(used[key]));
  const [id, date, value, stratum, status] = [
    at('unitId'),
    at('date'),
    at('value'),
    at('stratum'),
    at('status'),
  ];
  const decimalComma = parsed.meta.delimiter !== ',';
  return {
    columns: used,
    readings: rows.map((row) => {
      const reason = status < 0 ? undefined : dropReason(row[status] ?? '');
      const number = reason === undefined ? readNumber(row[value] ?? '', decimalComma) : null;
      const group = stratum < 0 ? undefined : (row[stratum] ?? '').trim();
      return {
        unitId: (row[id] ?? '').normalize('NFC').trim(),
        date: (row[date] ?? '').trim().slice(0, 10),
        value: number,
        stratum: group,
        reason: reason ?? (number === null ? 'invalid value' : undefined),
      };
    }),
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
