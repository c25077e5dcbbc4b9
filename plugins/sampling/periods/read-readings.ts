import { nextTurn, Turns } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type FormProgram, formProgram, isTurnedDown, reviewColumn } from '../registry/form-export.js';
import { describeHidden, isUnseen } from '../registry/hidden-parts.js';
import { normalizeLabel } from '../registry/id-rule.js';
import { describeLeftOut, type LeftOutRow } from '../registry/left-out.js';
import { isMissingMark, isTotalRow } from '../registry/no-unit.js';
import { openRegistry } from '../registry/open-registry.js';
import { memorySource } from '../registry/registry-source.js';
import type { RegistryFormat, RegistryTable } from '../registry/registry-table.js';
import { describeSheets } from '../registry/unread-sheets.js';
import { type DayOrder, dayOrder, readDay } from './day-rule.js';
import { measureColumn, measureFaults } from './measures.js';
import { type ColumnCell, looksLikeNumber, type NumberRule, numberRule, readNumber } from './number-rule.js';
import { type Reading, readStatus } from './reading.js';
import {
  canRead,
  findReadingColumns,
  type NamedColumn,
  namedInPlace,
  type ReadingColumns,
} from './reading-columns.js';
import { refuseFaults } from './reading-faults.js';
import { type RawReading, type RawValue, type ReadingFault, settleReadings } from './settle-readings.js';
import { type UnreadReason, UnreadReasons } from './unread-reasons.js';
import type { ValuesOf } from './value-codes.js';
import { describeYesAndNo, readYes } from './yes-or-no.js';

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
}

/** Readings of a file that are held in memory for the analysis. */
const MOST_READINGS = 1_000_000;
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
  const { rows, unread } = await gather(table, columns);
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
    raw.push({ line, unitId, date: date ?? row.date, value, text: row.value, stratum, status });
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
  return {
    readings: settled.readings,
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

/** The cells of a row that are used, trimmed. */
interface Row {
  readonly line: number;
  readonly unitId: string;
  readonly date: string;
  readonly value: string;
  /** Whether the file holds the value as a number and not as text. */
  readonly isNumber: boolean;
  /** Whether it is a formula that no program has computed. */
  readonly isOpen: boolean;
  readonly stratum: string | undefined;
  readonly status: string;
  /** Whether the sheet hides its row. */
  readonly isHidden: boolean;
  /** Whether a review of the form's program turned it down. */
  readonly turnedDown: boolean;
  /** What the value is measured in, where a column of its own says it. */
  readonly measure: string;
}

async function gather(
  table: RegistryTable,
  columns: ReadingColumns,
): Promise<{ readonly rows: readonly Row[]; readonly unread: UnreadReasons }> {
  const place = (role: keyof ReadingColumns) => table.columns.indexOf(columns[role] ?? '');
  const places = { unitId: place('unitId'), date: place('date'), value: place('value') };
  const [stratum, status] = [place('stratum'), place('status')];
  const header = normalizeLabel(columns.unitId ?? '').toLowerCase();
  const review = reviewColumn(table.columns);
  const measure = measureColumn(table.columns, columns);
  const found: Row[] = [];
  const used = [...Object.values(places), stratum, status];
  const unread = new UnreadReasons(table.columns, used);
  for await (const batch of table.batches) {
    const { rows, lines, numbers, uncomputed } = batch;
    for (const [index, row] of rows.entries()) {
      const cell = (at: number) => (row[at] ?? '').normalize('NFC').trim();
      const line = lines[index] ?? 0;
      const unitId = cell(places.unitId);
      if (unitId.toLowerCase() === header) table.leftOut.add(line, 'repeated header', row);
      else if (isTotalRow(row, places.unitId)) table.leftOut.add(line, 'total', row);
      else {
        const value = cell(places.value);
        unread.add(line, row, value !== '' && !isMissingMark(value));
        found.push({
          line,
          unitId,
          date: cell(places.date),
          value,
          isNumber: numbers?.[index]?.includes(places.value) === true,
          isOpen: uncomputed?.[index]?.includes(places.value) === true,
          stratum: stratum < 0 ? undefined : cell(stratum),
          status: status < 0 ? '' : cell(status),
          isHidden: isUnseen(batch, index, used),
          turnedDown: review >= 0 && isTurnedDown(cell(review)),
          measure: measure < 0 ? '' : cell(measure),
        });
      }
    }
    if (found.length > MOST_READINGS)
      throw new OracleError('payload_too_large', {
        detail: `There are more than ${MOST_READINGS} readings.`,
        hint: 'Leave out the rows of other periods, or analyse the period in parts.',
      });
  }
  return { rows: found, unread };
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

function valueCell({ value, line }: Row): ColumnCell {
  return { text: value, line };
}

function rawValue({ value, isNumber, isOpen }: Row, numbers: NumberRule): RawValue {
  if (isOpen)
    return {
      fault: 'is a formula without its value: open the file in a spreadsheet and save it, or paste values',
    };
  if (value === '') return 'none';
  if (isNumber) return Number(value);
  if (looksLikeNumber(value))
    return (
      readNumber(value, numbers) ?? {
        fault: `is no number with a decimal ${numbers.decimal === '.' ? 'point' : 'comma'}, as others are`,
      }
    );
  if (value.startsWith('#'))
    return { fault: 'is an error of a spreadsheet: mend the formula, or clear the cell' };
  if (isMissingMark(value)) return 'none';
  const share = readYes(value);
  if (share !== undefined) return share;
  const reason = readStatus(value);
  return reason === undefined || reason === 'valid'
    ? { fault: 'is no number: write the number alone, without its unit' }
    : { reason };
}

/** In a column of yes and no every number must be 0 or 1: nobody knows which of the two is meant otherwise. */
function mixture(rows: readonly Row[], numbers: NumberRule): (row: Row) => RawValue | undefined {
  const word = rows.find(({ value }) => readYes(value) !== undefined);
  if (word === undefined) return () => undefined;
  return (row) => {
    const value = rawValue(row, numbers);
    return typeof value !== 'number' || value === 0 || value === 1
      ? undefined
      : { fault: `is neither yes nor no, as "${word.value}" in line ${word.line} is` };
  };
}

/** What reads registries says `registry` of whatever it reads. */
function asOfReadings(error: OracleError, { field, file }: ReadingOrigin): OracleError {
  if (error.errors?.[0]?.field !== 'registry') return error;
  const { detail, hint } = error;
  return new OracleError(error.code, {
    detail: `The readings${file === undefined ? '' : ` of ${file}`} cannot be read: ${ofReadings(detail)}`,
    hint: hint?.replace('one unit per line', 'one reading per line'),
    errors: error.errors.map(({ message }) => ({ field, message: ofReadings(message) })),
  });
}

function ofReadings(text: string): string {
  return text.replace('the registry is empty', 'there are none').replace('the registry', 'the file');
}
