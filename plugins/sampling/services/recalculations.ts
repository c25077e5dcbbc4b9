import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { PeriodAnalysis } from '../periods/analyse-period.js';
import { dayOf } from '../periods/calendar.js';
import { type AdjustmentPlan, planAdjustment } from '../recalculation/adjustment-plan.js';
import { type Cause, causes } from '../recalculation/causes.js';
import { type Actuals, recalculate } from '../recalculation/recalculate.js';
import type { DesignRecord } from '../store/design-record.js';
import { entryOf } from '../trail/trail-chain.js';
import { marksOf } from '../trail/trail-marks.js';
import { ownerOf } from './designs.js';
import { type PopulationsOfLine, populationsOfLine } from './populations-of-line.js';
import type { SamplingService } from './sampling-service.js';
import { sizesOf, ticketsFor } from './sizes-and-tickets.js';
import { statedAlone, statedOtherwise } from './stated-otherwise.js';

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
  /** What stands out, such as stated values that a final analysis has otherwise. */
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
  const { analysis, selectionId } = await analysisOf(service, principal.id, request);
  const registry = await populationsOfLine(service, before, {
    ...request,
    selectionId: request.selectionId ?? selectionId,
  });
  const actuals = { ...actualsOf(request, before, analysis), ...populationsIn(registry) };
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
          today: dayOf(service.clock.now()),
        });
  const stated = await statedOtherwise(service, request);
  const stored = await service.designs.create(principal.id, principal.did, design, {
    designId: before.designId,
    periodId: request.periodId ?? null,
    stated,
    unseen: await statedAlone(service, request, sizes),
    populations: registry?.told ?? null,
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
    warnings: await marksOfRecalculation(service, before.designId, stored.designId),
  };
}

function populationsIn(registry: PopulationsOfLine | undefined): Pick<Actuals, 'population' | 'populations'> {
  const { population, populations } = registry ?? {};
  return { ...(population !== undefined && { population }), ...(populations && { populations }) };
}

/** What stands out in a recalculation, as the trail of the design before it says it. */
async function marksOfRecalculation(
  { trails }: SamplingService,
  designId: string,
  into: string,
): Promise<string[]> {
  const entries = (await trails.read(designId)).map(entryOf);
  const entry = entries.findLast((each) => each.kind === 'recalculated' && each.into === into);
  return marksOf(entries)
    .filter(({ seq }) => seq === entry?.seq)
    .map(({ mark }) => mark);
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
): Promise<{ readonly analysis?: PeriodAnalysis; readonly selectionId?: string | undefined }> {
  if (periodId === undefined) return {};
  const { document } = await service.periods.get(owner, periodId);
  if (document.designId !== designId)
    throw new OracleError('conflict', {
      detail: `The period '${periodId}' is of another design.`,
      errors: [{ field: 'periodId', message: `is of ${document.designId}` }],
    });
  return { analysis: document.analysis, selectionId: document.selectionId };
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
