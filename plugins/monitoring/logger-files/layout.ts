import { OracleError } from 'oracle-runtime/plugin';
import {
  isClock,
  isDateAlone,
  isDegree,
  isNumber,
  isNumberOrMissing,
  isStamp,
  splitLine,
  withoutUnit,
} from './cells.js';
import { metadataOf, type NamedRole, roleOf, saysFahrenheit } from './column-roles.js';
import type { Dialect } from './field-scanner.js';
import { NoReadings } from './no-readings.js';

/** Columns that a caller names, where the guesses are wrong. */
export interface LoggerColumns {
  readonly time?: string | undefined;
  readonly date?: string | undefined;
  readonly sensor?: string | undefined;
  readonly temperature?: string | undefined;
  readonly household?: string | undefined;
  readonly stove?: string | undefined;
}

/** How a file is laid out; columns by their place. */
export interface Layout {
  readonly dialect: Dialect;
  readonly shape: 'long' | 'wide' | 'one sensor';
  /** Lines above the first row of readings. */
  readonly leadingLines: number;
  readonly columns: readonly string[];
  readonly time: number;
  /** Of a file with the date in a column of its own. */
  readonly date: number | undefined;
  readonly sensor: number | undefined;
  readonly household: number | undefined;
  readonly stove: number | undefined;
  readonly battery: number | undefined;
  readonly temperatures: readonly number[];
  readonly fahrenheit: boolean;
  /** What lines above the table say of the one sensor. */
  readonly said: { readonly sensor?: string; readonly household?: string; readonly stove?: string };
  /** Offset of the clock as a header says it, such as `+03:00`. */
  readonly offset: string | undefined;
  /** Columns that are not read. */
  readonly unread: readonly string[];
  /** Those of them that are named as temperatures. */
  readonly otherTemperatures: readonly string[];
  /** Columns that a caller named in the place of those that the file itself says. */
  readonly named: readonly NamedColumn[];
}

/** A column that was named in the place of another. */
export interface NamedColumn {
  /** `time`, `date`, `sensor`, `household` or `stove`. */
  readonly role: string;
  readonly column: string;
  /** The one that the file itself says. */
  readonly guessed: string;
}

/** Roles of which a named column says which reading is whose, or of when. */
const TOLD_ROLES = ['time', 'date', 'sensor', 'household', 'stove'] as const;

const DELIMITERS = ['\t', ';', '|', ','] as const;
const MOST_LEADING = 60;
const SAMPLE = 200;

/**
 * Finds the table in the beginning of a file: lines about the logger above it, a header or none, one sensor a file, one
 * a column or one a row.
 * @throws OracleError `invalid_request` when no row has both a time and a temperature, or a column is not there
 */
export function findLayout(name: string, head: string, named: LoggerColumns = {}): Layout {
  const newline = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const lines = head.split(newline).map((line) => line.replace(/\r$/, ''));
  for (const delimiter of DELIMITERS) {
    const rows = lines.map((line) => splitLine(line, delimiter));
    const first = rows.findIndex((_, at) => at <= MOST_LEADING && beginsTable(rows, at));
    if (first < 0) continue;
    const sample = rows.slice(first, first + SAMPLE).filter((row) => row.some((cell) => cell !== ''));
    const above = headerAbove(rows, first);
    const width = Math.max(above?.row.length ?? 0, ...sample.map((row) => row.length));
    const columns = Array.from({ length: width }, (_, at) => above?.row[at]?.trim() || `column ${at + 1}`);
    const leading = lines.slice(0, above?.at ?? first);
    const roles = assignRoles(name, columns, sample, named, above !== undefined);
    const header = columns.join(' ');
    const labels = roles.temperatures.map((at) => columns[at] ?? '');
    return {
      ...roles,
      named: namedInPlace(columns, roles, named, () =>
        assignRoles(name, columns, sample, { temperature: named.temperature }, above !== undefined),
      ),
      dialect: {
        delimiter: delimiter.charCodeAt(0),
        newline: newline === '\n' ? 0x0a : 0x0d,
      },
      leadingLines: first,
      columns,
      fahrenheit:
        labels.some(saysFahrenheit) ||
        (roles.unit !== undefined && sample.some((row) => saysFahrenheit(row[roles.unit ?? 0] ?? ''))),
      said: {
        ...(roles.serial !== undefined && { sensor: roles.serial }),
        ...saidOf(leading, labels[0] ?? ''),
      },
      offset:
        /\b(?:GMT|UTC)\s?([+-]\d{1,2}(?::?\d\d)?)/i.exec(columns[roles.date ?? roles.time] ?? '')?.[1] ??
        /time ?zone[^\n]*?(?:GMT|UTC)\s?([+-]\d{1,2}(?::?\d\d)?)/i.exec(leading.join('\n'))?.[1] ??
        (/\b(?:utc|gmt)\b/i.test(header) ? '+00:00' : undefined),
    };
  }
  throw new NoReadings(
    name,
    `has no row with a time and a temperature in its first ${MOST_LEADING} lines`,
    'Export the readings as CSV: a time such as 2024-03-01 13:05 and a temperature in each row.',
  );
}

function namedInPlace(
  columns: readonly string[],
  roles: Roles,
  named: LoggerColumns,
  guess: () => Roles,
): NamedColumn[] {
  const told = TOLD_ROLES.filter((role) => named[role] !== undefined);
  if (told.length === 0) return [];
  const guessed = guess();
  return told.flatMap((role) => {
    const [own, other] = [roles[role], guessed[role]];
    if (own === undefined || other === undefined || own === other) return [];
    return [{ role, column: columns[own] ?? '', guessed: columns[other] ?? '' }];
  });
}

/** A row with a stamp and a number beside it, where the rows below mostly have their stamps in the same place. */
function beginsTable(rows: readonly (readonly string[])[], at: number): boolean {
  const row = rows[at] ?? [];
  if (row.length < 2) return false;
  const stamp = row.findIndex(isStamp);
  if (stamp < 0) return false;
  if (!row.some((cell, place) => place !== stamp && isNumberOrMissing(cell))) return false;
  const below = rows.slice(at + 1, at + 6).filter((each) => each.some((cell) => cell !== ''));
  return below.filter((each) => isStamp(each[stamp] ?? '')).length * 2 >= below.length;
}

/** The last line above the readings that names as many columns as they have, or nearly. */
function headerAbove(
  rows: readonly (readonly string[])[],
  first: number,
): { readonly row: readonly string[]; readonly at: number } | undefined {
  const width = rows[first]?.length ?? 0;
  for (let at = first - 1; at >= 0 && at >= first - 3; at--) {
    const row = rows[at] ?? [];
    if (row.every((cell) => cell === '')) continue;
    const names = row.filter((cell) => cell !== '' && !isNumber(cell) && !isStamp(cell));
    return row.length >= 2 && row.length >= width - 1 && names.length >= 1 ? { row, at } : undefined;
  }
  return undefined;
}

interface Roles
  extends Pick<
    Layout,
    | 'shape'
    | 'time'
    | 'date'
    | 'sensor'
    | 'household'
    | 'stove'
    | 'battery'
    | 'temperatures'
    | 'unread'
    | 'otherTemperatures'
  > {
  readonly unit: number | undefined;
  /** The name of the one sensor, where a column has it in its first row alone. */
  readonly serial: string | undefined;
}

function assignRoles(
  file: string,
  columns: readonly string[],
  sample: readonly (readonly string[])[],
  named: LoggerColumns,
  hasHeader: boolean,
): Roles {
  const place = (role: keyof LoggerColumns) => {
    const wanted = named[role];
    if (wanted === undefined) return undefined;
    const at = columns.findIndex((column) => column.toLowerCase() === wanted.trim().toLowerCase());
    if (at >= 0) return at;
    throw new OracleError('invalid_request', {
      detail: `The file '${file}' has no column '${wanted}'.`,
      hint: `It has: ${columns.slice(0, 20).join(', ')}.`,
      errors: [{ field: `columns.${role}`, message: `there is no column '${wanted}'` }],
    });
  };
  const taken = new Set<number>();
  const take = (at: number | undefined) => {
    if (at !== undefined) taken.add(at);
    return at;
  };
  const share = (at: number, test: (cell: string) => boolean) => {
    const cells = sample.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const filled = (at: number) => sample.filter((row) => (row[at] ?? '') !== '').length;
  const all = columns.map((_, at) => at);
  // Some loggers count their rows in a column that bears the name of the logger.
  const isCounter = (at: number) =>
    sample.length > 2 &&
    Number(sample[0]?.[at]) <= 1 &&
    sample.every((row, i) => i === 0 || Number(row[at]) === Number(sample[i - 1]?.[at]) + 1);
  // `HH-01`, `Sensor 2`: a column of temperatures that bears the name of its sensor.
  const isOwn = (column: string, at: number) =>
    /\d$/.test(withoutUnit(column)) && share(at, isNumberOrMissing) > 0.5;
  const roles = columns.map((column, at) => {
    const role = hasHeader ? roleOf(column) : undefined;
    if (role === undefined && hasHeader && isCounter(at)) return 'other';
    return role !== 'other' && role !== 'battery' && isOwn(column, at) ? 'temperature' : role;
  });
  const withRole = (role: NamedRole) => all.filter((at) => roles[at] === role && !taken.has(at));

  const stampColumns = all.filter((at) => roles[at] !== 'sensor' && share(at, isStamp) > 0.5);
  const clocks = all.filter((at) => share(at, isClock) > 0.5);
  const date = take(
    place('date') ??
      (clocks.length > 0 ? stampColumns.find((at) => share(at, isDateAlone) > 0.5) : undefined),
  );
  const time = take(
    place('time') ??
      (date === undefined ? undefined : clocks[0]) ??
      stampColumns.find((at) => roles[at] === 'time' || roles[at] === 'date') ??
      stampColumns[0],
  );
  if (time === undefined) throw new RangeError('A table begins with a stamp.');

  const household = take(place('household') ?? withRole('household')[0]);
  // A serial number that stands in the first row alone names the one sensor of the file.
  const [serial] = withRole('sensor').filter((at) => filled(at) * 2 < sample.length);
  const sensor = take(place('sensor') ?? withRole('sensor').find((at) => filled(at) * 2 >= sample.length));
  take(serial);
  const stove = take(place('stove') ?? withRole('stove').find((at) => share(at, isNumber) < 0.5));
  const battery = take(withRole('battery')[0]);
  const unit = take(withRole('unit')[0] ?? all.find((at) => !taken.has(at) && share(at, isDegree) > 0.9));
  const numeric = all.filter(
    (at) =>
      !taken.has(at) &&
      share(at, isNumberOrMissing) > 0.5 &&
      roles[at] !== 'other' &&
      !stampColumns.includes(at),
  );
  const chosen = place('temperature');
  const hot = numeric.filter((at) => roles[at] === 'temperature');
  // Without a header the words beside a time and a number name the sensor.
  const words =
    sensor ??
    (household === undefined && !hasHeader
      ? all.find(
          (at) =>
            !taken.has(at) &&
            !numeric.includes(at) &&
            share(at, isNumber) < 0.5 &&
            share(at, (c) => c !== '') > 0,
        )
      : undefined);
  const isLong = words !== undefined || household !== undefined;
  const temperatures = chosen !== undefined ? [chosen] : isLong ? (hot.length > 0 ? hot : numeric) : numeric;
  if (temperatures.length === 0 || (isLong && temperatures.length > 1))
    throw new OracleError('invalid_request', {
      detail:
        temperatures.length === 0
          ? `The file '${file}' has no column of temperatures.`
          : `Which column of '${file}' is the temperature: ${temperatures.map((at) => columns[at]).join(', ')}?`,
      hint: `Name it in columns.temperature. The file has: ${columns.slice(0, 20).join(', ')}.`,
      errors: [{ field: 'columns.temperature', message: 'is needed' }],
    });
  const used = new Set([...taken, ...temperatures, ...(words === undefined ? [] : [words])]);
  return {
    shape: isLong ? 'long' : temperatures.length > 1 ? 'wide' : 'one sensor',
    time,
    date,
    sensor: words,
    household,
    stove,
    battery,
    unit,
    serial: serial === undefined ? undefined : sample.map((row) => row[serial]).find((cell) => cell),
    temperatures,
    unread: columns.filter((_, at) => !used.has(at)),
    otherTemperatures: hot.filter((at) => !used.has(at)).map((at) => columns[at] ?? ''),
  };
}

/** What stands above the table, and in the label of the one temperature as some loggers write it: `LGR S/N: 1023…`. */
function saidOf(leading: readonly string[], label: string): Layout['said'] {
  const said: { sensor?: string; household?: string; stove?: string } = {};
  for (const line of leading) {
    const found = metadataOf(line);
    if (found === undefined) continue;
    const role = /serial|registration|s\/n|device|logger|sensor|mission id/i.test(found.key)
      ? 'sensor'
      : roleOf(found.key) === 'household'
        ? 'household'
        : roleOf(found.key) === 'stove'
          ? 'stove'
          : undefined;
    if (role !== undefined) said[role] ??= found.value;
  }
  const serial = /S\/N:\s*([\w-]+)/i.exec(label)?.[1];
  if (serial !== undefined) said.sensor ??= serial;
  const lbl = /LBL:\s*([^),]+)/i.exec(label)?.[1]?.trim();
  if (lbl !== undefined) said.household ??= lbl;
  return said;
}
