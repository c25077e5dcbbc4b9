import { OracleError } from 'oracle-runtime/plugin';
import { dayNumber, dayText } from './calendar.js';
import type { Layout } from './layout.js';
import { scanFile } from './scan-file.js';
import type { LoggerSource } from './source.js';
import { type DayOrder, StampReader } from './stamp-reader.js';

/**
 * Whether the day or the month comes first, decided on the whole file, since `03/04/2024` is two days.
 * @param said what the caller says
 * @returns undefined when no stamp of the file has its year last
 * @throws OracleError `invalid_request` when nothing in the file decides it, with what it would be either way
 */
export async function decideDays(
  source: LoggerSource,
  layout: Layout,
  said: DayOrder | undefined,
  signal: AbortSignal,
): Promise<DayOrder | undefined> {
  const column = layout.date ?? layout.time;
  const stamp = new StampReader();
  let decided: DayOrder | undefined;
  let open = 0;
  const days = { 'day first': [Infinity, -Infinity], 'month first': [Infinity, -Infinity] };
  const widen = (order: DayOrder, day: number | undefined) => {
    const span = days[order];
    if (day === undefined) return;
    span[0] = Math.min(span[0] ?? day, day);
    span[1] = Math.max(span[1] ?? day, day);
  };
  let before = 0;
  await scanFile(source, layout, signal, ({ starts, ends }) => (bytes, count) => {
    if (count <= column) return true;
    const isStamp = stamp.read(bytes, starts[column] as number, ends[column] as number);
    const { first, second, points, seconds } = stamp;
    // The year may come first, or stand in one number: then the whole file has it so.
    if (first === 0) return !isStamp;
    if (points || first > 12) decided = 'day first';
    else if (second > 12) decided = 'month first';
    else if (seconds !== before) {
      before = seconds;
      open++;
      const year = new Date(seconds * 1000).getUTCFullYear();
      widen('day first', dayNumber(year, second, first));
      widen('month first', dayNumber(year, first, second));
    }
    return decided === undefined;
  });
  if (decided !== undefined || open === 0) return decided;
  if (said !== undefined) return said;
  const span = (order: DayOrder) => days[order].map((day) => dayText(day)).join(' to ');
  throw new OracleError('invalid_request', {
    detail: `In '${source.name}' the day or the month may come first: nothing in it decides.`,
    hint: `Say days: "day first" (${span('day first')}) or "month first" (${span('month first')}).`,
    errors: [{ field: 'days', message: 'say "day first" or "month first"' }],
  });
}
