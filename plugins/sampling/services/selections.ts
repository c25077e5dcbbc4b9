import type { Principal } from 'oracle-runtime/plugin';
import { type KeptFiles, keepFiles } from '../files/keep-files.js';
import { selectionFiles, selectionFolder } from '../files/selection-files.js';
import type { FrameStratum } from '../registry/read-frame.js';
import type { RepeatedUnits } from '../registry/repeated-rows.js';
import type { MistypedIds } from '../registry/twin-ids.js';
import { drawSelection } from '../selection/draw-selection.js';
import type { HardlyDrawn } from '../selection/hardly-drawn.js';
import { openParts } from '../selection/named-value.js';
import { foundationOf } from '../selection/rests-on.js';
import { NO_DESIGN, type SelectionRecord, sealRecord, strataHash } from '../selection/selection-record.js';
import { otherShares, strataOfRegistry } from '../selection/strata-of-registry.js';
import type { Draw } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Stored } from '../store/documents-store.js';
import type { SisterOfFrame } from '../store/frames-store.js';
import type { OpenTrail } from '../store/trail-store.js';
import {
  keepUseOfValue,
  toldValue,
  usesLikeValue,
  usesOfValue,
  usesWithinValue,
} from '../store/used-values.js';
import { adoptersMark, hardlyDrawnMark } from '../trail/draw-marks.js';
import {
  assertOpen,
  type DrawAgain,
  mostlyAdopters,
  othersIn,
  panelOf,
  shortfallsOf,
  surplusOf,
} from '../trail/draw-on-trail.js';
import type { GoneUnits } from '../trail/drawn-entry.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { marksOf } from '../trail/trail-marks.js';
import { committedPanel } from '../trail/trail-state.js';
import { witnessesOf } from './commitments.js';
import { goneFromRegistry } from './gone-from-registry.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService, StoredSelection } from './sampling-service.js';
import { type SeedTerms, seedOf } from './seed-terms.js';
import {
  assertAsCommitted,
  assertStrataKnown,
  columnsOf,
  type DrawTerms,
  settleDraw,
} from './settle-draw.js';
import { assertValueNew, valueToldOf } from './value-once.js';

export interface SelectionView extends Draw {
  readonly warnings: readonly string[];
  /** What the randomness rests on: the value, and who saw the commitment before it. */
  readonly restsOn: string;
  /** The head of the design's trail, this draw included; absent without a design. */
  readonly trail?: TrailHead;
  /** Where the record lies in the file system; absent when the oracle has none. */
  readonly files?: KeptFiles;
}

/** A stored draw with its place. */
export function storedDraw({ id, createdAt, document }: Stored<StoredSelection>): Draw {
  return { selectionId: id, createdAt, registryId: document.registryId, record: document.record };
}

/** A stored draw as it stands now. */
export async function viewSelection(
  service: SamplingService,
  stored: Stored<StoredSelection>,
): Promise<SelectionView> {
  const draw = storedDraw(stored);
  const { restsOn } = foundationOf(draw.record.seed.origin, await witnessesOf(service, draw.record));
  return { ...draw, warnings: [], restsOn };
}

/** Draws units at random and stores the record. @throws OracleError as `drawSelection`, and `not_found` */
export async function selectUnits(
  service: SamplingService,
  principal: Principal,
  terms: DrawTerms & SeedTerms & DrawAgain & { readonly acknowledgeAdoptersOnly?: boolean | undefined },
  signal: AbortSignal,
): Promise<SelectionView> {
  const seed = await seedOf(service, principal.id, terms);
  const { origin } = seed;
  if (origin.trust === 'verifiable') assertAsCommitted(origin.commitment.plan, terms);
  const drawn: DrawTerms =
    origin.trust === 'verifiable' && terms.designId === undefined
      ? { ...terms, designId: origin.commitment.designId }
      : terms;
  const { source, document, design, plan, mistyped } = await settleDraw(service, principal, drawn);
  // What was committed to is drawn, whatever the design says by now.
  const intended = origin.trust === 'verifiable' ? origin.commitment.plan : plan;
  assertStrataKnown(intended, document.inspection, drawn.columns);
  const sketch = await service.frames.sketch();
  let sizesSha256: string | null = null;
  let hardly: HardlyDrawn | null = null;
  const record = await drawSelection(source, {
    designId: drawn.designId ?? NO_DESIGN,
    projectId: design?.projectId ?? undefined,
    algorithm: drawn.algorithm,
    plan: intended,
    seed,
    columns: columnsOf(document.inspection, drawn.columns),
    read: document.read,
    acknowledgeAdoptersOnly: terms.acknowledgeAdoptersOnly,
    drawnAt: new Date(service.clock.now()).toISOString(),
    signal,
    sketch,
    onBound: ({ sizes }) => {
      sizesSha256 = sizes;
    },
    onHardlyDrawn: (told) => {
      hardly = told;
    },
  });
  await service.frames.keep(service.db, record.frame.sha256, record.frame.size, sketch);
  const { stored, head, marks, keeps } =
    design === undefined
      ? await storeFree(service, principal, terms.registryId, { record, hardly })
      : await storeOnTrail(service, principal, terms, design, {
          record,
          sizesSha256,
          hardly,
          listed: document.inspection.strata,
          mistyped,
          repeated: document.inspection.repeated,
          gone: await goneFromRegistry(service, principal, design, {
            document,
            id: record.frame.columns.id,
            frame: record.frame.sha256,
          }),
        });
  const { id: selectionId, createdAt } = stored;
  const kept = stored.document.record;
  const witnesses = await witnessesOf(service, kept);
  const restsOn =
    keeps === undefined
      ? foundationOf(origin, witnesses).restsOn
      : `the panel of ${keeps}, which it keeps, and on what that rests`;
  const files =
    service.files &&
    (await keepFiles(
      service.files,
      principal,
      selectionFolder(drawn.designId, selectionId),
      selectionFiles(selectionId, kept, document.origin, { restsOn, head, marks }),
      service.logger,
    ));
  return {
    selectionId,
    createdAt,
    registryId: terms.registryId,
    warnings: [...warningsOf(kept, keeps !== undefined), ...marks],
    restsOn,
    ...(head && { trail: head }),
    ...(files && { files }),
    record: kept,
  };
}

interface KeptDraw {
  readonly stored: Stored<StoredSelection>;
  readonly head?: TrailHead;
  readonly marks: readonly string[];
  /** The committed draw whose panel it goes on with. */
  readonly keeps?: string | undefined;
}

interface NewDraw {
  readonly record: SelectionRecord;
  /** Null where the draw is not by size. */
  readonly sizesSha256: string | null;
  readonly hardly: HardlyDrawn | null;
  /** Strata of the registry. */
  readonly listed: readonly FrameStratum[] | undefined;
  readonly mistyped: MistypedIds | undefined;
  readonly repeated: RepeatedUnits | undefined;
  readonly gone: readonly GoneUnits[];
}

async function storeFree(
  { selections }: SamplingService,
  principal: Principal,
  registryId: string,
  { record, hardly }: Pick<NewDraw, 'record' | 'hardly'>,
): Promise<KeptDraw> {
  const stored = await selections.create(
    principal.id,
    { design_id: null, registry_id: registryId, frame: record.frame.sha256 },
    () => ({ registryId, record }),
  );
  return {
    stored,
    marks: [
      'The draw is for no design, so it stands on no trail: nobody can tell how many there were.',
      ...hardlyDrawnMark(hardly),
      ...adoptersMark(mostlyAdopters(record)),
    ],
  };
}

/** Stores a draw with its entry. The record says which draw it is and on what head it builds. */
async function storeOnTrail(
  service: SamplingService,
  principal: Principal,
  {
    registryId,
    commitmentId,
    panel,
    reason,
  }: { registryId: string; commitmentId?: string | undefined } & DrawAgain,
  design: DesignRecord,
  { record: drawn, sizesSha256, hardly, listed, mistyped, repeated, gone }: NewDraw,
): Promise<KeptDraw> {
  const { designId, parameters, stratification } = design;
  const { selections, trails, frames } = service;
  const [, ...earlier] = await lineOf(service, designId);
  const line = [designId, ...earlier.map((each) => each.designId)];
  const asked = { owner: principal.id, projectId: design.projectId, registryId, except: line };
  // Found before, for all trails are opened at once and in one order: two draws do not wait for each other.
  const sisters = await frames.sisters(service.db, drawn.frame.sha256, asked);
  const opened = [designId, ...sisters.map((each) => each.designId)];
  return trails.writeAll(opened, async (trx, open) => {
    const trail = open.get(designId);
    if (trail === undefined) throw new RangeError(`The trail of ${designId} was not opened.`);
    if (commitmentId !== undefined) assertOpen(trail.state(), commitmentId);
    const draws = [...earlier.reverse().flatMap(({ state }) => state.draws), ...trail.state().draws];
    const last = draws.at(-1);
    const before = last && (await selections.ofAnybody(last.selectionId, trx))?.document.record;
    const relation = panelOf(drawn, draws, before, { panel });
    const draw = draws.length + 1;
    const { origin } = drawn.seed;
    const by = { owner: principal.id, projectId: design.projectId, line };
    const sameValue =
      origin.kind === 'authority'
        ? assertValueNew(origin, await usesOfValue(trx, origin.authority.value), by)
        : null;
    const told = origin.kind === 'authority' ? toldValue(origin) : undefined;
    const valueTold =
      told && valueToldOf(told, await usesLikeValue(trx, told), await usesWithinValue(trx, told, by), by);
    const { sha256: _, ...rest } = drawn;
    const record = sealRecord({ ...rest, trail: { draw, head: trail.head() ?? null } });
    const stored = await selections.create(
      principal.id,
      { design_id: designId, registry_id: registryId, frame: record.frame.sha256 },
      () => ({ registryId, record }),
      trx,
    );
    if (told !== undefined)
      await keepUseOfValue(trx, told, {
        selectionId: stored.id,
        designId,
        owner: principal.id,
        projectId: design.projectId,
        at: stored.createdAt,
      });
    const head = await trail.append(principal.did, {
      kind: 'drawn',
      selectionId: stored.id,
      draw,
      recordSha256: record.sha256,
      frameSha256: record.frame.sha256,
      selectedSha256: record.selectedSha256,
      seed: record.seed.text,
      commitmentId: commitmentId ?? null,
      ...(origin.kind === 'authority' && {
        valuePublicAt: origin.authority.publicAt ?? null,
        sameValue,
        valueTold: valueTold ?? null,
        openParts:
          (origin.commitment.source.kind === 'authority' &&
            openParts(origin.commitment.source, origin.authority)) ||
          null,
      }),
      panel: relation,
      reason: reason ?? null,
      frameSize: record.frame.size,
      designPopulation: parameters.population === record.frame.size ? null : parameters.population,
      shortfalls: shortfallsOf(record, {
        adjustedSize: parameters.adjustedSize,
        strata: stratification?.strata,
      }),
      surplus: surplusOf(record, parameters) ?? null,
      strataLeftOut:
        stratification !== null && record.strata.every(({ name }) => name === null)
          ? stratification.strata.length
          : null,
      otherShares:
        stratification === null
          ? null
          : otherShares(stratification.strata, strataOfRegistry(stratification.strata, record, listed)),
      strataSha256: strataHash(record),
      sizesSha256,
      hardlyDrawn: hardly,
      mistyped: mistyped ?? null,
      repeated: repeated ?? null,
      ...(gone.length > 0 && { gone }),
      adopters: mostlyAdopters(record),
      ...othersIn(await frames.elsewhere(trx, record.frame.sha256, asked)),
      sisters: (await service.designs.sisters(trx, { owner: principal.id, design, except: line })) ?? null,
    });
    const actor = service.signer?.did ?? principal.did;
    for (const sister of sisters) await tellSister(open.get(sister.designId), sister, { actor, record });
    const marks = marksOf(trail.entries()).filter(({ seq }) => seq === head.length);
    const made = trail.state().draws.at(-1)?.entry;
    const keeps = made && committedPanel(made, draws)?.selectionId;
    return { stored, head, marks: marks.map(({ mark }) => mark), keeps };
  });
}

/** Says in the trail of a design, once, that another one drew from its units: it is for that one to answer as well. */
async function tellSister(
  trail: OpenTrail | undefined,
  { sameOwner, sameFrame, otherIds }: SisterOfFrame,
  { actor, record }: { readonly actor: string; readonly record: SelectionRecord },
): Promise<void> {
  const otherDesign = sameOwner ? record.designId : null;
  const told = trail
    ?.entries()
    .some((entry) => entry.kind === 'drawn elsewhere' && entry.otherDesign === otherDesign);
  if (trail === undefined || told === true) return;
  const frameSha256 = record.frame.sha256;
  await trail.append(actor, { kind: 'drawn elsewhere', otherDesign, frameSha256, sameFrame, otherIds });
}

function warningsOf(record: SelectionRecord, keeps: boolean): string[] {
  const said = [...record.frame.warnings];
  if (record.seed.origin.trust === 'reproducible' && !keeps)
    said.push(
      'A typed seed can be repeated, but whoever typed it could have tried many: commit to a future drand round to make the draw verifiable.',
    );
  if (record.frame.adoption === undefined)
    said.push('The registry does not say who adopted: make sure that non-adopting households are in it.');
  return said;
}
