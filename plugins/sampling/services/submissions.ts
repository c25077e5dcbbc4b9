import type { Kysely } from 'kysely';
import { addTo, canonicalHash, sha256Hex, signDocument } from 'oracle-runtime/kit';
import { type FieldError, OracleError, type Principal } from 'oracle-runtime/plugin';
import { type KeptFiles, keepFiles } from '../files/keep-files.js';
import { submissionCsv, submissionFiles, submissionFolder } from '../files/submission-files.js';
import { periodDays } from '../periods/calendar.js';
import type { DesignRecord } from '../store/design-record.js';
import type { SubmissionRecord } from '../store/submissions-store.js';
import type { SamplingTables } from '../store/tables.js';
import { type AuthorityDrawRequest, recordAuthorityDraw } from '../submission/authority-draw.js';
import { sendSubmission } from '../submission/send-submission.js';
import {
  type LinkedDesign,
  packSubmission,
  type SubmissionDocument,
  type SubmissionRequest,
} from '../submission/submission-document.js';
import { type SubmittedProject, submissionWarnings } from '../submission/submission-warnings.js';
import type { EarlierSubmission } from '../trail/outcome-entries.js';
import { sisterMarks } from '../trail/sister-marks.js';
import { submittedAgain } from '../trail/submitted-again.js';
import type { TrailEvent } from '../trail/trail-entry.js';
import { ownerOf } from './designs.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';

/** A new submission. */
export interface PreparedSubmission extends SubmissionRecord {
  /** Projects that were submitted before for days of the same period, and active ones that nothing was approved or drawn for. */
  readonly warnings: readonly string[];
  /** Where its package lies in the file system; absent when the oracle has none. */
  readonly files?: KeptFiles;
}

/** Packs, signs and stores a submission. @throws OracleError as `packSubmission`; `conflict` for designs that do not fit */
export async function prepareSubmission(
  service: SamplingService,
  principal: Principal,
  request: SubmissionRequest,
): Promise<PreparedSubmission> {
  const designs = await linkedDesigns(service, principal, request);
  const { submissions, trails, signer } = service;
  const ready = submissionWarnings(await withDraws(service, request, designs));
  const lines = await linesOf(service, principal, [...designs.keys()]);
  const { record, warnings } = await trails.writeAll([...designs.keys()], async (trx, opened) => {
    const before = await earlierOf(service, principal.id, request, trx);
    const made = await submissions.create(
      principal.id,
      async (submissionId, createdAt) => {
        const submitted = { submissionId, submitter: principal.did, createdAt };
        const document = packSubmission(request, submitted, designs);
        return { document, signature: signer === undefined ? null : await signDocument(document, signer) };
      },
      trx,
    );
    const { submissionId, document } = made;
    const projectOf = new Map(request.projects.map(({ projectId, designId }) => [designId, projectId]));
    const beside: string[] = [];
    for (const [designId, trail] of opened) {
      const { design, except } = lines.get(designId) ?? {};
      const sisters =
        design && except && (await service.designs.sisters(trx, { owner: principal.id, design, except }));
      beside.push(...sisterMarks(sisters).map((mark) => `${projectOf.get(designId)}: ${mark}`));
      await trail.append(principal.did, {
        kind: 'submitted',
        submissionId,
        documentSha256: canonicalHash(JSON.parse(JSON.stringify(document))),
        monitoringPeriod: request.monitoringPeriod,
        earlier: before.get(projectOf.get(designId) ?? '') ?? [],
        sisters: sisters ?? null,
      });
    }
    const again = [...before].flatMap(([projectId, earlier]) =>
      submittedAgain(request.monitoringPeriod, earlier).map((mark) => `${projectId}: ${mark}`),
    );
    return { record: made, warnings: [...again, ...beside, ...ready] };
  });
  if (service.files === undefined) return { ...record, warnings };
  const folder = submissionFolder(record.submissionId);
  const files = await keepFiles(service.files, principal, folder, submissionFiles(record), service.logger);
  return { ...record, warnings, files };
}

/** Designs with those of their line, by id. */
async function linesOf(service: SamplingService, principal: Principal, ids: readonly string[]) {
  const lines = new Map<string, { readonly design: DesignRecord; readonly except: readonly string[] }>();
  for (const id of ids) {
    const design = await service.designs.get(ownerOf(principal), id);
    lines.set(id, { design, except: (await lineOf(service, id)).map(({ designId }) => designId) });
  }
  return lines;
}

/** The projects with what stands of their designs; a recalculated design is drawn when the one before it was. */
function withDraws(
  service: SamplingService,
  { projects }: SubmissionRequest,
  designs: ReadonlyMap<string, LinkedDesign>,
): Promise<SubmittedProject[]> {
  return Promise.all(
    projects.map(async ({ projectId, status, designId }) => {
      const design = designId === undefined ? undefined : designs.get(designId);
      if (design === undefined || status !== 'active') return { projectId, status };
      const line = await lineOf(service, design.designId);
      return {
        projectId,
        status,
        design: { ...design, drawn: line.some(({ state }) => state.draws.length > 0) },
      };
    }),
  );
}

/** The submissions of an owner that have a project and days in common with a new one, by project. */
async function earlierOf(
  { submissions }: SamplingService,
  owner: string,
  { projects, monitoringPeriod }: SubmissionRequest,
  trx: Kysely<SamplingTables>,
): Promise<ReadonlyMap<string, readonly EarlierSubmission[]>> {
  const days = periodDays(monitoringPeriod);
  const ids = projects.map(({ projectId }) => projectId);
  const found =
    days === undefined ? [] : await submissions.overlapping(owner, { projects: ids, ...days }, trx);
  const wanted = new Set(ids);
  const earlier = new Map<string, EarlierSubmission[]>();
  for (const { submissionId, draw, document } of found)
    for (const { projectId } of document.projects)
      if (wanted.has(projectId)) addTo(earlier, projectId, { submissionId, drawn: draw !== null });
  return earlier;
}

/** Posts a submission to the configured endpoint. @throws OracleError `conflict` without an endpoint, `upstream_*` */
export async function deliverSubmission(
  service: SamplingService,
  principal: Principal,
  submissionId: string,
  signal: AbortSignal,
): Promise<SubmissionRecord> {
  const { submissions, trails, config, submissionToken, clock, logger } = service;
  const { document, signature } = await submissions.get(principal.id, submissionId);
  if (config.submission === undefined)
    throw new OracleError('conflict', {
      detail: 'No submission endpoint is configured.',
      hint: `Set plugins.sampling.submission.url in oracle.config.json, or export /v1/sampling/submissions/${submissionId} and its CSV and deliver them by hand.`,
    });
  const { host } = new URL(config.submission.url);
  const receipt = await sendSubmission(
    { ...config.submission, token: submissionToken === '' ? undefined : submissionToken },
    submissionId,
    JSON.stringify({ document, signature, csv: submissionCsv({ document }) }),
    {
      signal,
      now: () => clock.now(),
      onFailure: (failed) =>
        appendAll(service, principal, document, { kind: 'delivery failed', submissionId, host, ...failed }),
    },
  );
  logger.info({ submissionId, status: receipt.status, attempts: receipt.attempts }, 'submission sent');
  const answerSha256 = sha256Hex(receipt.answer);
  return trails.writeAll(designsOf(document), async (trx, opened) => {
    for (const trail of opened.values())
      await trail.append(principal.did, {
        kind: 'delivered',
        submissionId,
        host,
        status: receipt.status,
        answerSha256,
      });
    return submissions.addReceipt(principal.id, submissionId, receipt, trx);
  });
}

/** Records the authority's selection of projects. @throws OracleError as `recordAuthorityDraw`; `conflict` when there is one */
export async function recordDraw(
  { submissions, trails, clock }: SamplingService,
  principal: Principal,
  submissionId: string,
  request: AuthorityDrawRequest,
): Promise<SubmissionRecord> {
  const { document } = await submissions.get(principal.id, submissionId);
  const draw = recordAuthorityDraw(document, request, new Date(clock.now()).toISOString());
  const selected = new Set(draw.selected.map(({ id }) => id));
  return trails.writeAll(designsOf(document), async (trx, opened) => {
    const kept = await submissions.addDraw(principal.id, submissionId, draw, trx);
    for (const [designId, trail] of opened)
      await trail.append(principal.did, {
        kind: 'authority drew',
        submissionId,
        authority: draw.authority,
        reference: draw.reference,
        seed: draw.seed,
        candidates: draw.candidates,
        selected: selected.size,
        ours: document.projects.some((each) => each.designId === designId && selected.has(each.projectId)),
        drawSha256: canonicalHash(JSON.parse(JSON.stringify(draw))),
      });
    return kept;
  });
}

/** Writes an event to the trail of each design of a list. */
async function appendAll(
  { trails }: SamplingService,
  principal: Principal,
  document: SubmissionDocument,
  event: TrailEvent,
): Promise<void> {
  await trails.writeAll(designsOf(document), async (_, opened) => {
    for (const trail of opened.values()) await trail.append(principal.did, event);
  });
}

function designsOf({ projects }: SubmissionDocument): string[] {
  return projects.flatMap(({ designId }) => (designId === undefined ? [] : [designId]));
}

async function linkedDesigns(
  { designs }: SamplingService,
  principal: Principal,
  { projects }: SubmissionRequest,
): Promise<ReadonlyMap<string, LinkedDesign>> {
  const linked = new Map<string, LinkedDesign>();
  const errors: FieldError[] = [];
  for (const [index, { projectId, designId }] of projects.entries()) {
    if (designId === undefined) continue;
    const field = `projects.${index}.designId`;
    try {
      const design = await designs.get(ownerOf(principal), designId);
      const { calculatedSize, adjustedSize } = design.parameters;
      const { trail, verification } = design;
      linked.set(designId, { designId, status: verification.status, calculatedSize, adjustedSize, trail });
      if (design.projectId !== null && design.projectId !== projectId)
        errors.push({ field, message: `is of project ${design.projectId}` });
    } catch (error) {
      if (!OracleError.isInstance(error) || error.code !== 'not_found') throw error;
      errors.push({ field, message: `there is no sample design '${designId}'` });
    }
  }
  if (errors.length > 0)
    throw new OracleError('conflict', { detail: 'Some projects name designs that are not theirs.', errors });
  return linked;
}
