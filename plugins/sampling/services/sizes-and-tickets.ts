import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { GroupSizes, TicketOrder } from '../recalculation/adjustment-plan.js';
import type { FrameColumns } from '../registry/frame-columns.js';
import { drawSelection } from '../selection/draw-selection.js';
import { typedSeed } from '../selection/seed-source.js';
import { NO_DESIGN, type SelectionRecord } from '../selection/selection-record.js';
import type { DesignRecord } from '../store/design-record.js';
import { ownerOf } from './designs.js';
import { lineOf } from './line-of-designs.js';
import { openStored } from './registries.js';
import type { SamplingService, StoredSelection } from './sampling-service.js';

interface Sizes {
  readonly currentSize: number;
  readonly requiredSize: number;
  readonly strata?: readonly GroupSizes[] | undefined;
}

/** Sizes as stated, or those of a recalculated design and the one before it. */
export async function sizesForPlan(
  service: SamplingService,
  principal: Principal,
  asked: {
    readonly currentSize?: number | undefined;
    readonly requiredSize?: number | undefined;
    readonly strata?: readonly GroupSizes[] | undefined;
    readonly designId?: string | undefined;
  },
): Promise<Sizes> {
  const { currentSize, requiredSize, strata, designId } = asked;
  const sizes = Object.entries({ currentSize, requiredSize, strata }).filter(
    ([, value]) => value !== undefined,
  );
  if (designId !== undefined && sizes.length > 0)
    throw new OracleError('invalid_request', {
      detail: 'Give either the sizes or a recalculated design, whose sizes they are.',
      errors: sizes.map(([field]) => ({ field, message: 'cannot go with designId' })),
    });
  if (designId !== undefined) {
    const after = await service.designs.get(ownerOf(principal), designId);
    if (after.supersedes === null)
      throw new OracleError('conflict', {
        detail: `Design '${designId}' recalculates no other design.`,
        hint: 'Give currentSize and requiredSize, or the design that a recalculation made.',
        errors: [{ field: 'designId', message: 'recalculates no other design' }],
      });
    return sizesOf(await service.designs.get(ownerOf(principal), after.supersedes), after);
  }
  if (currentSize !== undefined && requiredSize !== undefined) return { currentSize, requiredSize, strata };
  const errors = [
    ...(currentSize === undefined ? [{ field: 'currentSize', message: 'is required without designId' }] : []),
    ...(requiredSize === undefined
      ? [{ field: 'requiredSize', message: 'is required without designId' }]
      : []),
  ];
  throw new OracleError('invalid_request', { detail: 'The sizes are not said.', errors });
}

/** Units to draw before and after, by stratum when both designs have the same ones. */
export function sizesOf(
  before: Pick<DesignRecord, 'parameters' | 'stratification'>,
  after: Pick<DesignRecord, 'parameters' | 'stratification'>,
): Sizes {
  return {
    currentSize: before.parameters.adjustedSize,
    requiredSize: after.parameters.adjustedSize,
    strata: before.stratification?.strata.map(({ name, sampleSize }) => ({
      name,
      current: sampleSize,
      required: after.stratification?.strata.find((stratum) => stratum.name === name)?.sampleSize ?? 0,
    })),
  };
}

/**
 * Units in ticket order, as far as a plan needs them: those of the record, and when that is too short the next tickets
 * of the same seed, which drawing a larger sample gives.
 */
export async function ticketsFor(
  service: SamplingService,
  owner: string,
  selectionId: string | undefined,
  { strata, requiredSize }: Sizes,
): Promise<TicketOrder[] | undefined> {
  if (selectionId === undefined) return undefined;
  const { document } = await service.selections.get(owner, selectionId);
  const groupOf = (name: string | null) =>
    strata?.find((group) => group.name.toLowerCase() === (name ?? '').toLowerCase());
  const { designId, strata: drawn } = document.record;
  const calls =
    designId === NO_DESIGN
      ? []
      : (await lineOf(service, designId)).flatMap(({ state }) =>
          state.replacements.filter((each) => each.selectionId === selectionId),
        );
  const replacedIn = (name: string | null) => calls.filter(({ stratum }) => stratum === name);
  // What stand-ins were called for lies before what is added.
  const needed = (name: string | null) => (groupOf(name)?.required ?? requiredSize) + replacedIn(name).length;
  const record = await longEnough(service, owner, document, needed);
  return record.strata.map(({ name, selected, replacements }, h) => ({
    name: groupOf(name)?.name ?? name ?? '',
    ids: [...selected, ...replacements].map(({ id }) => id),
    replaced: replacedIn(name).map(({ unitId, by }) => ({ unitId, by })),
    listed: (drawn[h]?.selected.length ?? 0) + (drawn[h]?.replacements.length ?? 0),
  }));
}

async function longEnough(
  service: SamplingService,
  owner: string,
  { registryId, record }: StoredSelection,
  needed: (stratum: string | null) => number,
): Promise<SelectionRecord> {
  const listed = record.strata.map((s) => s.selected.length + s.replacements.length);
  // All that is listed comes again: where one stratum grows beyond its list, another may still release homes of its own.
  const wanted = record.strata.map((s, h) => Math.max(listed[h] ?? 0, Math.min(needed(s.name), s.frameSize)));
  const short = wanted.some((size, h) => size > (listed[h] ?? 0));
  // A committed draw is of one plan only; what lies beyond its list needs a new commitment.
  if (!short || record.seed.origin.trust === 'verifiable') return record;
  const { source, document } = await openStored(service, owner, registryId);
  return drawSelection(source, {
    designId: record.designId,
    algorithm: record.algorithm,
    plan: { strata: record.strata.map(({ name }, h) => ({ name, size: wanted[h] ?? 0, replacements: 0 })) },
    seed: typedSeed(record.seed.text),
    columns: frameColumns(record.frame.columns),
    read: document.read,
    acknowledgeAdoptersOnly: record.frame.adoptersOnlyAcknowledged,
    drawnAt: record.drawnAt,
  });
}

/** The record's columns without roles that are undefined. */
function frameColumns({ id, stratum, adopter, size }: SelectionRecord['frame']['columns']): FrameColumns {
  return {
    id,
    ...(stratum !== undefined && { stratum }),
    ...(adopter !== undefined && { adopter }),
    ...(size !== undefined && { size }),
  };
}
