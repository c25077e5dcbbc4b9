import type { SubmissionRecord } from '../store/submissions-store.js';
import { projectListCsv } from '../submission/project-list-csv.js';
import type { NewKeptFile } from './keep-files.js';

/** Where the package of a submission lies: `/sampling/submissions/<submission id>`. */
export function submissionFolder(submissionId: string): string {
  return `/sampling/submissions/${submissionId}`;
}

/** The package as an authority receives it: the signed document, the project list, and how to check both. */
export function submissionFiles(record: SubmissionRecord): NewKeptFile[] {
  const { document, signature } = record;
  const package_ = { document, signature };
  return [
    {
      name: 'submission.json',
      mimeType: 'application/json',
      content: `${JSON.stringify(package_, null, 2)}\n`,
    },
    { name: 'projects.csv', mimeType: 'text/csv', content: submissionCsv(record) },
    { name: 'README.md', mimeType: 'text/markdown', content: submissionReadme(record) },
  ];
}

/** The CSV of a submission, whose hash the document holds. */
export function submissionCsv({ document }: Pick<SubmissionRecord, 'document'>): string {
  return projectListCsv(document.projects, document.monitoringPeriod.label, document.erCoverage);
}

function submissionReadme({ submissionId, document, signature }: SubmissionRecord): string {
  const { counts, monitoringPeriod: period, erCoverage, submitter } = document;
  return `${[
    `# Submission ${submissionId}`,
    `${counts.active} active and ${counts.planned} planned projects, ${period.label} (${period.from} to ${period.to}), ER coverage ${erCoverage}, submitted by ${submitter}.`,
    '`submission.json` holds the document and its signature, `projects.csv` the list for those who draw by hand.',
    `\`sha256sum projects.csv\` prints \`${document.csvSha256}\`, the \`csvSha256\` of the document. The project ids, each followed by a line break, have the SHA-256 \`${document.projectListSha256}\`: the frame of the authority's draw.`,
    signature === null
      ? 'The document is not signed: the oracle had no signing identity.'
      : `The document is signed with ${signature.algorithm} by ${signature.signer}.`,
  ].join('\n\n')}\n`;
}
