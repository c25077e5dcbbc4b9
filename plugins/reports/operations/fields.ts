import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

const id = (kind: string, example: string, aliases: readonly string[]) =>
  withWords(
    z
      .string()
      .regex(new RegExp(`^${kind}-[A-Za-z0-9-]{1,60}$`), `must be an id such as ${example}`)
      .describe(`Such as ${example}`),
    { aliases: [...aliases] },
  );

export const designId = id('design', 'design-0b9f…', ['design', 'design id', 'sampling plan', 'the plan']);
export const selectionId = id('selection', 'selection-3c2a…', ['selection', 'draw']);
export const periodId = id('period', 'period-7d1e…', ['period', 'period id']);

export const reportPath = withWords(
  z
    .string()
    .max(1024)
    .regex(/^\/./, 'must be an absolute path such as /reports/plan.docx')
    .describe('The report, such as /reports/plan.docx'),
  { aliases: ['report', 'file', 'path'] },
);

export const FORMATS = ['docx', 'pdf', 'html', 'xlsx'] as const;
export type ReportFormat = (typeof FORMATS)[number];

export const MIME_TYPES: Readonly<Record<ReportFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
