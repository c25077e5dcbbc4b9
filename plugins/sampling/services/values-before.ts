import { readingsOfLines } from '../periods/period-basis.js';
import { lineOf } from './line-of-designs.js';
import { linesOf } from './period-lines.js';
import type { SamplingService } from './sampling-service.js';

/** How many different values each of some units has in the analyses of a design and of those that it recalculates. */
export async function valuesBefore(
  service: SamplingService,
  designId: string,
  units: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map(units.map((id) => [id, new Set<string>()]));
  for (const { state } of await lineOf(service, designId))
    for (const { periodId } of state.analyses) {
      const stored = await service.periods.ofAnybody(periodId);
      const lines = stored && (await linesOf(service, stored.document));
      for (const { unitId, date, value } of readingsOfLines(lines ?? ''))
        if (value !== null) wanted.get(unitId)?.add(`${date} ${value}`);
    }
  return new Map([...wanted].map(([id, values]) => [id, values.size]));
}
