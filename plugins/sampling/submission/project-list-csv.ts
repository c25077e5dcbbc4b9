import { typedCsvField } from 'oracle-runtime/kit';
import type { SubmittedProject } from './submission-document.js';

/**
 * The project list as CSV (RFC 4180, CRLF), for those who draw by hand or by spreadsheet. A field that a spreadsheet
 * would run as a formula gets a leading apostrophe.
 */
export function projectListCsv(
  projects: readonly SubmittedProject[],
  monitoringPeriod: string,
  erCoverage: number,
): string {
  const rows = projects.map(({ projectId, name, status, designId }, index) =>
    [String(index + 1), projectId, name ?? '', status, designId ?? '', monitoringPeriod, String(erCoverage)]
      .map(typedCsvField)
      .join(','),
  );
  return [HEADER, ...rows].map((line) => `${line}\r\n`).join('');
}

const HEADER = 'number,projectId,name,status,designId,monitoringPeriod,erCoverage';
