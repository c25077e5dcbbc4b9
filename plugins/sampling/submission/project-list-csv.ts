import { escapeUnseen, typedCsvField } from 'oracle-runtime/kit';
import type { SubmittedProject } from './submission-document.js';

/**
 * The project list as CSV (RFC 4180, CRLF), for those who draw by hand or by spreadsheet. A field that a spreadsheet
 * would run as a formula gets a leading apostrophe; what cannot be seen, such as a line break or a sign that turns the direction of
 * writing, is written out.
 */
export function projectListCsv(
  projects: readonly SubmittedProject[],
  monitoringPeriod: string,
  erCoverage: number,
): string {
  const rows = projects.map(({ projectId, name, status, designId }, index) =>
    [String(index + 1), projectId, name ?? '', status, designId ?? '', monitoringPeriod, String(erCoverage)]
      .map((field) => typedCsvField(escapeUnseen(field)))
      .join(','),
  );
  return [HEADER, ...rows].map((line) => `${line}\r\n`).join('');
}

const HEADER = 'number,projectId,name,status,designId,monitoringPeriod,erCoverage';
