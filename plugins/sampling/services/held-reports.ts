import { addTo } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { ReportsBeside } from '../trail/analysed-entry.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';

/** People type two digits of a share. */
const TYPED = 0.0051;
/** With less of the units alike, numbers above 1 are of something else, such as kilograms. */
const OF_ONE_MEASURE = 0.5;

/**
 * Reports of devices that this oracle has of the units and days of readings which were handed in beside them: of the same
 * person, or of the designs of the line. Undefined for none, and for readings that measure something else.
 */
export async function reportsBeside(
  service: SamplingService,
  principal: Principal,
  designId: string,
  {
    readings,
    from,
    to,
  }: { readonly readings: readonly Reading[]; readonly from: string; readonly to: string },
): Promise<ReportsBeside | undefined> {
  if (service.reports.length === 0) return undefined;
  const handed = new Map<string, number[]>();
  for (const reading of readings)
    if (isOfDraw(reading) && reading.value !== null && reading.date >= from && reading.date <= to)
      addTo(handed, reading.unitId, reading.value);
  const designIds = (await lineOf(service, designId)).map((each) => each.designId);
  const asked = { owner: principal.id, designIds, from, to };
  const all = (await Promise.all(service.reports.map((held) => held(asked)))).flat();
  const reported = new Map<string, (readonly number[])[]>();
  let reports = 0;
  for (const { units } of all) {
    const shared = units.filter(({ unitId }) => handed.has(unitId));
    if (shared.length > 0) reports++;
    for (const { unitId, values } of shared) for (const value of values) addTo(reported, unitId, value);
  }
  if (reports === 0) return undefined;
  const differ = fewestApart(handed, reported);
  const isShare = [...reported.keys()].every((unitId) =>
    handed.get(unitId)?.every((value) => value >= 0 && value <= 1),
  );
  if (!isShare && differ > reported.size * (1 - OF_ONE_MEASURE)) return undefined;
  return { reports, units: reported.size, differ, of: handed.size };
}

/** Units of which nothing that was handed in is in a report, written in the one way in which they are fewest. */
function fewestApart(
  handed: ReadonlyMap<string, readonly number[]>,
  reported: ReadonlyMap<string, readonly (readonly number[])[]>,
): number {
  const ways = Math.max(...[...reported.values()].flat().map(({ length }) => length));
  const apart = Array.from(
    { length: ways },
    (_, way) =>
      [...reported].filter(([unitId, values]) => {
        const own = values.flatMap((each) => each[way] ?? []);
        return !isAmong(handed.get(unitId) ?? [], own);
      }).length,
  );
  return Math.min(...apart);
}

/** Whether one of the readings of a unit, or their mean, is a value that a report has of it. */
function isAmong(handed: readonly number[], reported: readonly number[]): boolean {
  const mean = handed.reduce((sum, value) => sum + value, 0) / handed.length;
  return [...handed, mean].some((value) => reported.some((each) => Math.abs(each - value) <= TYPED));
}
