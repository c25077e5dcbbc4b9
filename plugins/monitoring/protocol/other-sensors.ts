import { addTo } from 'oracle-runtime/kit';
import type { UseReport } from '../use/use-report.js';

/** What of a report tells whose its sensors were. */
export type Placed = Pick<UseReport, 'from' | 'to'> & {
  readonly sensors: readonly PlacedSensor[];
};

interface PlacedSensor {
  readonly sensor: string;
  readonly household: string;
  readonly stove: string;
  /** ISO 8601 UTC of its first reading. */
  readonly first: string | null;
}

const EXAMPLES = 3;

/**
 * Households whose sensors were others in earlier reports of days in common: whoever changed them knows what each recorded.
 * Households that an earlier report had none of are no change, and neither are sensors that began after its days.
 * @returns null for none
 */
export function otherSensors(
  reports: readonly Placed[],
  {
    from,
    to,
    placed,
  }: { readonly from: string; readonly to: string; readonly placed: readonly PlacedSensor[] },
) {
  const households = new Map<string, string>();
  const devices = new Set<string>();
  let analyses = 0;
  for (const report of reports) {
    if (report.from > to || from > report.to) continue;
    const before = byPlace(report.sensors);
    const now = byPlace(placed.filter(({ first }) => first !== null && first.slice(0, 10) <= report.to));
    let isOther = false;
    for (const [place, { household, names }] of now) {
      const known = before.get(place)?.names;
      if (known === undefined) continue;
      const unlike = [
        ...names.filter((name) => !known.includes(name)),
        ...known.filter((name) => !names.includes(name)),
      ];
      for (const name of unlike) devices.add(name);
      if (unlike.length > 0 && !households.has(household))
        households.set(household, `${household}: ${known.join(' + ')}, now ${names.join(' + ')}`);
      isOther ||= unlike.length > 0;
    }
    if (isOther) analyses++;
  }
  if (analyses === 0) return null;
  return {
    analyses,
    units: households.size,
    devices: devices.size,
    examples: [...households.values()].slice(0, EXAMPLES),
  };
}

function byPlace(sensors: readonly PlacedSensor[]) {
  const names = new Map<string, string[]>();
  for (const { sensor, household, stove } of sensors)
    addTo(names, JSON.stringify([household, stove]), sensor);
  return new Map(
    [...names].map(([place, own]) => [
      place,
      { household: (JSON.parse(place) as string[])[0] ?? '', names: own.sort() },
    ]),
  );
}
