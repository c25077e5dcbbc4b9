import { canonicalJson, nextTurn } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { FrameColumns } from '../registry/frame-columns.js';
import { assertSoundFrame } from '../registry/frame-faults.js';
import type { FrameSketch } from '../registry/frame-sketch.js';
import { ID_RULE } from '../registry/id-rule.js';
import { hashOfList } from '../registry/list-hash.js';
import type { Frame } from '../registry/read-frame.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import { type BoundFrame, byName, readForDraw } from './bound-frame.js';
import { idsCommand, listCommand, unitCommand } from './check-commands.js';
import type { HardlyDrawn } from './hardly-drawn.js';
import { checkPlan, isStratified, type SelectionPlan } from './plan.js';
import type { SourcedSeed } from './seed-source.js';
import { type Algorithm, type DrawnStratum, type SelectionRecord, sealRecord } from './selection-record.js';
import { METHODS, type StratumDraws } from './stratum-draws.js';

export interface DrawRequest {
  readonly designId: string;
  readonly projectId?: string | undefined;
  readonly algorithm: Algorithm;
  readonly plan: SelectionPlan;
  readonly seed: SourcedSeed;
  readonly columns: FrameColumns;
  readonly read?: ReadOptions;
  /** The frame holds adopters only and that is right, because nobody else was ever given a unit. */
  readonly acknowledgeAdoptersOnly?: boolean | undefined;
  /** ISO 8601 UTC. */
  readonly drawnAt: string;
  readonly signal?: AbortSignal;
  /** Takes every id of the frame. */
  readonly sketch?: FrameSketch;
  /** Takes what the draw uses of the registry beside its ids. */
  readonly onBound?: (bound: BoundFrame) => void;
  /** Takes the units that sizes leave hardly any chance, of a draw by size that leaves any. */
  readonly onHardlyDrawn?: (told: HardlyDrawn) => void;
}

/**
 * Draws a sample from a registry and gives its record. The registry is read once; memory is bounded by what is drawn
 * (systematic PPS alone holds its frame). The same registry in another order, format or delimiter gives the same record
 * but for its name.
 *
 * @throws OracleError `invalid_request` (plan, columns, faulty rows), `conflict` (duplicate ids, strata that are not in the
 * plan, a commitment to something else), `insufficient_data` (fewer units than the plan wants).
 */
export async function drawSelection(source: RegistrySource, request: DrawRequest): Promise<SelectionRecord> {
  const { algorithm, plan, seed, columns } = request;
  checkPlan(plan);
  assertDrawable(request);
  const { table, used, frame, bound, draws } = await readForDraw(
    source,
    { ...request, onId: request.sketch?.add },
    seed.text,
  );
  assertSoundFrame(frame.faults, { name: source.name, id: columns.id });
  checkAdoption(frame, request.acknowledgeAdoptersOnly === true, columns);
  checkSizes(frame, plan);
  checkCommitment(request, frame, bound);
  request.onBound?.(bound);

  const strata = plan.strata.map((each): DrawnStratum => {
    const units = draws.drawn(each);
    const selected = units.slice(0, each.size);
    return {
      name: each.name,
      frameSize: sizeOf(frame, each.name),
      seed: draws.seedOf(each.name),
      selected,
      replacements: units.slice(each.size),
      selectedSha256: hashOfList(selected.map((unit) => unit.id)),
    };
  });
  const hardly = draws.hardlyDrawn?.();
  if (hardly !== undefined) request.onHardlyDrawn?.(hardly);
  const selected = strata.flatMap((each) => each.selected);
  const systematic = draws.systematic?.();
  // A record of thousands of units takes its time to be written and hashed: others have their turns before and after.
  await nextTurn();
  const record = sealRecord({
    type: 'sampling-selection',
    version: 1,
    algorithm,
    method: METHODS[algorithm],
    designId: request.designId,
    ...(request.projectId !== undefined && { projectId: request.projectId }),
    drawnAt: request.drawnAt,
    seed,
    frame: {
      name: source.name,
      size: frame.size,
      sha256: frame.sha256,
      idRule: ID_RULE,
      columns: used,
      ...(frame.strata && { strata: byName(frame.strata) }),
      ...(frame.adoption && { adoption: frame.adoption }),
      ...(request.acknowledgeAdoptersOnly === true && { adoptersOnlyAcknowledged: true }),
      ...(frame.leftOut.length > 0 && { leftOut: frame.leftOut }),
      warnings: frame.warnings,
    },
    plan,
    strata,
    selectedSha256: hashOfList(selected.map((unit) => unit.id)),
    ...(frame.adoption && { nonAdoptersSelected: selected.filter((unit) => unit.adopter === false).length }),
    ...(systematic && { systematic }),
    check: {
      ids: idsCommand(table, used, plan.strata[0]?.name ?? null),
      ...checksOf(algorithm, strata, draws),
      program: 'oracle sampling verify <record.json> <registry>',
    },
  });
  await nextTurn();
  return record;
}

function checksOf(
  algorithm: Algorithm,
  strata: readonly DrawnStratum[],
  draws: StratumDraws,
): Pick<SelectionRecord['check'], 'unit' | 'lists'> {
  const some = strata.find((each) => each.selected.length > 0);
  const unit = some?.selected[0];
  return {
    unit:
      some === undefined || unit === undefined
        ? ''
        : unitCommand(draws.hashedFor(unit, some.name, some.frameSize)),
    lists: strata.flatMap((each) => {
      const command = listCommand(algorithm, each.seed, each.selected.length);
      return command === undefined || each.selected.length === 0
        ? []
        : [{ stratum: each.name, command, expect: each.selectedSha256 }];
    }),
  };
}

function sizeOf(frame: Frame, stratum: string | null): number {
  if (stratum === null) return frame.size;
  return frame.strata?.find((each) => each.name === stratum)?.size ?? 0;
}

/** @throws OracleError `invalid_request` for a plan that no draw of this algorithm can follow */
export function assertDrawable({
  algorithm,
  plan,
  columns,
}: Pick<DrawRequest, 'algorithm' | 'plan' | 'columns'>): void {
  const errors: FieldError[] = [];
  if (isStratified(plan) && columns.stratum === undefined)
    errors.push({ field: 'columns.stratum', message: 'is needed for a plan by stratum' });
  if (algorithm === 'sha256-pps-systematic-v1') {
    if (columns.size === undefined)
      errors.push({ field: 'columns.size', message: 'is needed for selection by size' });
    if (isStratified(plan))
      errors.push({
        field: 'plan',
        message: 'selection by size takes the frame as one whole; draw each stratum from its own registry',
      });
    if (plan.strata.some((each) => each.replacements > 0))
      errors.push({ field: 'plan', message: 'a systematic draw has no replacements' });
  }
  if (errors.length > 0)
    throw new OracleError('invalid_request', {
      detail: errors.map((each) => `${each.field} ${each.message}`).join('; '),
      errors,
    });
}

/** Households that do not use the technology belong to the frame: leaving them out would overstate its use. */
function checkAdoption(frame: Frame, acknowledged: boolean, columns: FrameColumns): void {
  const { adoption } = frame;
  if (adoption === undefined || adoption.adopters < frame.size || frame.size === 0 || acknowledged) return;
  throw new OracleError('invalid_request', {
    detail: `Every one of the ${frame.size} units is an adopter by the column "${columns.adopter}". The frame must be all units that were distributed, adopters or not.`,
    hint: 'Send the whole registry, or acknowledge that it holds every unit that was distributed (acknowledgeAdoptersOnly).',
    errors: [{ field: 'columns.adopter', message: 'says that all units are adopters' }],
  });
}

function checkSizes(frame: Frame, plan: SelectionPlan): void {
  if (frame.strata !== undefined && isStratified(plan)) {
    const unplanned = frame.strata.filter(
      (each) => !plan.strata.some((planned) => planned.name === each.name),
    );
    if (unplanned.length > 0) {
      throw new OracleError('conflict', {
        detail: `The registry has strata that the plan does not: ${unplanned.map((each) => `"${each.name}" (${each.size} units)`).join(', ')}.`,
        hint: `The plan has ${plan.strata.map((each) => `"${each.name}"`).join(', ')}. Spell them alike, or plan 0 units for a stratum that is not to be drawn.`,
        errors: unplanned.map((each) => ({ field: 'plan.strata', message: `lacks "${each.name}"` })),
      });
    }
  }
  const short = plan.strata.filter((each) => each.size + each.replacements > sizeOf(frame, each.name));
  if (short.length === 0) return;
  const message = (each: SelectionPlan['strata'][number]) =>
    `${each.name === null ? 'the frame' : `stratum "${each.name}"`} has ${sizeOf(frame, each.name)} units, the plan wants ${each.size} and ${each.replacements} replacements`;
  throw new OracleError('insufficient_data', {
    detail: `${short.map(message).join('; ')}.`,
    hint: 'Lower the size or the replacements, or check that the registry is complete.',
    errors: short.map((each) => ({ field: 'plan', message: message(each) })),
  });
}

/** A seed is verifiable only for what was committed to. */
function checkCommitment(request: DrawRequest, frame: Frame, bound: BoundFrame): void {
  const { origin } = request.seed;
  if (origin.trust !== 'verifiable') return;
  const { commitment } = origin;
  const differences: string[] = [];
  if (commitment.designId !== request.designId) differences.push('the design');
  if (commitment.frameSha256 !== frame.sha256)
    differences.push(`the frame (committed ${commitment.frameSha256}, read ${frame.sha256})`);
  if (commitment.bound !== undefined) differences.push(...boundDifferences(commitment.bound, bound));
  if (canonicalJson(commitment.plan) !== canonicalJson(request.plan)) differences.push('the plan');
  if (commitment.algorithm !== request.algorithm) differences.push('the algorithm');
  if (differences.length === 0) return;
  throw new OracleError('conflict', {
    detail: `The commitment is to something else: ${differences.join(', ')} differ.`,
    hint: 'Draw exactly what was committed to, or publish a new commitment to a later round.',
    errors: differences.map((message) => ({ field: 'commitment', message })),
  });
}

function boundDifferences(committed: BoundFrame, read: BoundFrame): string[] {
  const words = {
    strata: 'which units are in which stratum',
    adopters: 'which units are adopters',
    sizes: 'the sizes of the units',
  };
  return (['strata', 'adopters', 'sizes'] as const)
    .filter((part) => canonicalJson(committed[part]) !== canonicalJson(read[part]))
    .map((part) => words[part]);
}
