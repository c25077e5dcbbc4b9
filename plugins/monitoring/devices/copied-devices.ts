import { addTo } from 'oracle-runtime/kit';
import { hashesOf, isCopy } from './temperature-sketch.js';

/** A device with its temperatures in brief. */
export interface SketchedDevice {
  readonly sensor: string;
  readonly household: string;
  readonly sketch?: string;
}

const EXAMPLES = 3;

/** Finds devices whose temperatures are those of another. */
function finderOf(devices: readonly SketchedDevice[]) {
  const byHash = new Map<string, SketchedDevice[]>();
  for (const device of devices) for (const hash of hashesOf(device.sketch ?? '')) addTo(byHash, hash, device);
  return (sketch: string, fits: (other: SketchedDevice) => boolean): SketchedDevice | undefined => {
    const near = new Set(hashesOf(sketch).flatMap((hash) => byHash.get(hash) ?? []));
    return [...near].find((other) => fits(other) && isCopy(sketch, other.sketch ?? ''));
  };
}

/** Units with a device whose temperatures are those of another unit's; undefined for none. */
export function copiedDevices(devices: readonly SketchedDevice[]) {
  const find = finderOf(devices);
  const pairs = new Map<string, string>();
  const units = new Set<string>();
  for (const { sensor, household, sketch = '' } of devices) {
    const other = find(sketch, (each) => each.household !== household);
    if (other === undefined) continue;
    units.add(household);
    pairs.set([sensor, other.sensor].sort().join(' and '), household);
  }
  return units.size === 0
    ? undefined
    : { units: units.size, examples: [...pairs.keys()].slice(0, EXAMPLES), homes: units };
}

/** A report of other days, with its devices. */
interface OtherDays {
  readonly from: string;
  readonly to: string;
  readonly sensors: readonly SketchedDevice[];
}

/** Devices whose temperatures are those of a report of other days, of the one with the most; undefined for none. */
export function repeatedDevices(
  devices: readonly SketchedDevice[],
  {
    from,
    to,
    reports,
  }: { readonly from: string; readonly to: string; readonly reports: readonly OtherDays[] },
) {
  const found = reports.flatMap((report) => {
    // What two reports of days in common share is the same record.
    if (report.from <= to && from <= report.to) return [];
    const find = finderOf(report.sensors);
    const same = devices.filter(({ sketch = '' }) => find(sketch, () => true) !== undefined).length;
    return same === 0 ? [] : [{ devices: same, of: devices.length, from: report.from, to: report.to }];
  });
  return found.reduce<(typeof found)[number] | undefined>(
    (most, each) => (each.devices > (most?.devices ?? 0) ? each : most),
    undefined,
  );
}
