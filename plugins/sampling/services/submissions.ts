import { type FieldError, OracleError, type Principal } from 'oracle-runtime/plugin';
import type { SubmissionRecord } from '../store/submissions-store.js';
import { type AuthorityDrawRequest, recordAuthorityDraw } from '../submission/authority-draw.js';
import { projectListCsv } from '../submission/project-list-csv.js';
import { sendSubmission } from '../submission/send-submission.js';
import { signDocument } from '../submission/signature.js';
import {
  type LinkedDesign,
  packSubmission,
  type SubmissionRequest,
} from '../submission/submission-document.js';
import { ownerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

/** Packs, signs and stores a submission. @throws OracleError as `packSubmission`; `conflict` for designs that do not fit */
export async function prepareSubmission(
  service: SamplingService,
  principal: Principal,
  request: SubmissionRequest,
): Promise<SubmissionRecord> {
  const designs = await linkedDesigns(service, principal, request);
  return service.submissions.create(principal.id, async (submissionId, createdAt) => {
    const document = packSubmission(request, { submissionId, submitter: principal.did, createdAt }, designs);
    const signature = service.signer === undefined ? null : await signDocument(document, service.signer);
    return { document, signature };
  });
}

/** Posts a submission to the configured endpoint. @throws OracleError `conflict` without an endpoint, `upstream_*` */
export async function deliverSubmission(
  service: SamplingService,
  principal: Principal,
  submissionId: string,
  signal: AbortSignal,
): Promise<SubmissionRecord> {
  const { submissions, config, submissionToken, clock, logger } = service;
  const { document, signature } = await submissions.get(principal.id, submissionId);
  if (config.submission === undefined)
    throw new OracleError('conflict', {
      detail: 'No submission endpoint is configured.',
      hint: `Set plugins.sampling.submission.url in oracle.config.json, or export /v1/sampling/submissions/${submissionId} and its CSV and deliver them by hand.`,
    });
  const receipt = await sendSubmission(
    { ...config.submission, token: submissionToken === '' ? undefined : submissionToken },
    submissionId,
    JSON.stringify({ document, signature, csv: csvOf({ document }) }),
    { signal, now: () => clock.now() },
  );
  logger.info({ submissionId, status: receipt.status, attempts: receipt.attempts }, 'submission sent');
  return submissions.addReceipt(principal.id, submissionId, receipt);
}

/** Records the authority's selection of projects. @throws OracleError as `recordAuthorityDraw`; `conflict` when there is one */
export async function recordDraw(
  { submissions, clock }: SamplingService,
  principal: Principal,
  submissionId: string,
  request: AuthorityDrawRequest,
): Promise<SubmissionRecord> {
  const { document } = await submissions.get(principal.id, submissionId);
  const draw = recordAuthorityDraw(document, request, new Date(clock.now()).toISOString());
  return submissions.addDraw(principal.id, submissionId, draw);
}

/** The CSV of a submission, whose hash the document holds. */
export function csvOf({ document }: Pick<SubmissionRecord, 'document'>): string {
  return projectListCsv(document.projects, document.monitoringPeriod.label, document.erCoverage);
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
      linked.set(designId, { designId, status: design.verification.status, calculatedSize, adjustedSize });
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
