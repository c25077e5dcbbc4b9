import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { openKeptFile } from '../files/open-kept-file.js';
import type { ColumnBeside } from '../periods/columns-beside.js';
import type { PeriodBasis } from '../periods/period-basis.js';
import { type ReadingsRead, type ReadReadings, readReadings } from '../periods/read-readings.js';
import type { Reading } from '../periods/reading.js';
import { requestReadings } from '../periods/request-readings.js';
import { numbersOfSheet } from '../periods/sheet-numbers.js';
import type { ValuesOf } from '../periods/value-codes.js';
import { memorySource } from '../registry/registry-source.js';
import { quoted } from '../selection/quoted.js';
import { invalidField } from './invalid-field.js';
import type { PeriodRequest } from './periods.js';
import type { SamplingService } from './sampling-service.js';

/** Values of the units of readings that stand beside them in the same file. */
export interface BesideInFile {
  /** In words, such as `the sheet "Field" of the same workbook`. */
  readonly what: string;
  readonly readings: readonly Reading[];
  /** Whether its headings say that it is of the same thing. */
  readonly sameMeasure: boolean;
  /** What the heading of a column says of it; absent for a sheet. */
  readonly head?: Pick<ColumnBeside, 'isLike' | 'isOfOtherUnit'>;
}

/** Readings as they were given, and how a file of them was understood. */
interface GivenReadings {
  readonly readings: readonly Reading[];
  readonly read?: ReadingsRead;
  readonly remarks: readonly string[];
  /** The kept file that they came from. */
  readonly file: PeriodBasis['file'];
  /** What its other columns and sheets say of the same units. */
  readonly beside: readonly BesideInFile[];
}

/** @throws OracleError as `readReadings` and `requestReadings`, and `invalid_request` unless they come in one way */
export async function givenReadings(
  { files }: SamplingService,
  principal: Principal,
  { csv, path, readings, columns, sheet, decimal, reason, protocol }: PeriodRequest,
  { parameterType }: Pick<ValuesOf, 'parameterType'>,
): Promise<GivenReadings> {
  if ([csv, path, readings].filter((given) => given !== undefined).length !== 1)
    throw invalidField('readings', 'give one of readings, csv and path');
  const of = { parameterType, reason, byDevice: protocol !== undefined };
  if (readings !== undefined) return { ...requestReadings(readings, of), file: null, beside: [] };
  const options = { columns, sheet, decimal, of };
  if (path === undefined) {
    const content = csv ?? '';
    const given = await readReadings(content, options);
    const beside = await besideIn(
      given,
      (name) => readReadings(content, { ...options, sheet: name }),
      (name) => numbersOfSheet(memorySource('the readings', content), name, given),
    );
    return { ...given, remarks: given.read.remarks, file: null, beside };
  }
  const { entry, open } = await openKeptFile(files, principal, path, 'path');
  const origin = { field: 'path', file: entry.path };
  const given = await readReadings(open(), options, origin);
  const beside = await besideIn(
    given,
    (name) => readReadings(open(), { ...options, sheet: name }, origin),
    (name) => numbersOfSheet({ name: entry.path, open }, name, given),
  );
  const { version, cid } = entry;
  return { ...given, remarks: given.read.remarks, file: { path: entry.path, version, cid }, beside };
}

/** Sheets of one workbook with the same headings that are looked at; more are mostly months. And those with others. */
const [MOST_ALIKE, MOST_OTHERS] = [6, 40];
/** With fewer of its units among the readings, a sheet calls them otherwise. */
const OF_THESE_UNITS = 0.5;

/** What stands beside readings in their file: in other columns, and in sheets with the same headings or others. */
async function besideIn(
  { readings, beside, alike, others }: ReadReadings,
  read: (sheet: string) => Promise<ReadReadings>,
  numbersOf: (sheet: string) => Promise<Map<string, ColumnBeside>>,
): Promise<BesideInFile[]> {
  const found: BesideInFile[] = [...beside].map(([name, each]) => ({
    what: `${name} of the same file`,
    readings: each.readings,
    sameMeasure: false,
    head: each,
  }));
  const units = new Set(readings.map(({ unitId }) => unitId));
  const calledOtherwise: string[] = [];
  for (const name of alike.slice(0, MOST_ALIKE)) {
    const other = await orNothing(read(name));
    const known = other?.readings.filter(({ unitId }) => units.has(unitId)).length ?? 0;
    if (other === undefined || known < OF_THESE_UNITS * other.readings.length) calledOtherwise.push(name);
    else
      found.push({
        what: `the sheet ${quoted(name)} of the same workbook`,
        readings: other.readings,
        sameMeasure: true,
      });
  }
  for (const name of [...calledOtherwise, ...others.slice(0, MOST_OTHERS)])
    for (const [column, each] of (await orNothing(numbersOf(name))) ?? [])
      found.push({
        what: `${column} of the sheet ${quoted(name)} of the same workbook`,
        readings: each.readings,
        sameMeasure: false,
        head: each,
      });
  return found;
}

/** Of a sheet that cannot be read, nothing. */
async function orNothing<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (OracleError.isInstance(error)) return undefined;
    throw error;
  }
}
