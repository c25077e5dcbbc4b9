import type { PeriodReading } from '../service.js';
import type { Reading } from './reading.js';
import { refuseFaults } from './reading-faults.js';
import { type SettledReadings, settleReadings } from './settle-readings.js';
import type { ValuesOf } from './value-codes.js';

/**
 * Readings that a request brings as rows, by the rules that a file is read by.
 * @throws OracleError `invalid_request` naming the rows that are not understood
 */
export function requestReadings(
  rows: readonly PeriodReading[],
  of?: ValuesOf,
): {
  readonly readings: readonly Reading[];
  readonly remarks: SettledReadings['remarks'];
} {
  const { readings, faults, remarks } = settleReadings(
    rows.map(({ unitId, date, value, stratum, status = '' }, line) => ({
      line,
      unitId,
      date,
      value: value ?? 'none',
      text: String(value ?? ''),
      stratum,
      status,
    })),
    of,
  );
  refuseFaults(faults, undefined, 'readings');
  return { readings, remarks };
}
