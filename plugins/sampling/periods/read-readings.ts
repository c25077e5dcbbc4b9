import {
  describeLeftOut,
  type LeftOutRow,
  looksLikeNumber,
  type NumberRule,
  nextTurn,
  numberRule,
  Turns,
} from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type FormProgram, formProgram } from '../registry/form-export.js';
import { describeHidden } from '../registry/hidden-parts.js';
import { openRegistry } from '../registry/open-registry.js';
import { memorySource } from '../registry/registry-source.js';
import type { RegistryFormat, RegistryTable } from '../registry/registry-table.js';
import { describeSheets } from '../registry/unread-sheets.js';
import { mixture, rawValue, valueCell } from './cell-values.js';
import { type ColumnBeside, columnsBeside } from './columns-beside.js';
import { type DayOrder, dayOrder, readDay } from './day-rule.js';
import { gatherRows } from './gather-rows.js';
import { measureFaults } from './measures.js';
import type { Reading } from './reading.js';
import {
  canRead,
  findReadingColumns,
  type NamedColumn,
  namedInPlace,
  type ReadingColumns,
} from './reading-columns.js';
import { refuseFaults } from './reading-faults.js';
import { type RawReading, type ReadingFault, settleReadings } from './settle-readings.js';
import type { UnreadReason } from './unread-reasons.js';
import type { ValuesOf } from './value-codes.js';
import { describeYesAndNo } from './yes-or-no.js';

/** How to read, where the file does not say it. */
export interface ReadingOptions {
  readonly columns?: ReadingColumns | undefined;
  readonly sheet?: string | undefined;
  /** The decimal sign; decided over all values. */
  readonly decimal?: '.' | ',' | undefined;
  /** The design and the words that the values are held against. */
  readonly of?: ValuesOf | undefined;
}

/** Where readings come from, for errors: the field of the request, and the path of a kept file. */
export interface ReadingOrigin {
  readonly field: string;
  readonly file?: string;
}

/** How a file of readings was understood, for a person to see. */
export interface ReadingsRead {
  readonly format: RegistryFormat;
  readonly delimiter?: string;
  readonly sheet?: string;
  readonly program?: FormProgram;
  readonly headerLine?: number;
  readonly columns: ReadingColumns;
  /** Columns that the caller named in the place of others; absent for none. */
  readonly named?: readonly NamedColumn[];
  /** Columns that were not read. */
  readonly unread: readonly string[];
  readonly numbers: NumberRule;
  /** Absent where the year comes first. */
  readonly days?: DayOrder;
  readonly rows: number;
  readonly leftOut: readonly LeftOutRow[];
  readonly firstUnits: readonly string[];
  readonly lastUnits: readonly string[];
  readonly remarks: readonly string[];
}

export interface ReadReadings {
  readonly readings: readonly Reading[];
  readonly read: ReadingsRead;
  /** What other columns of numbers say of the same units and days, in words for each, where they are of the same thing and say it otherwise. */
  readonly beside: ReadonlyMap<string, ColumnBeside>;
  /** Sheets with the same headings that were not read, and other tables. */
  readonly alike: readonly string[];
  readonly others: readonly string[];
}

const SHOWN_UNITS = 3;

/**
 * Reads readings from CSV, XLSX, NDJSON or a JSON list, told from the content. Numbers and days are read by one rule a
 * column, decided over all its cells; header names are guessed unless `columns` names them. What is not understood is
 * refused with its line, never dropped.
 * @throws OracleError `invalid_request` when a column cannot be found or cells cannot be read, `payload_too_large`
 * beyond a million rows
 */
export async function readReadings(
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  { columns = {}, sheet, decimal, of }: ReadingOptions = {},
  origin: ReadingOrigin = { field: 'csv' },
): Promise<ReadReadings> {
  const source =
    typeof content === 'string' || content instanceof Uint8Array
      ? memorySource('the readings', content)
      : { name: 'the readings', open: () => content };
  try {
    const table = await openRegistry(source, {
      allColumns: true,
      enough: (names) => canRead(names, columns),
      mayJoin: true,
      ...(sheet !== undefined && { sheet }),
    });
    try {
      if (!table.header)
        throw new OracleError('invalid_request', {
          detail: 'The readings have no line that names the columns.',
          hint: 'Put one above them, such as unit_id,date,value,status.',
          errors: [{ field: origin.field, message: 'has no header line' }],
        });
      return await readTable(table, findReadingColumns(table.columns, columns), { decimal, of }, origin);
    } finally {
      await table.close();
    }
  } catch (error) {
    throw OracleError.isInstance(error) ? asOfReadings(error, origin) : error;
  }
}

async function readTable(
  table: RegistryTable,
  columns: ReadingColumns,
  { decimal, of }: Pick<ReadingOptions, 'decimal' | 'of'>,
  { field, file }: ReadingOrigin,
): Promise<ReadReadings> {
  const { rows, unread, others } = await gatherRows(table, columns);
  // Each look at a hundred thousand rows takes a while: others have their turns between.
  await nextTurn();
  const faults: ReadingFault[] = measureFaults(rows);
  const written = rows.filter(({ value, isNumber }) => !isNumber && looksLikeNumber(value));
  const program = formProgram(table.columns);
  // Forms and JSON write points; a comma between cells can hardly be one within them.
  const plain = program !== undefined || (table.format !== 'xlsx' && (table.delimiter ?? ',') === ',');
  const rule = numberRule(written.map(valueCell), decimal, plain);
  await nextTurn();
  const order = dayOrder(rows.map(({ date, line }) => ({ text: date, line })));
  if ('faults' in rule) faults.push(...rule.faults.map((each) => ({ ...each, field: 'value' as const })));
  if (typeof order === 'object')
    faults.push(...order.faults.map((each) => ({ ...each, field: 'date' as const })));
  const numbers: NumberRule = 'faults' in rule ? { decimal: '.', percent: false, grouped: false } : rule;
  const days = typeof order === 'object' ? undefined : order;
  await nextTurn();
  const wordsBesideNumbers = mixture(rows, numbers);
  const raw: RawReading[] = [];
  const turns = new Turns();
  for (const row of rows) {
    await turns.others();
    const { line, unitId, stratum, status } = row;
    const date = readDay(row.date, days);
    if (date === undefined && typeof order !== 'object')
      faults.push({ line, field: 'date', text: row.date, why: 'is no day: write YYYY-MM-DD' });
    if (unitId === '') faults.push({ line, field: 'unitId', text: '', why: 'is empty' });
    if (row.isHidden)
      faults.push({
        line,
        field: 'unitId',
        text: unitId,
        why: 'stands in a row or in cells that the sheet does not show: show it if it counts, or delete it',
      });
    if (row.turnedDown)
      faults.push({
        line,
        field: 'unitId',
        text: unitId,
        why: 'was turned down in a review: mend it there, or leave it out',
      });
    const value = 'faults' in rule ? 'none' : (wordsBesideNumbers(row) ?? rawValue(row, numbers));
    raw.push({
      line,
      unitId,
      date: date ?? row.date,
      value,
      text: row.value,
      stratum,
      status,
      ...(row.isEdited && { isEdited: true }),
      ...(isSentBefore(row.sentOn, date) && { isSentBefore: true }),
    });
  }
  await nextTurn();
  const settled = settleReadings(raw, of);
  await nextTurn();
  refuseFaults([...faults, ...('faults' in rule ? [] : settled.faults)], columns, field, file);
  const unreadReason = unread.of(new Set(settled.silent));
  if (unreadReason !== undefined && of?.reason === undefined)
    throw askForReasons(unreadReason, settled.silent, file);
  const { format, delimiter, sheet, headerLine } = table;
  const units = settled.readings.map(({ unitId }) => unitId);
  const leftOut = table.leftOut.rows();
  const named = namedInPlace(table.columns, columns);
  const ofFile = { value: columns.value, isForm: program !== undefined };
  const beside = await columnsBeside(settled.readings, await others.read(plain), ofFile);
  return {
    readings: settled.readings,
    beside,
    alike: table.unread?.alike ?? [],
    others: table.unread?.others ?? [],
    read: {
      format,
      ...(delimiter !== undefined && { delimiter }),
      ...(sheet !== undefined && { sheet }),
      ...(program !== undefined && { program }),
      ...(headerLine !== undefined && { headerLine }),
      columns,
      ...(named.length > 0 && { named }),
      unread: table.columns.filter((name) => !Object.values(columns).includes(name)),
      numbers,
      ...(days !== undefined && { days }),
      rows: settled.readings.length,
      leftOut,
      firstUnits: units.slice(0, SHOWN_UNITS),
      lastUnits: units.slice(-SHOWN_UNITS),
      remarks: [
        ...(table.repeat === undefined
          ? []
          : [`each answer of the repeat group "${table.repeat}" is read as a reading`]),
        ...describeHidden(table.hidden, Object.values(columns)),
        ...describeSheets(table, 'write sheet "*" to read all as one table'),
        ...(leftOut.length === 0 ? [] : [`left out as no readings: ${describeLeftOut(leftOut)}`]),
        ...describeYesAndNo(rows.map(({ value }) => value)),
        ...settled.remarks,
        ...(unreadReason === undefined
          ? []
          : [
              `the column "${unreadReason.column}" is not read, though it says something where there is no value`,
            ]),
      ],
    },
  };
}

const DAY_MS = 86_400_000;

/** Whether an answer came in before its own day had begun anywhere. */
function isSentBefore(sentOn: string | undefined, day: string | undefined): boolean {
  return sentOn !== undefined && day !== undefined && Date.parse(sentOn) + DAY_MS < Date.parse(day);
}

/** Words that stand where there is no value may say why: whoever wrote them must not be told to have given no reason. */
function askForReasons(
  { column, line, text }: UnreadReason,
  silent: readonly number[],
  file: string | undefined,
): OracleError {
  const message = `says "${text.slice(0, 80)}" in line ${line}, which has no value, and is not read`;
  return new OracleError('invalid_request', {
    detail: `The readings${file === undefined ? '' : ` of ${file}`} have ${silent.length} line(s) without a value, and the column "${column}" ${message}.`,
    hint: `If it says why there is no value, name it: statusColumn "${column}". If it does not, say so in \`reason\`: these lines then count as without a reason, and the trail marks it.`,
    errors: [{ field: 'statusColumn', message: `"${column}" ${message}` }],
  });
}

/** What reads registries says `registry` of whatever it reads. */
function asOfReadings(error: OracleError, { field, file }: ReadingOrigin): OracleError {
  if (error.errors?.[0]?.field !== 'registry') return error;
  const { detail, hint } = error;
  return new OracleError(error.code, {
    detail: `The readings${file === undefined ? '' : ` of ${file}`} cannot be read: ${ofReadings(detail)}`,
    hint: hint?.replace('one row per line', 'one reading per line'),
    errors: error.errors.map(({ message }) => ({ field, message: ofReadings(message) })),
  });
}

function ofReadings(text: string): string {
  return text.replace('the file is empty', 'there are none');
}
