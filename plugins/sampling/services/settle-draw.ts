import { type FieldError, OracleError, type Principal } from 'oracle-runtime/plugin';
import { assertSoundFrame } from '../registry/frame-faults.js';
import { inspectRegistry, type RegistryInspection } from '../registry/inspect-registry.js';
import { listedNames } from '../registry/listed-names.js';
import type { RegistrySource } from '../registry/registry-source.js';
import type { MistypedIds } from '../registry/twin-ids.js';
import { type SelectionPlan, simplePlan, stratifiedPlan } from '../selection/plan.js';
import type { Algorithm } from '../selection/selection-record.js';
import type { DesignRecord } from '../store/design-record.js';
import { ownerOf } from './designs.js';
import { readFilesOfBefore } from './files-of-before.js';
import { type ColumnChoice, openStored } from './registries.js';
import type { RegistryDocument } from './registry-document.js';
import type { SamplingService } from './sampling-service.js';

/** What to draw, from what. */
export interface DrawTerms {
  readonly registryId: string;
  readonly designId?: string | undefined;
  /** Units to draw; default the design's adjusted size. */
  readonly sampleSize?: number | undefined;
  /** Units to draw per stratum; default the design's. */
  readonly strata?: readonly { readonly name: string; readonly sampleSize: number }[] | undefined;
  /** Ordered stand-ins per stratum (or in all); default 0. */
  readonly replacements?: number | undefined;
  readonly algorithm: Algorithm;
  readonly columns?: ColumnChoice | undefined;
}

/**
 * Opens the registry of a draw and says what is drawn from it.
 * @throws OracleError `not_found`; `conflict` for a design that was rejected or superseded; as `assertSoundFrame` for ids of
 * another column
 */
export async function settleDraw(service: SamplingService, principal: Principal, terms: DrawTerms) {
  const { source, document } = await openStored(service, principal.id, terms.registryId);
  const design =
    terms.designId === undefined ? undefined : await service.designs.get(ownerOf(principal), terms.designId);
  if (design !== undefined) assertInForce(design);
  const mistyped = await soundBy(terms.columns?.id, source, document);
  await readFilesOfBefore(service, terms.registryId);
  return { source, document, design, plan: planOf(terms, design, document.inspection), mistyped };
}

/**
 * Ids of another column than the one that the registry was taken in by are held to the same rules. Gives those that may be
 * others.
 * @throws OracleError as `assertSoundFrame`
 */
async function soundBy(
  id: string | undefined,
  source: RegistrySource,
  { inspection, read }: RegistryDocument,
): Promise<MistypedIds | undefined> {
  if (id === undefined || id === inspection.used.id) return inspection.mistyped;
  const columns = { id, stratum: null, adopter: null, size: null };
  const { faults, mistyped } = await inspectRegistry(source, { ...read, columns });
  assertSoundFrame(faults, { name: inspection.name, id });
  return mistyped;
}

function assertInForce({ designId, verification: { status } }: DesignRecord): void {
  if (status !== 'rejected' && status !== 'superseded') return;
  throw new OracleError('conflict', {
    detail: `The design '${designId}' is ${status}: nothing is drawn for it.`,
    hint:
      status === 'rejected'
        ? 'Mend what the verifier rejected it for and design the sample again; draw for the new design.'
        : 'Draw for the recalculated design that took its place, or hold readings against the draw that there is.',
    errors: [{ field: 'designId', message: `is ${status}` }],
  });
}

/**
 * A committed draw is of the plan that was committed to: what is said beside it must be the same.
 * @throws OracleError `invalid_request` for another size, which says the committed one
 */
export function assertAsCommitted(
  plan: SelectionPlan,
  { sampleSize, strata = [], replacements = 0 }: Pick<DrawTerms, 'sampleSize' | 'strata' | 'replacements'>,
): void {
  const committed = plan.strata.reduce((sum, { size }) => sum + size, 0);
  const errors: FieldError[] = [];
  if (sampleSize !== undefined && sampleSize !== committed)
    errors.push({ field: 'sampleSize', message: `must be left out or ${committed}, the committed size` });
  for (const [at, { name, sampleSize: size }] of strata.entries()) {
    const known = plan.strata.find((each) => each.name?.toLowerCase() === name.trim().toLowerCase());
    if (known?.size !== size)
      errors.push({
        field: `strata.${at}`,
        message: `must be as committed: ${known === undefined ? `there is no stratum '${name}'` : known.size}`,
      });
  }
  if (strata.length > 0 && strata.length < plan.strata.length)
    errors.push({ field: 'strata', message: `must be all ${plan.strata.length} that were committed to` });
  const standIns = plan.strata.find((each) => each.replacements !== replacements)?.replacements;
  if (replacements > 0 && standIns !== undefined)
    errors.push({ field: 'replacements', message: `must be left out or ${standIns}, as committed` });
  if (errors.length === 0) return;
  throw new OracleError('invalid_request', {
    detail: `The commitment is to ${committed} units, and the request says otherwise: nothing was drawn.`,
    hint: 'Leave sampleSize, strata and replacements out: the commitment says what is drawn. For another plan make another commitment, before its value is known.',
    errors,
  });
}

/** @throws OracleError `invalid_request` for a draw by stratum from a registry whose strata stand in no column that is known */
export function assertStrataKnown(
  { strata }: SelectionPlan,
  { name, used, columns }: RegistryInspection,
  choice: ColumnChoice | undefined,
): void {
  if (strata.every((each) => each.name === null)) return;
  if (columnsOf({ used }, choice).stratum !== undefined) return;
  throw new OracleError('invalid_request', {
    detail: `The draw is by stratum, and no column of "${name}" is known to hold the strata.`,
    hint: `Name it in columns.stratum; the columns are: ${listedNames(columns)}. One with empty cells was left out: the warnings of the registry say which, and in what lines.`,
    errors: [{ field: 'columns.stratum', message: 'is needed for a plan by stratum' }],
  });
}

/** The columns of a draw: what the registry was understood to have, unless the caller says otherwise. */
export function columnsOf({ used }: Pick<RegistryInspection, 'used'>, choice: ColumnChoice = {}) {
  const pick = (role: 'stratum' | 'adopter' | 'size') =>
    choice[role] === undefined ? used[role] : choice[role];
  const [stratum, adopter, size] = [pick('stratum'), pick('adopter'), pick('size')];
  return {
    id: choice.id ?? used.id,
    ...(stratum && { stratum }),
    ...(adopter && { adopter }),
    ...(size && { size }),
  };
}

function planOf(
  terms: DrawTerms,
  design: DesignRecord | undefined,
  inspection: RegistryInspection,
): SelectionPlan {
  const { replacements = 0, sampleSize, strata } = terms;
  const spelled = (name: string) =>
    inspection.strata?.find((stratum) => stratum.name.toLowerCase() === name.trim().toLowerCase())?.name ??
    name;
  if (strata !== undefined && sampleSize !== undefined) {
    const sum = strata.reduce((total, stratum) => total + stratum.sampleSize, 0);
    if (sum !== sampleSize)
      throw new OracleError('conflict', {
        detail: `The strata come to ${sum} units, sampleSize says ${sampleSize}.`,
        hint: 'Leave sampleSize out: the strata say how many units are drawn.',
        errors: [{ field: 'sampleSize', message: `differs from the ${sum} of the strata` }],
      });
  }
  if (strata !== undefined)
    return stratifiedPlan(
      strata.map(({ name, sampleSize: size }) => ({ name: spelled(name), size, replacements })),
    );
  if (sampleSize !== undefined) return simplePlan(sampleSize, replacements);
  if (design === undefined)
    throw new OracleError('invalid_request', {
      detail: 'How many units to draw is not said: give a designId, a sampleSize or strata.',
      errors: [{ field: 'sampleSize', message: 'is required without designId and strata' }],
    });
  const { stratification, parameters } = design;
  if (stratification === null) return simplePlan(parameters.adjustedSize, replacements);
  return stratifiedPlan(
    stratification.strata.map(({ name, sampleSize: size }) => ({ name: spelled(name), size, replacements })),
  );
}
