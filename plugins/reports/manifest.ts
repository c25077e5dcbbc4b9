import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Reports',
  summary:
    'Writes sampling plans, selection records, monitoring reports and submissions as DOCX, PDF, HTML or XLSX whose figures can be verified.',
  whenToUse: [
    'Writing a sampling plan, a selection record, a monitoring report or a submission for a verifier as a document',
    'Writing a report from a person’s own outline with figures of a design, a draw or a period',
    'Checking whether a report was changed',
    'Giving a link to a report',
  ],
  whenNotToUse: ['Letters and texts without figures of this oracle'],
  examples: [
    {
      user: 'Write the sampling plan of design-1 as pdf',
      tool: 'write_report',
      args: { kind: 'sampling-plan', designId: 'design-1', format: 'pdf' },
    },
    {
      user: 'Write the sampling plan of design-1 as docx',
      tool: 'write_report',
      args: { kind: 'sampling-plan', designId: 'design-1', format: 'docx' },
    },
    {
      user: 'Write the monitoring report of period-1 as docx',
      tool: 'write_report',
      args: { kind: 'monitoring-report', periodId: 'period-1', format: 'docx' },
    },
    {
      user: 'Make the selection record of selection-1 as html',
      tool: 'write_report',
      args: { kind: 'selection-record', selectionId: 'selection-1', format: 'html' },
    },
    {
      user: 'Verify the report /reports/plan.pdf',
      tool: 'verify_report',
      args: { path: '/reports/plan.pdf' },
    },
    {
      user: 'Publish the report /reports/plan.docx',
      tool: 'publish_report',
      args: { path: '/reports/plan.docx' },
    },
  ],
  tags: [
    'report',
    'sampling plan',
    'document',
    'word',
    'docx',
    'pdf',
    'xlsx',
    'excel',
    'verify',
    'publish',
    'link',
  ],
  category: 'documents',
  loading: 'on-demand',
  stability: 'stable',
};
