import { addTo } from 'oracle-runtime/kit';
import type { Principal } from 'oracle-runtime/plugin';
import { apartByMean } from '../held/apart-by-mean.js';
import { readingsOfLines } from '../periods/period-basis.js';
import { isOfDraw } from '../periods/reading.js';
import { openRegistry } from '../registry/open-registry.js';
import { readFrame } from '../registry/read-frame.js';
import type { DesignRecord } from '../store/design-record.js';
import type { GoneUnits } from '../trail/drawn-entry.js';
import { kinOf } from './held-of-homes.js';
import { inParts } from './in-parts.js';
import { linesOf } from './period-lines.js';
import { type RegistryDocument, storedSource } from './registry-document.js';
import { withinRows } from './rows-at-hand.js';
import type { SamplingService, StoredPeriod, StoredSelection } from './sampling-service.js';

/** Registries of more units are not held against each other unit by unit; those with values are looked for in any. */
const MOST_COMPARED = 200_000;
/** A registry is of these homes with so many of the units with values, or of those of the registry of before; that of a follower is so whatever is left. */
const [OF_THESE_HOMES, OF_REGISTRY] = [0.2, 0.5];
/** Designs that an entry tells, those that stand out first, and whose registries are looked at for it. */
const [MOST_TOLD, MOST_LOOKED] = [3, 12];

/** A registry, and the column of its ids. */
interface Registry {
  readonly document: RegistryDocument;
  readonly id: string;
}

/**
 * Units with values in analyses of before, of the design, those that it recalculates, and others of its owner or project,
 * that the registry of a new draw does not have any more: whoever knows the values could leave out the low ones.
 * @param registry that is drawn from now; `frame` is the hash of its ids
 */
export async function goneFromRegistry(
  service: SamplingService,
  principal: Principal,
  design: DesignRecord,
  { frame, ...registry }: Registry & { readonly frame: string },
): Promise<GoneUnits[]> {
  const { line, all } = await kinOf(service, principal, design, undefined);
  const drawn = await otherDraws(service, [...line, ...all], frame);
  const measured = await valuesByDesign(service, [...drawn.keys()]);
  const wanted = new Set([...measured.values()].flatMap((values) => [...values.keys()]));
  if (wanted.size === 0) return [];
  const here = new Set<string>();
  await eachUnit(service, registry, (id) => {
    if (wanted.has(id)) here.add(id);
  });
  const found = [...measured].flatMap(([designId, values]) => {
    const apart = apartByMean(values, (unitId) => here.has(unitId));
    return apart === undefined ? [] : [{ designId, of: values.size, ...apart }];
  });
  const told: GoneUnits[] = [];
  found.sort((a, b) => Number(a.byChance) - Number(b.byChance));
  for (const each of found.slice(0, MOST_LOOKED)) {
    if (told.length === MOST_TOLD) break;
    const gone = await goneOf(service, drawn.get(each.designId), registry);
    const isOfThese =
      line.includes(each.designId) ||
      each.of - each.units >= OF_THESE_HOMES * each.of ||
      (gone !== null && gone.of - gone.units >= OF_REGISTRY * gone.of);
    if (isOfThese) told.push({ ...each, registry: gone });
  }
  return told;
}

/** The newest draw of each design, where none is from these units. */
async function otherDraws(
  { db }: SamplingService,
  designIds: readonly string[],
  frame: string,
): Promise<Map<string, StoredSelection>> {
  const draws = new Map<string, StoredSelection>();
  const same = new Set<string>();
  for (const ids of inParts(designIds)) {
    const rows = await db
      .selectFrom('sampling_selections')
      .select(['design_id', 'frame', 'document'])
      .where('design_id', 'in', ids)
      .orderBy('created_at')
      .execute();
    for (const { design_id: designId, frame: theirs, document } of rows) {
      if (designId === null) continue;
      if (theirs === frame) same.add(designId);
      draws.set(designId, JSON.parse(document) as StoredSelection);
    }
  }
  for (const designId of same) draws.delete(designId);
  return draws;
}

/** The mean of each unit in the analyses of each design, as far as their rows are not too many. */
async function valuesByDesign(
  service: SamplingService,
  designIds: readonly string[],
): Promise<Map<string, ReadonlyMap<string, number>>> {
  const analyses = [];
  for (const ids of inParts(designIds)) {
    const rows = await service.db
      .selectFrom('sampling_periods')
      .select(['design_id', 'document'])
      .where('design_id', 'in', ids)
      .orderBy('created_at', 'desc')
      .execute();
    for (const { design_id: designId, document } of rows) {
      const period = JSON.parse(document) as StoredPeriod;
      if (period.basis !== undefined) analyses.push({ designId, period, rows: period.basis.rows });
    }
  }
  const values = new Map<string, Map<string, number[]>>();
  for (const { designId, period } of withinRows(analyses).looked) {
    const lines = await linesOf(service, period);
    const ofUnits = values.get(designId) ?? new Map<string, number[]>();
    values.set(designId, ofUnits);
    for (const reading of lines === undefined ? [] : readingsOfLines(lines))
      if (isOfDraw(reading) && reading.value !== null) addTo(ofUnits, reading.unitId, reading.value);
  }
  const mean = (own: readonly number[]) => own.reduce((sum, value) => sum + value, 0) / own.length;
  return new Map(
    [...values].map(([designId, ofUnits]) => [
      designId,
      new Map([...ofUnits].map(([unitId, own]) => [unitId, mean(own)])),
    ]),
  );
}

/** Units of the registry of a draw that another one does not have; null where either is gone or too large. */
async function goneOf(
  service: SamplingService,
  draw: StoredSelection | undefined,
  now: Registry,
): Promise<GoneUnits['registry']> {
  const document = draw && (await service.registries.ofAnybody(draw.registryId))?.document;
  const isSmall = (each: RegistryDocument) => each.inspection.size <= MOST_COMPARED;
  if (draw === undefined || document === undefined || !isSmall(document) || !isSmall(now.document))
    return null;
  const here = new Set<string>();
  await eachUnit(service, now, (id) => {
    here.add(id);
  });
  let [units, of] = [0, 0];
  await eachUnit(service, { document, id: draw.record.frame.columns.id }, (id) => {
    of += 1;
    if (!here.has(id)) units += 1;
  });
  return { units, of };
}

async function eachUnit(
  { blobs }: SamplingService,
  { document, id }: Registry,
  onUnit: (id: string) => void,
): Promise<void> {
  const table = await openRegistry(storedSource(blobs, document), document.read);
  await readFrame(table, { id }, { onUnit: (unit) => onUnit(unit.id) });
}
