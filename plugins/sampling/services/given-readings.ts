import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { openKeptFile } from '../files/open-kept-file.js';
import type { PeriodBasis } from '../periods/period-basis.js';
import { type ReadingsRead, type ReadReadings, readReadings } from '../periods/read-readings.js';
import type { Reading } from '../periods/reading.js';
import { requestReadings } from '../periods/request-readings.js';
import type { ValuesOf } from '../periods/value-codes.js';
import { invalidField } from './invalid-field.js';
import type { PeriodRequest } from './periods.js';
import type { SamplingService } from './sampling-service.js';

/** Readings as they were given, and how a file of them was understood. */
interface GivenReadings {
  readonly readings: readonly Reading[];
  readonly read?: ReadingsRead;
  readonly remarks: readonly string[];
  /** The kept file that they came from. */
  readonly file: PeriodBasis['file'];
  /** The same of sheets with the same headings that were not read, by their names. */
  readonly otherSheets: ReadonlyMap<string, readonly Reading[]>;
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
  if (readings !== undefined) return { ...requestReadings(readings, of), file: null, otherSheets: new Map() };
  const options = { columns, sheet, decimal, of };
  if (path === undefined) {
    const given = await readReadings(csv ?? '', options);
    const otherSheets = await sheetsAlike(given, (name) =>
      readReadings(csv ?? '', { ...options, sheet: name }),
    );
    return { ...given, remarks: given.read.remarks, file: null, otherSheets };
  }
  const { entry, open } = await openKeptFile(files, principal, path, 'path');
  const origin = { field: 'path', file: entry.path };
  const given = await readReadings(open(), options, origin);
  const otherSheets = await sheetsAlike(given, (name) =>
    readReadings(open(), { ...options, sheet: name }, origin),
  );
  const { version, cid } = entry;
  return { ...given, remarks: given.read.remarks, file: { path: entry.path, version, cid }, otherSheets };
}

/** Sheets of one workbook that are looked at; more are mostly months. */
const MOST_SHEETS = 6;

/** Readings of the sheets that could have been read as well. One that cannot be read says nothing. */
async function sheetsAlike(
  { alike }: ReadReadings,
  read: (sheet: string) => Promise<ReadReadings>,
): Promise<Map<string, readonly Reading[]>> {
  const found = new Map<string, readonly Reading[]>();
  for (const name of alike.slice(0, MOST_SHEETS)) {
    const other = await read(name).catch((error: unknown) => {
      if (OracleError.isInstance(error)) return undefined;
      throw error;
    });
    if (other !== undefined) found.set(name, other.readings);
  }
  return found;
}
