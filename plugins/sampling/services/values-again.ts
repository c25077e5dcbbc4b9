import { addTo } from 'oracle-runtime/kit';
import { comesAgain, LEAST_PAIRS, type UnitValues } from '../periods/again.js';
import { readingsOfLines } from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { ValuesAgain } from '../trail/analysed-entry.js';
import { entryOf } from '../trail/trail-chain.js';
import { overlaps, stateOf } from '../trail/trail-state.js';
import { linesOf } from './period-lines.js';
import { withinRows } from './rows-at-hand.js';
import type { SamplingService } from './sampling-service.js';

/**
 * The analysis of other days, of a design and those that it recalculates, whose values come again in most of the units;
 * undefined for none. And how many had too many rows to be looked at.
 */
export async function valuesAgain(
  service: SamplingService,
  line: readonly string[],
  taken: { readonly readings: readonly Reading[]; readonly from: string; readonly to: string },
): Promise<{ readonly again: ValuesAgain | undefined; readonly left: number }> {
  const now = unitValues(taken.readings, taken);
  const trails = await Promise.all(line.map((designId) => service.trails.read(designId)));
  const analyses = trails
    .flatMap((links) => stateOf(links.map(entryOf)).analyses)
    .filter((each) => each.rows >= LEAST_PAIRS && !overlaps(each, taken))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const { looked, left } = withinRows(analyses);
  let found: ValuesAgain | undefined;
  for (const { periodId, from, to } of looked) {
    const stored = await service.periods.ofAnybody(periodId);
    const lines = stored && (await linesOf(service, stored.document));
    const again = lines && comesAgain(now, unitValues(readingsOfLines(lines), { from, to }));
    if (again && again.units > (found?.units ?? 0)) found = { periodId, from, to, ...again };
  }
  return { again: found, left };
}

function unitValues(
  readings: readonly Reading[],
  { from, to }: { readonly from: string; readonly to: string },
): UnitValues {
  const values = new Map<string, number[]>();
  for (const reading of readings)
    if (isOfDraw(reading) && reading.value !== null && reading.date >= from && reading.date <= to)
      addTo(values, reading.unitId, reading.value);
  return new Map(
    [...values].map(([unitId, own]) => [unitId, own.reduce((sum, value) => sum + value, 0) / own.length]),
  );
}
