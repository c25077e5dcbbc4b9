import { openRegistry } from '../registry/open-registry.js';
import { readFrame } from '../registry/read-frame.js';
import type { DevicesOfReadings } from '../service.js';
import type { UsedDevices } from '../trail/device-marks.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import { storedSource } from './registry-document.js';
import type { SamplingService } from './sampling-service.js';

/** Devices that a mark names. */
const EXAMPLES = 3;

/** What the trail tells of the devices behind readings, held against the registry of their draw. */
export async function devicesOfDraw(
  service: SamplingService,
  { protocol, listed, sha256, placed, unlike, late }: DevicesOfReadings,
  draw: DrawOfPeriod | undefined,
): Promise<UsedDevices> {
  const counts = new Map<string, number>();
  for (const { unitId } of placed) counts.set(unitId, (counts.get(unitId) ?? 0) + 1);
  const elsewhere = placed.filter(({ unitId, named }) => named !== null && folded(named) !== folded(unitId));
  const others =
    draw === undefined || elsewhere.length === 0
      ? []
      : await namedAfterUnits(service, draw.registryId, elsewhere);
  return {
    protocol,
    listed,
    sha256,
    devices: placed.length,
    units: counts.size,
    most: Math.max(0, ...counts.values()),
    several: [...counts.values()].filter((count) => count > 1).length,
    ofOthers:
      others.length === 0
        ? null
        : {
            devices: others.length,
            units: new Set(others.map(({ unitId }) => unitId)).size,
            examples: others.slice(0, EXAMPLES).map(({ device, unitId }) => `${device} at ${unitId}`),
          },
    unlike,
    late,
  };
}

/** Those that have the name of a unit of the registry; none where it is gone. */
async function namedAfterUnits(
  { registries, blobs }: SamplingService,
  registryId: string,
  placed: DevicesOfReadings['placed'],
): Promise<DevicesOfReadings['placed']> {
  const document = (await registries.ofAnybody(registryId))?.document;
  if (document === undefined) return [];
  const wanted = new Set(placed.flatMap(({ named }) => (named === null ? [] : [folded(named)])));
  const found = new Set<string>();
  await readFrame(
    await openRegistry(storedSource(blobs, document), document.read),
    document.inspection.used,
    {
      onUnit: ({ id }) => {
        const own = folded(id);
        if (wanted.has(own)) found.add(own);
      },
    },
  );
  return placed.filter(({ named }) => named !== null && found.has(folded(named)));
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
