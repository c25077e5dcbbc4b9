import { addTo } from 'oracle-runtime/kit';
import { comesAgain, type UnitValues } from '../periods/again.js';
import { readingsOfLines } from '../periods/period-basis.js';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { ValuesAgain } from '../trail/analysed-entry.js';
import { entryOf } from '../trail/trail-chain.js';
import { overlaps, stateOf } from '../trail/trail-state.js';
import { linesOf } from './period-lines.js';
import type { SamplingService } from './sampling-service.js';

/** The newest analyses that are looked at. */
const MOST = 24;

/**
 * The analysis of other days, of a design and those that it recalculates, whose values come again in most of the units;
 * undefined for none.
 */
export async function valuesAgain(
  service: SamplingService,
  line: readonly string[],
  taken: { readonly readings: readonly Reading[]; readonly from: string; readonly to: string },
): Promise<ValuesAgain | undefined> {
  const now = unitValues(taken.readings, taken);
  const trails = await Promise.all(line.map((designId) => service.trails.read(designId)));
  const analyses = trails
    .flatMap((links) => stateOf(links.map(entryOf)).analyses)
    .filter((each) => !overlaps(each, taken))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST);
  let found: ValuesAgain | undefined;
  for (const { periodId, from, to } of analyses) {
    const stored = await service.periods.ofAnybody(periodId);
    const lines = stored && (await linesOf(service, stored.document));
    const again = lines && comesAgain(now, unitValues(readingsOfLines(lines), { from, to }));
    if (again && again.units > (found?.units ?? 0)) found = { periodId, from, to, ...again };
  }
  return found;
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
