import { openRegistry } from '../registry/open-registry.js';
import { type FrameStratum, readFrame } from '../registry/read-frame.js';
import type { DesignRecord } from '../store/design-record.js';
import type { DrawOfPeriod } from './draw-of-period.js';
import { storedSource } from './registry-document.js';
import type { SamplingService } from './sampling-service.js';

/**
 * The strata of drawn units as the registry has them, of a draw that left out the strata of its design; undefined where
 * the draw has strata itself, or the registry is gone or has none of these names.
 */
export async function strataInRegistry(
  { registries, blobs }: SamplingService,
  { stratification }: DesignRecord,
  { record, registryId }: DrawOfPeriod,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (stratification === null || record.strata.some(({ name }) => name !== null)) return undefined;
  const document = (await registries.ofAnybody(registryId))?.document;
  if (document === undefined) return undefined;
  const { used, strata = [] } = document.inspection;
  const known = new Set(strata.map(({ name }) => name.toLowerCase()));
  if (!stratification.strata.every(({ name }) => known.has(name.toLowerCase()))) return undefined;
  const wanted = new Set(
    record.strata.flatMap(({ selected, replacements }) => [...selected, ...replacements].map(({ id }) => id)),
  );
  const names: string[] = [];
  const found = new Map<string, string>();
  await readFrame(await openRegistry(storedSource(blobs, document), document.read), used, {
    onStratum: (name) => names.push(name ?? ''),
    onUnit: ({ id, stratum }) => {
      if (wanted.has(id)) found.set(id, names[stratum] ?? '');
    },
  });
  return found;
}

/** The strata of the registry that a draw was made from, with their sizes; undefined where it has none or is gone. */
export async function listedStrata(
  { registries }: SamplingService,
  { registryId }: Pick<DrawOfPeriod, 'registryId'>,
): Promise<readonly FrameStratum[] | undefined> {
  return (await registries.ofAnybody(registryId))?.document.inspection.strata;
}
