import type { SaidByExport } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import type { Reading } from './reading.js';

/** What the program of a form says of the answers behind an analysis that speaks against them; undefined for nothing. */
export function saidByExport(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): SaidByExport | undefined {
  const inside = readings.filter(({ value, date }) => value !== null && date >= from && date <= to);
  const valuesOf = (some: readonly Reading[]) => some.flatMap(({ value }) => value ?? []);
  const partOf = (isPart: (reading: Reading) => boolean) => {
    const part = inside.filter(isPart);
    if (part.length === 0) return null;
    return {
      answers: part.length,
      of: inside.length,
      mean: meanOf(valuesOf(part)) ?? '',
      others: meanOf(valuesOf(inside.filter((each) => !isPart(each)))),
    };
  };
  const edited = partOf((reading) => reading.edited === true);
  const sentBefore = partOf((reading) => reading.sentBefore === true);
  return edited === null && sentBefore === null ? undefined : { edited, sentBefore };
}
