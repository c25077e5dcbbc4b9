import { OracleError } from 'oracle-runtime/plugin';
import type { Zone } from '../clock/zone.js';
import { dayOfText, dayText } from '../logger-files/calendar.js';
import type { FileRead } from '../logger-files/read-logger-file.js';
import type { PeriodDays } from '../use/sensor-use.js';

/** Days as a request names them. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In the place of both days: `2024-Q1`. */
  readonly monitoringPeriod?: string | undefined;
}

/**
 * The days that are asked for, or the whole days of the data.
 * @param earliest first instant of the data, seconds since the epoch
 * @throws OracleError `invalid_request` for days that are none, `insufficient_data` without a reading in them
 */
export async function periodOf(
  { from, to, monitoringPeriod }: AskedDays,
  zone: Zone,
  earliest: number,
  latest: number,
): Promise<PeriodDays> {
  const asked = await daysAsked({ from, to, monitoringPeriod });
  const [begins, ends] = [zone.dayOf(earliest), zone.dayOf(latest)];
  if (asked !== undefined) {
    if (asked.last < begins || asked.first > ends)
      throw new OracleError('insufficient_data', {
        detail: `There is no reading from ${dayText(asked.first)} to ${dayText(asked.last)}: the files are of ${dayText(begins)} to ${dayText(ends)}.`,
        hint: 'Ask for days that the files are of, or say days: "month first" if they were read the wrong way round.',
        errors: [{ field: 'from', message: 'no reading is of these days' }],
      });
    return asked;
  }
  // The day on which a logger was started or read out is no whole day.
  const first = earliest - zone.midnight(begins) > 7200 ? begins + 1 : begins;
  const last = zone.midnight(ends + 1) - latest > 7200 ? ends - 1 : ends;
  return first <= last ? { first, last } : { first: begins, last: ends };
}

/** Files without a reading that can be: none at all, or all of times that cannot be. */
export function noTemperature(files: readonly Pick<FileRead, 'file' | 'impossible'>[]): OracleError {
  const impossible = files.reduce((sum, file) => sum + file.impossible.count, 0);
  const first = files.find((file) => file.impossible.count > 0);
  const [example] = first?.impossible.examples ?? [];
  if (example === undefined)
    return new OracleError('insufficient_data', {
      detail: 'The files hold no temperature at all.',
      hint: 'Look at how they are read: preview the logger files.',
      errors: [{ field: 'path', message: 'holds no temperature' }],
    });
  return new OracleError('insufficient_data', {
    detail: `All ${impossible} readings have a time before 2005 or to come and are left out, such as line ${example.line} of ${first?.file}: ${example.text}`,
    hint: 'The clock of the logger was wrong, or day and month were read the wrong way round: say days "day first" or "month first".',
    errors: [{ field: 'path', message: `has ${impossible} readings of times that cannot be` }],
  });
}

/** The days that are named; undefined where none are. @throws OracleError `invalid_request` for days that are none */
export async function daysAsked({ from, to, monitoringPeriod }: AskedDays): Promise<PeriodDays | undefined> {
  if (from === undefined && to === undefined && monitoringPeriod === undefined) return undefined;
  const { periodDays } = await import('../../sampling/library.js');
  const named = monitoringPeriod === undefined ? undefined : periodDays(monitoringPeriod);
  const first = dayOfText(from ?? named?.from ?? '');
  const last = dayOfText(to ?? named?.to ?? '');
  if (
    first === undefined ||
    last === undefined ||
    (monitoringPeriod !== undefined && (from ?? to) !== undefined)
  )
    throw new OracleError('invalid_request', {
      detail: 'from: give from and to as YYYY-MM-DD, or a monitoringPeriod such as 2024-Q1.',
      errors: [{ field: 'from', message: 'give from and to, or a monitoringPeriod such as 2024-Q1' }],
    });
  if (last < first || last - first > 3_660)
    throw new OracleError('invalid_request', {
      detail: `to: ${to ?? named?.to} is ${last < first ? 'before' : 'more than ten years after'} ${from ?? named?.from}.`,
      errors: [
        { field: 'to', message: last < first ? 'is before from' : 'is more than ten years after from' },
      ],
    });
  return { first, last };
}
