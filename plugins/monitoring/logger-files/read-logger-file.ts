import { OracleError } from 'oracle-runtime/plugin';
import { NEVER, TWICE, type Zone, zoneNamed } from '../clock/zone.js';
import { withoutUnit } from './cells.js';
import { decideDays } from './decide-days.js';
import { findLayout, type Layout, type LoggerColumns, type NamedColumn } from './layout.js';
import { NoReadings } from './no-readings.js';
import { NO_NUMBER, numberOf } from './number-bytes.js';
import { scanFile } from './scan-file.js';
import type { SensorLog } from './sensor-log.js';
import type { SensorLogs } from './sensor-logs.js';
import type { LoggerSource } from './source.js';
import { type DayOrder, StampReader } from './stamp-reader.js';
import { headOf, textOf } from './text-bytes.js';

export interface LoggerOptions {
  readonly columns?: LoggerColumns | undefined;
  readonly days?: DayOrder | undefined;
  /** Of wall clocks without an offset, and of the days. */
  readonly zone: Zone;
  /** Instants before and after which no reading can be, seconds. */
  readonly earliest: number;
  readonly latest: number;
}

/** Rows that were left out for one reason, with the first of them. */
export interface LeftOut {
  readonly count: number;
  readonly examples: readonly { readonly line: number; readonly text: string }[];
}

/** How a file was understood. */
export interface FileRead {
  readonly file: string;
  readonly shape: Layout['shape'];
  readonly delimiter: string;
  /** Line of the first reading. */
  readonly firstLine: number;
  readonly columns: {
    readonly time: string;
    readonly date?: string;
    readonly sensor?: string;
    readonly household?: string;
    readonly stove?: string;
    readonly temperature: readonly string[];
  };
  readonly unread: readonly string[];
  /** Those of them that are named as temperatures; absent for none. */
  readonly otherTemperatures?: readonly string[];
  /** Columns that were named in the place of those that the file says; absent for none. */
  readonly named?: readonly NamedColumn[];
  readonly unit: 'celsius' | 'fahrenheit';
  /** Absent where the year comes first. */
  readonly days?: DayOrder;
  /** `wall clock`: times of the zone; `instants`: with an offset, or since the epoch. */
  readonly times: 'wall clock' | 'instants';
  /** Of the clock, as a header says it. */
  readonly offset?: string;
  readonly rows: number;
  readonly readings: number;
  /** Rows whose time or temperature cannot be read. */
  readonly unreadable: LeftOut;
  /** Times before 2005 or to come: a clock that lost its battery. */
  readonly impossible: LeftOut;
  /** Wall clock times that the zone shows twice or never, as clocks change. */
  readonly twice: LeftOut;
  readonly never: LeftOut;
}

const EXAMPLES = 5;

/**
 * Reads one file of a logger into the logs of its sensors, piece by piece.
 * @throws NoReadings; OracleError `invalid_request` for a file that is none of a logger, or that leaves open what comes first;
 * `payload_too_large` beyond the readings that are allowed
 */
export async function readLoggerFile(
  source: LoggerSource,
  options: LoggerOptions,
  logs: SensorLogs,
  signal: AbortSignal,
): Promise<FileRead> {
  const { text } = await headOf(source.name, await source.open());
  if (text.trim() === '')
    throw new NoReadings(source.name, 'is empty', 'Export the readings of the logger as CSV.');
  const layout = findLayout(source.name, text, options.columns);
  const days = await decideDays(source, layout, options.days, signal);
  const zone = layout.offset === undefined ? options.zone : zoneNamed(layout.offset);
  const left = { unreadable: noted(), impossible: noted(), twice: noted(), never: noted() };
  const stamp = new StampReader(days);
  const { date, time, temperatures, fahrenheit, battery } = layout;
  const logOf = logFinder(source, layout, logs);
  let [rows, readings] = [0, 0];
  let walls = layout.offset === undefined;
  await scanFile(source, layout, signal, (fields) => {
    const { starts, ends } = fields;
    return (bytes, count, line) => {
      if (count <= 1 && blank(bytes, starts[0] as number, ends[0] as number)) return true;
      rows++;
      const note = (why: keyof typeof left) =>
        left[why].add(line, () =>
          textOf(bytes.subarray(starts[0], Math.min(ends[count - 1] as number, (starts[0] as number) + 120))),
        );
      const isStamp =
        count > time &&
        (date === undefined
          ? stamp.read(bytes, starts[time] as number, ends[time] as number)
          : stamp.readParts(
              bytes,
              [starts[date] as number, ends[date] as number],
              [starts[time] as number, ends[time] as number],
            ));
      if (!isStamp) {
        if (days !== undefined && contradicts(stamp, days)) throw mixedDays(source.name, days, line);
        note('unreadable');
        return true;
      }
      if (stamp.absolute) walls = false;
      const instant = stamp.absolute ? stamp.seconds : zone.instantOf(stamp.seconds);
      if (instant === TWICE || instant === NEVER) {
        note(instant === TWICE ? 'twice' : 'never');
        return true;
      }
      if (instant < options.earliest || instant > options.latest) {
        note('impossible');
        return true;
      }
      for (let i = 0; i < temperatures.length; i++) {
        const place = temperatures[i] as number;
        const log = logOf(bytes, fields, count, i);
        if (log === undefined || count <= place) {
          if (temperatures.length === 1) note('unreadable');
          continue;
        }
        const value = numberOf(bytes, starts[place] as number, ends[place] as number);
        if (value === NO_NUMBER) note('unreadable');
        else if (Number.isNaN(value)) log.empty++;
        else {
          logs.counted();
          log.add(instant, fahrenheit ? ((value - 32) * 5) / 9 : value);
          readings++;
          if (battery !== undefined && count > battery) {
            const level = numberOf(bytes, starts[battery] as number, ends[battery] as number);
            if (Number.isFinite(level)) log.battery = level;
          }
        }
      }
      return true;
    };
  });
  const name = (at: number) => layout.columns[at] ?? '';
  const read: FileRead = {
    file: source.name,
    shape: layout.shape,
    delimiter: String.fromCharCode(layout.dialect.delimiter),
    firstLine: layout.leadingLines + 1,
    columns: {
      time: name(time),
      ...(date !== undefined && { date: name(date) }),
      ...(layout.sensor !== undefined && { sensor: name(layout.sensor) }),
      ...(layout.household !== undefined && { household: name(layout.household) }),
      ...(layout.stove !== undefined && { stove: name(layout.stove) }),
      temperature: temperatures.map(name),
    },
    unread: layout.unread,
    ...(layout.named.length > 0 && { named: layout.named }),
    ...(layout.otherTemperatures.length > 0 && { otherTemperatures: layout.otherTemperatures }),
    unit: fahrenheit ? 'fahrenheit' : 'celsius',
    ...(days !== undefined && { days }),
    times: walls ? 'wall clock' : 'instants',
    ...(layout.offset !== undefined && { offset: layout.offset }),
    rows,
    readings,
    unreadable: left.unreadable.seen(),
    impossible: left.impossible.seen(),
    twice: left.twice.seen(),
    never: left.never.seen(),
  };
  refuseGarbage(read);
  return read;
}

/** Finds the log of a row's temperature: by its cells, by its column, or the only one of the file. */
function logFinder(source: LoggerSource, layout: Layout, logs: SensorLogs) {
  const { sensor, household, stove, temperatures, columns, said, shape } = layout;
  logs.nextFile();
  if (shape !== 'long') {
    const stem = source.name.replace(/^.*\//, '').replace(/\.[A-Za-z0-9]{1,5}$/, '');
    const own = temperatures.map((place) => {
      const log = logs.named(shape === 'wide' ? withoutUnit(columns[place] ?? '') : (said.sensor ?? stem));
      log.household ??= said.household;
      log.stove ??= said.stove;
      return log;
    });
    return (_bytes: Uint8Array, _fields: unknown, _count: number, i: number): SensorLog | undefined => own[i];
  }
  const places = [sensor, household, stove].filter((place) => place !== undefined);
  const cell = (cells: readonly string[], place: number | undefined) =>
    place === undefined ? undefined : cells[places.indexOf(place)] || undefined;
  const make = (cells: readonly string[]): SensorLog | undefined => {
    const [home, kind] = [cell(cells, household), cell(cells, stove)];
    const name =
      cell(cells, sensor) ?? (home === undefined ? undefined : kind === undefined ? home : `${home} ${kind}`);
    if (name === undefined) return undefined;
    const log = logs.named(name);
    log.household ??= home;
    log.stove ??= kind;
    return log;
  };
  const last = Math.max(...places);
  return (
    bytes: Uint8Array,
    fields: Parameters<SensorLogs['ofCells']>[1],
    count: number,
  ): SensorLog | undefined => (count <= last ? undefined : logs.ofCells(bytes, fields, places, make));
}

function noted() {
  let count = 0;
  const examples: { line: number; text: string }[] = [];
  return {
    add(line: number, text: () => string) {
      if (count++ < EXAMPLES) examples.push({ line, text: text() });
    },
    seen: (): LeftOut => ({ count, examples }),
  };
}

function blank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 0x20) return false;
  return true;
}

/** A date that is none by the order of the file, and would be one by the other. */
function contradicts({ first, second, points }: StampReader, days: DayOrder): boolean {
  const [day, month] = days === 'day first' ? [second, first] : [first, second];
  return !points && month >= 1 && month <= 12 && day > 12 && day <= 31;
}

function mixedDays(file: string, days: DayOrder, line: number): OracleError {
  return new OracleError('invalid_request', {
    detail: `'${file}' has dates with the ${days === 'day first' ? 'day' : 'month'} first, and line ${line} has the ${days === 'day first' ? 'month' : 'day'} first.`,
    hint: 'Two exports were joined: send them as two files.',
    errors: [{ field: 'days', message: `line ${line} contradicts "${days}"` }],
  });
}

/** Half of the rows unread means that the file was not understood, whatever the other half says. */
function refuseGarbage({ file, rows, unreadable }: FileRead): void {
  if (unreadable.count * 2 <= rows) return;
  const [first] = unreadable.examples;
  throw new OracleError('invalid_request', {
    detail: `${unreadable.count} of ${rows} rows of '${file}' cannot be read, such as line ${first?.line}: ${first?.text}`,
    hint: 'Name the columns (columns.time, columns.temperature), or export the readings anew.',
    errors: [{ field: 'path', message: `${unreadable.count} of ${rows} rows cannot be read` }],
  });
}
