import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { PeriodAnalysis } from '../periods/analyse-period.js';
import {
  type AdjustmentPlan,
  type GroupSizes,
  planAdjustment,
  type TicketOrder,
} from '../recalculation/adjustment-plan.js';
import { type Cause, causes } from '../recalculation/causes.js';
import { type Actuals, recalculate } from '../recalculation/recalculate.js';
import type { FrameColumns } from '../registry/frame-columns.js';
import { drawSelection } from '../selection/draw-selection.js';
import { typedSeed } from '../selection/seed-source.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { DesignRecord } from '../store/design-record.js';
import { statedMarks } from '../trail/stated-marks.js';
import { ownerOf } from './designs.js';
import { lineOf } from './line-of-designs.js';
import { openStored } from './registries.js';
import type { SamplingService, StoredSelection } from './sampling-service.js';
import { statedOtherwise } from './stated-otherwise.js';

export interface RecalculationRequest extends Actuals {
  readonly designId: string;
  /** A stored analysis; gives what is not stated. */
  readonly periodId?: string | undefined;
  /** With it the answer holds the plan of adjustment. */
  readonly implementationDate?: string | undefined;
  /** A stored selection, so that the plan names households. */
  readonly selectionId?: string | undefined;
}

export interface Recalculation {
  readonly previousDesignId: string;
  readonly design: DesignRecord;
  readonly actuals: Actuals;
  readonly currentSize: number;
  readonly requiredSize: number;
  readonly causes: readonly Cause[];
  readonly plan: AdjustmentPlan | null;
  /** Whether the next period monitors the same homes. */
  readonly panel: string;
  /** Stated values that a final analysis has otherwise. */
  readonly warnings: readonly string[];
}

const PANEL =
  'The panel is kept: the draw of the design before goes on, and a plan adds or releases its next tickets. For a fresh panel draw for the new design with a new seed or commitment, and say `panel: fresh`; the same seed gives the same homes again.';

/**
 * Recalculates a design from what a period showed and stores the result as a new draft. The design before it stays in
 * force until the new one is approved.
 * @throws OracleError as `recalculate` and `planAdjustment`, and `not_found`
 */
export async function recalculateDesign(
  service: SamplingService,
  principal: Principal,
  request: RecalculationRequest,
): Promise<Recalculation> {
  const before = await service.designs.get(ownerOf(principal), request.designId);
  if (before.verification.status === 'superseded')
    throw new OracleError('conflict', {
      detail: `Design '${request.designId}' is superseded.`,
      hint: 'Recalculate the design that took its place.',
    });
  checkStrata(before, request);
  const analysis = await analysisOf(service, principal.id, request);
  const actuals = actualsOf(request, before, analysis);
  const distributions = await loadDistributions();
  const design = recalculate(before.request, actuals, service.profiles, distributions);
  const why = causes(before.request, actuals, service.profiles, distributions);
  const sizes = sizesOf(before, design);
  const plan =
    request.implementationDate === undefined
      ? null
      : planAdjustment({
          ...sizes,
          implementationDate: request.implementationDate,
          causes: why,
          tickets: await ticketsFor(service, principal.id, request.selectionId, sizes),
          erBound: analysis?.erAdjustment?.bound,
        });
  const stated = await statedOtherwise(service, request);
  const stored = await service.designs.create(principal.id, principal.did, design, {
    designId: before.designId,
    periodId: request.periodId ?? null,
    stated,
  });
  const { currentSize, requiredSize } = sizes;
  return {
    previousDesignId: before.designId,
    design: stored,
    actuals,
    currentSize,
    requiredSize,
    causes: why,
    plan,
    panel: PANEL,
    warnings: statedMarks(stated),
  };
}

/** @throws OracleError `conflict` for actual values of strata that the design does not have */
function checkStrata({ stratification }: DesignRecord, { strata = [] }: RecalculationRequest): void {
  const known = new Set(stratification?.strata.map(({ name }) => name.trim().toLowerCase()));
  const errors = strata.flatMap(({ name }, index) =>
    known.has(name.trim().toLowerCase())
      ? []
      : [{ field: `strata.${index}.name`, message: `the design has no stratum '${name}'` }],
  );
  if (errors.length === 0) return;
  const names = stratification?.strata.map(({ name }) => name).join(', ');
  throw new OracleError('conflict', {
    detail:
      names === undefined
        ? 'The design has no strata, so it has no values of strata either.'
        : `The design has the strata ${names}.`,
    hint: 'Give mean, sd and dropoutRate of the whole, or name the strata as the design does.',
    errors,
  });
}

async function analysisOf(
  service: SamplingService,
  owner: string,
  { periodId, designId }: RecalculationRequest,
): Promise<PeriodAnalysis | undefined> {
  if (periodId === undefined) return undefined;
  const { document } = await service.periods.get(owner, periodId);
  if (document.designId !== designId)
    throw new OracleError('conflict', {
      detail: `The period '${periodId}' is of another design.`,
      errors: [{ field: 'periodId', message: `is of ${document.designId}` }],
    });
  return document.analysis;
}

/** Stated values first, then those of the analysis; at least one is needed. */
function actualsOf(
  request: RecalculationRequest,
  before: DesignRecord,
  analysis: PeriodAnalysis | undefined,
): Actuals {
  const proportion = before.parameters.parameterType === 'proportion';
  const strata =
    request.strata ??
    analysis?.strata?.map(({ name, mean, sd, dropoutRate }) => ({
      name,
      mean: mean ?? undefined,
      sd: sd ?? undefined,
      dropoutRate,
    }));
  const actuals = {
    mean: request.mean ?? analysis?.pooled.mean ?? undefined,
    sd: request.sd ?? (proportion ? undefined : (analysis?.pooled.sd ?? undefined)),
    dropoutRate: request.dropoutRate ?? analysis?.pooled.dropoutRate,
    population: request.population,
    strata,
  };
  if (Object.values(actuals).every((value) => value === undefined))
    throw new OracleError('invalid_request', {
      detail:
        'There is nothing to recalculate from: give mean, sd, dropoutRate, population, strata or a periodId.',
      errors: [
        { field: 'mean', message: 'is required without sd, dropoutRate, population, strata and periodId' },
      ],
    });
  return { ...actuals, ...(analysis !== undefined && { source: sourceOf(request, analysis) }) };
}

/** Stated values beside an analysis are not its own. */
function sourceOf(
  { periodId, mean, sd, dropoutRate, strata }: RecalculationRequest,
  { from, to }: PeriodAnalysis,
) {
  const stated = [mean, sd, dropoutRate, strata].some((value) => value !== undefined);
  return stated ? undefined : `Analysis ${periodId} of ${from} to ${to}`;
}

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
function sizesOf(
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
    designId === 'none'
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
  const wanted = record.strata.map((s) => Math.min(needed(s.name), s.frameSize));
  const short = record.strata.some((s, h) => s.selected.length + s.replacements.length < (wanted[h] ?? 0));
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
