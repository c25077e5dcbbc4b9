import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { type KeptFiles, keepFiles } from '../files/keep-files.js';
import { selectionFiles, selectionFolder } from '../files/selection-files.js';
import type { RegistryInspection } from '../registry/inspect-registry.js';
import { type Commitment, commitSelection, type RandomSource } from '../selection/commitment.js';
import type { DrandBeacon } from '../selection/drand.js';
import { drawSelection } from '../selection/draw-selection.js';
import { type SelectionPlan, simplePlan, stratifiedPlan } from '../selection/plan.js';
import { authoritySeed, drandSeed, type SourcedSeed, typedSeed } from '../selection/seed-source.js';
import type { Algorithm, SelectionRecord } from '../selection/selection-record.js';
import type { Draw } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Stored } from '../store/documents-store.js';
import { ownerOf } from './designs.js';
import { type ColumnChoice, openStored } from './registries.js';
import type { SamplingService, StoredSelection } from './sampling-service.js';

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

/** Where the randomness comes from. */
export interface SeedTerms {
  /** A typed seed: reproducible. */
  readonly seed?: string | number | undefined;
  /** A commitment and the value that came after it: verifiable. */
  readonly commitmentId?: string | undefined;
  readonly beacon?: DrandBeacon | undefined;
  readonly authority?: { readonly value: string; readonly reference: string } | undefined;
}

export interface SelectionView extends Draw {
  readonly warnings: readonly string[];
  /** Where the record lies in the file system; absent when the oracle has none. */
  readonly files?: KeptFiles;
}

/** A stored draw with its place. */
export function storedDraw({ id, createdAt, document }: Stored<StoredSelection>): Draw {
  return { selectionId: id, createdAt, registryId: document.registryId, record: document.record };
}

/** Draws units at random and stores the record. @throws OracleError as `drawSelection`, and `not_found` */
export async function selectUnits(
  service: SamplingService,
  principal: Principal,
  terms: DrawTerms & SeedTerms & { readonly acknowledgeAdoptersOnly?: boolean | undefined },
  signal: AbortSignal,
): Promise<SelectionView> {
  const owner = principal.id;
  const seed = await seedOf(service, owner, terms);
  const { origin } = seed;
  const drawn: DrawTerms =
    origin.trust === 'verifiable' && terms.designId === undefined
      ? { ...terms, designId: origin.commitment.designId }
      : terms;
  const { source, document, design, plan } = await settle(service, principal, drawn);
  const record = await drawSelection(source, {
    designId: drawn.designId ?? 'none',
    projectId: design?.projectId ?? undefined,
    algorithm: drawn.algorithm,
    // What was committed to is drawn, whatever the design says by now.
    plan: origin.trust === 'verifiable' ? origin.commitment.plan : plan,
    seed,
    columns: columnsOf(document.inspection, drawn.columns),
    read: document.read,
    acknowledgeAdoptersOnly: terms.acknowledgeAdoptersOnly,
    drawnAt: new Date(service.clock.now()).toISOString(),
    signal,
  });
  const { registryId } = terms;
  const stored = await service.selections.create(
    owner,
    { design_id: drawn.designId ?? null, registry_id: registryId },
    () => ({ registryId, record }),
  );
  const files =
    service.files &&
    (await keepFiles(
      service.files,
      principal,
      selectionFolder(drawn.designId, stored.id),
      selectionFiles(stored.id, record, document.origin),
      service.logger,
    ));
  const { id: selectionId, createdAt } = stored;
  const warnings = warningsOf(record, design);
  return { selectionId, createdAt, registryId, warnings, ...(files && { files }), record };
}

/** Publishes what will be drawn before the random value exists. @throws OracleError as `commitSelection` */
export async function commitDraw(
  service: SamplingService,
  principal: Principal,
  terms: DrawTerms & { readonly designId: string },
  random: RandomSource,
): Promise<{ commitmentId: string; commitment: Commitment }> {
  const { document, plan } = await settle(service, principal, terms);
  const { registryId, designId, algorithm } = terms;
  const made = await service.commitments.create(
    principal.id,
    { design_id: designId, registry_id: registryId },
    () =>
      commitSelection(
        { designId, frameSha256: document.inspection.sha256, plan, algorithm, source: random },
        service.clock.now(),
      ),
  );
  return { commitmentId: made.id, commitment: made.document };
}

/** The columns of a draw: what the registry was understood to have, unless the caller says otherwise. */
function columnsOf({ used }: RegistryInspection, choice: ColumnChoice = {}) {
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

async function settle(service: SamplingService, principal: Principal, terms: DrawTerms) {
  const { source, document } = await openStored(service, principal.id, terms.registryId);
  const design =
    terms.designId === undefined ? undefined : await service.designs.get(ownerOf(principal), terms.designId);
  return { source, document, design, plan: planOf(terms, design, document.inspection) };
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

async function seedOf(service: SamplingService, owner: string, terms: SeedTerms): Promise<SourcedSeed> {
  const { seed, commitmentId, beacon, authority } = terms;
  if ((seed === undefined) === (commitmentId === undefined))
    throw new OracleError('invalid_request', {
      detail:
        'Give either a seed (reproducible) or a commitmentId with the value that came after it (verifiable).',
      errors: [{ field: 'seed', message: 'give either seed or commitmentId' }],
    });
  if (commitmentId === undefined) return typedSeed(seed);
  const { document: commitment } = await service.commitments.get(owner, commitmentId);
  if (beacon !== undefined) return drandSeed(commitment, beacon);
  if (authority !== undefined)
    return authoritySeed(commitment, {
      ...authority,
      receivedAt: new Date(service.clock.now()).toISOString(),
    });
  throw new OracleError('invalid_request', {
    detail: 'A commitment needs the random value that came after it.',
    hint: 'Send `beacon` (round, randomness, signature) or `authority` (value, reference).',
    errors: [{ field: 'beacon', message: 'is required with commitmentId, unless authority is given' }],
  });
}

function warningsOf(record: SelectionRecord, design: DesignRecord | undefined): string[] {
  const said = [...record.frame.warnings];
  if (design !== undefined && design.parameters.population !== record.frame.size)
    said.push(
      `The registry has ${record.frame.size} units, the design says ${design.parameters.population}: recalculate the design.`,
    );
  const drawn = record.strata.reduce((sum, { selected }) => sum + selected.length, 0);
  if (design !== undefined && design.parameters.adjustedSize !== drawn)
    said.push(`${drawn} units were drawn, the design plans ${design.parameters.adjustedSize}.`);
  if (record.seed.origin.trust === 'reproducible')
    said.push(
      'A typed seed can be repeated, but whoever typed it could have tried many: commit to a future drand round to make the draw verifiable.',
    );
  if (record.frame.adoption === undefined)
    said.push('The registry does not say who adopted: make sure that non-adopting households are in it.');
  return said;
}
