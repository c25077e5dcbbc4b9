import type { Seal } from '../../sampling/service.js';
import { sensorList } from './sealed-places.js';

const EXAMPLES = 3;

/** What one device recorded. */
export interface RecordedDevice {
  readonly sensor: string;
  /** Seconds since the epoch of its first reading; 0 for none. */
  readonly firstAt: number;
  readonly useDays: number;
  readonly observedDays: number;
}

/**
 * Devices that an earlier seal of a list lays to a unit and the last one does not, though they had recorded by then: what they
 * recorded counts nowhere, and whoever wrote the list could know it.
 * @param seals oldest first
 * @param homes units whose devices count
 * @returns undefined for none
 */
export function takenRows(
  seals: readonly Pick<Seal, 'seal' | 'at' | 'text'>[],
  devices: readonly RecordedDevice[],
  homes: ReadonlySet<string>,
) {
  const last = seals.at(-1);
  if (last === undefined || seals.length === 1) return undefined;
  const now = sensorList(last.text, 'sensors').map;
  const before = new Map<string, string>();
  for (const { text } of seals.slice(0, -1))
    for (const [sensor, places] of sensorList(text, 'sensors').map)
      for (const { household } of places) before.set(JSON.stringify([sensor, household]), sensor);
  // A sensor that was moved recorded at several places.
  const bySensor = new Map(devices.toReversed().map((device) => [device.sensor, device]));
  const taken = [...before].flatMap(([key, sensor]) => {
    const household = (JSON.parse(key) as string[])[1] ?? '';
    const device = bySensor.get(sensor);
    const hadRecorded =
      device !== undefined && device.firstAt > 0 && device.firstAt < Date.parse(last.at) / 1000;
    return !hadRecorded ||
      !homes.has(household) ||
      now.get(sensor)?.some((place) => place.household === household) === true
      ? []
      : [{ ...device, household }];
  });
  if (taken.length === 0) return undefined;
  const observed = taken.reduce((sum, { observedDays }) => sum + observedDays, 0);
  const used = taken.reduce((sum, { useDays }) => sum + useDays, 0);
  return {
    rows: taken.length,
    seal: last.seal,
    examples: taken.slice(0, EXAMPLES).map(({ sensor, household }) => `${sensor} at ${household}`),
    rate: observed === 0 ? null : (used / observed).toFixed(3),
  };
}
