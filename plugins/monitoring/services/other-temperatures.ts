import { addTo, daysIn, daysInCommon } from 'oracle-runtime/kit';
import { shareSome } from '../devices/temperature-sketch.js';
import type { KeptUseReport } from '../service.js';
import type { SensorUse } from '../use/sensor-use.js';

/** Of days that are less the same, the temperatures that a report keeps in brief may be others. */
const MOST_OF_DAYS = 0.9;

/**
 * Units whose devices recorded nothing of what a report of the same days has of them, whatever its settings made of it.
 * @param units with the name that each has in the report
 */
export function otherTemperatures(
  report: Pick<KeptUseReport, 'from' | 'to' | 'sensors'>,
  days: { readonly from: string; readonly to: string },
  units: readonly { readonly household: string; readonly named: string }[],
  devicesOf: ReadonlyMap<string, readonly Pick<SensorUse, 'sketch'>[]>,
): number {
  if (daysInCommon(report, days) < MOST_OF_DAYS * Math.max(daysIn(report), daysIn(days))) return 0;
  const there = new Map<string, string[]>();
  for (const { household, sketch = '' } of report.sensors) if (sketch !== '') addTo(there, household, sketch);
  return units.filter(({ household, named }) => {
    const own = (devicesOf.get(household) ?? []).flatMap(({ sketch }) => (sketch === '' ? [] : [sketch]));
    const known = there.get(named) ?? [];
    return (
      own.length > 0 && known.length > 0 && !own.some((each) => known.some((one) => shareSome(each, one)))
    );
  }).length;
}
