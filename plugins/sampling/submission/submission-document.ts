import { sha256Hex } from 'oracle-runtime/kit';
import { periodDays } from '../periods/calendar.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { projectListCsv } from './project-list-csv.js';
import { submissionFaults } from './submission-faults.js';

/** `active`: monitored in this period. `planned`: to come. */
export type ProjectStatus = 'active' | 'planned';

export interface SubmittedProject {
  /** `did:<method>:project/<id>`. */
  readonly projectId: string;
  readonly status: ProjectStatus;
  readonly name?: string | undefined;
  /** The sample design behind it. */
  readonly designId?: string | undefined;
}

/** Data that support the submission: where it is, and its hash when it is a file. */
export interface SupportingReference {
  readonly title: string;
  readonly uri: string;
  readonly sha256Hex?: string | undefined;
}

export interface SubmissionRequest {
  readonly projects: readonly SubmittedProject[];
  /** Such as `2024-Q1`, `2024-H1`, `2024-03` or `2024`. */
  readonly monitoringPeriod: string;
  /** Share of the claimed reductions that the sampled frames represent, 0..1. */
  readonly erCoverage: number;
  readonly references: readonly SupportingReference[];
}

/** A linked design as it stood when the submission was made. */
export interface LinkedDesign {
  readonly designId: string;
  readonly status: string;
  readonly calculatedSize: number;
  readonly adjustedSize: number;
  /** Head of its trail; null for a design that is older than trails. */
  readonly trail: TrailHead | null;
}

/** What an authority receives. Projects stand sorted by id, bytewise, so that anybody makes the same list. */
export interface SubmissionDocument {
  readonly type: 'sampling-submission';
  readonly version: 1;
  readonly submissionId: string;
  /** DID of who submits. */
  readonly submitter: string;
  readonly createdAt: string;
  readonly monitoringPeriod: { readonly label: string; readonly from: string; readonly to: string };
  readonly erCoverage: number;
  readonly projects: readonly (SubmittedProject & { readonly design?: LinkedDesign | undefined })[];
  readonly counts: { readonly active: number; readonly planned: number };
  readonly references: readonly SupportingReference[];
  /** SHA-256 of the project ids, each followed by a newline: the frame of the authority's draw. */
  readonly projectListSha256: string;
  /** SHA-256 of the CSV that goes with this document. */
  readonly csvSha256: string;
}

/**
 * Validates and packs a submission.
 * @throws OracleError `invalid_request` or `conflict` (a project twice) with every fault
 */
export function packSubmission(
  request: SubmissionRequest,
  made: { readonly submissionId: string; readonly submitter: string; readonly createdAt: string },
  designs: ReadonlyMap<string, LinkedDesign> = new Map(),
): SubmissionDocument {
  submissionFaults(request);
  const days = periodDays(request.monitoringPeriod);
  if (days === undefined) throw new RangeError('The period was checked and is gone.');
  const projects = [...request.projects]
    .sort((a, b) => Buffer.compare(Buffer.from(a.projectId), Buffer.from(b.projectId)))
    .map((project) => {
      const design = project.designId === undefined ? undefined : designs.get(project.designId);
      return design === undefined ? project : { ...project, design };
    });
  const count = (status: ProjectStatus) => projects.filter((project) => project.status === status).length;
  const csv = projectListCsv(projects, request.monitoringPeriod, request.erCoverage);
  return {
    type: 'sampling-submission',
    version: 1,
    ...made,
    monitoringPeriod: { label: request.monitoringPeriod, ...days },
    erCoverage: request.erCoverage,
    projects,
    counts: { active: count('active'), planned: count('planned') },
    references: request.references,
    projectListSha256: sha256Hex(projects.map(({ projectId }) => `${projectId}\n`).join('')),
    csvSha256: sha256Hex(csv),
  };
}
