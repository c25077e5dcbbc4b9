import { type Fault, throwFaults } from '../design/faults.js';
import { periodDays } from '../periods/calendar.js';
import type { SubmissionRequest } from './submission-document.js';

/** @throws OracleError with every fault of a submission that its shape does not say. */
export function submissionFaults({ projects, monitoringPeriod, references }: SubmissionRequest): void {
  const faults: Fault[] = [];
  if (periodDays(monitoringPeriod) === undefined)
    faults.push({
      code: 'invalid_request',
      field: 'monitoringPeriod',
      message: `'${monitoringPeriod}' is no period: write 2024-Q1, 2024-H1, 2024-03 or 2024.`,
    });
  if (projects.length === 0)
    faults.push({ code: 'invalid_request', field: 'projects', message: 'must list at least one project.' });
  const seen = new Map<string, number>();
  for (const [index, { projectId }] of projects.entries()) {
    const first = seen.get(projectId);
    if (first === undefined) seen.set(projectId, index);
    else
      faults.push({
        code: 'conflict',
        field: `projects.${index}.projectId`,
        message: `'${projectId}' is already listed as projects.${first}.`,
      });
  }
  for (const [index, { uri }] of references.entries())
    if (!isUri(uri))
      faults.push({ code: 'invalid_request', field: `references.${index}.uri`, message: uriFault(uri) });
  throwFaults(faults, undefined, 'The submission');
}

/** Schemes that run something or point into the reader's own machine. */
const UNSAFE = /^(?:javascript|vbscript|data|file|blob|about|view-source):/i;

/** Other schemes will do (RFC 3986, section 3.1): references live on the web, on IPFS and in DID documents. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && !UNSAFE.test(text);
}

export function uriFault(text: string): string {
  return `'${text}' is no URI that others can open: write https://…, ipfs://… or did:…`;
}
