import { sha256Hex } from 'oracle-runtime/kit';
import {
  type AnyOperation,
  type Caller,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { toPrint } from '../document/printed-report.js';
import type { DraftReport } from '../document/report-builder.js';
import { printReport } from '../printers/print-report.js';
import { type ReportRecord, sealReport, type UnsealedReport } from '../record/report-record.js';
import { draftReport, KINDS } from './draft-report.js';
import { designId, FORMATS, MIME_TYPES, periodId, reportPath, selectionId } from './fields.js';
import type { ReportParts } from './report-parts.js';

const input = z.object({
  kind: withWords(z.enum(KINDS).default('sampling-plan'), { aliases: ['kind', 'report'] }),
  designId: withWords(designId.optional(), { orElse: ['selectionId', 'periodId', 'sections'] }),
  selectionId: selectionId
    .optional()
    .describe('For a selection record; default the newest draw of the design'),
  periodId: periodId.optional().describe('For a monitoring report; default the newest of the design'),
  format: withWords(z.enum(FORMATS).default('docx'), { aliases: ['format', 'as'] }),
  title: z.string().trim().min(1).max(200).optional().describe('Of an outline'),
  sections: z
    .array(
      z.object({
        heading: z.string().trim().min(1).max(200),
        paragraphs: z.array(z.string().max(10_000)).max(200),
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Of an outline: the person’s own words; {{design.parameters.population}} puts in a figure of the design, selection or period named above, with % as a percentage',
    ),
  saveAs: reportPath.optional().describe('New file; default in /reports'),
});

const RARE = /[^ -\u02ff\u0370-\u052f\u1e00-\u1fff\u2000-\u2bff]/;

const answer = z.object({
  kind: z.string(),
  title: z.string(),
  format: z.enum(FORMATS),
  mimeType: z.string(),
  size: z.int().describe('Bytes'),
  figures: z.int().describe('Each can be traced to its document and field'),
  pictures: z.int(),
  sha256: z.string().describe('Of the record inside'),
  signer: z.string().nullable(),
  path: z.string().optional().describe('Where it is kept'),
  file: z.string().optional().describe('The report as a data: URL, where no files are kept'),
});

/** A report of a design, a draw or a period, as a document that can be checked. */
export function writeReport(parts: ReportParts): AnyOperation {
  return defineOperation({
    name: 'write_report',
    title: 'Write a report',
    description:
      'Writes a sampling plan, selection record, monitoring report, submission for verification, or a report from an outline, as DOCX, PDF, HTML or XLSX, and keeps it as a file. Every figure comes from the stored records and can be verified.',
    effect: 'write',
    additive: true,
    scope: 'reports',
    input,
    answer: { description: 'The report', schema: answer },
    tool: { timeoutMs: 120_000 },
    route: {
      method: 'post',
      path: '/v1/reports',
      status: 201,
      errors: {
        404: 'No such design, draw or period',
        409: 'A file is there already',
        422: 'Nothing to report yet',
      },
    },
    run: (wish, caller) => write(wish, caller, parts),
    forModel: ({ file: _file, ...rest }) => ({ summary: said(rest), ...rest }),
    describe: ({ kind, format }) => `Write the ${kind} as ${format}`,
    undo: (_input, { path }) =>
      path === undefined ? { unchanged: true } : { whyNot: `the report stays; delete ${path} itself` },
  });
}

async function write(
  wish: z.output<typeof input>,
  caller: Caller,
  parts: ReportParts,
): Promise<z.output<typeof answer>> {
  const { principal, signal } = caller;
  caller.progress('Reading what the report is of');
  const draft = await draftReport(wish, principal, parts, signal);
  const habits = await parts.preferences?.of(principal);
  const record = await sealReport(
    {
      type: 'oracle-report',
      version: 1,
      kind: draft.kind,
      writtenAt: new Date(parts.clock.now()).toISOString(),
      decimal: habits?.decimalSeparator ?? '.',
      ...(habits?.groupSeparator !== undefined && { group: habits.groupSeparator }),
      body: draft.body,
      figures: draft.figures,
      documents: { ...draft.documents },
      pictures: hashesOf(draft),
      frames: framesOf(draft),
    },
    parts.signer,
  );
  const bytes = await printReport(toPrint(record, draft.pictures), wish.format);
  if (wish.format === 'pdf' && hasRareLetters(record)) await checkPrinted(bytes, parts, caller);
  const { title } = record.body;
  const mimeType = MIME_TYPES[wish.format];
  const about = `${record.body.subtitle}, ${record.figures.length} figures`;
  const kept = await keep(wish, record.sha256, bytes, caller, parts);
  caller.artifact({
    title,
    mimeType,
    alt: `${title}: ${about}`,
    ...(kept === undefined ? { bytes } : { path: kept, size: bytes.length }),
  });
  return {
    kind: draft.kind,
    title,
    format: wish.format,
    mimeType,
    size: bytes.length,
    figures: record.figures.length,
    pictures: Object.keys(draft.pictures).length,
    sha256: record.sha256,
    signer: record.signature?.signer ?? null,
    ...(kept === undefined
      ? { file: `data:${mimeType};base64,${bytes.toString('base64')}` }
      : { path: kept }),
  };
}

/** Letters that the font of the PDF may lack, or that are set in another order than they are written. */
function hasRareLetters(record: ReportRecord): boolean {
  return RARE.test(JSON.stringify([record.body, record.documents]));
}

/** No report is handed out whose own check would call it forged. @throws OracleError `invalid_request` */
async function checkPrinted(bytes: Buffer, { verifier }: ReportParts, caller: Caller): Promise<void> {
  const { verdict, differences } = await verifier.verify(
    bytes,
    undefined,
    caller.principal.id,
    caller.signal,
  );
  const [first] = differences;
  if (verdict !== 'fail' && first === undefined) return;
  throw new OracleError('invalid_request', {
    detail: `The font of the PDF cannot print all letters of this report${first === undefined ? '' : `: "${first.expected}"`}.`,
    hint: 'Write it as docx or html, which any reader shows in its own font.',
    errors: [{ field: 'format', message: 'pdf cannot print these letters' }],
  });
}

/** Where it is kept; undefined where no files are. */
async function keep(
  {
    saveAs,
    kind,
    designId: design,
    selectionId: selection,
    periodId: period,
    format,
  }: z.output<typeof input>,
  sha256: string,
  bytes: Buffer,
  { principal, via }: Caller,
  { files }: ReportParts,
): Promise<string | undefined> {
  if (files === undefined) return undefined;
  if (saveAs !== undefined && !saveAs.toLowerCase().endsWith(`.${format}`))
    throw new OracleError('invalid_request', {
      detail: `${saveAs} does not end in .${format}.`,
      errors: [{ field: 'saveAs', message: `must end in .${format}` }],
    });
  const of = selection ?? period ?? design;
  const path =
    saveAs ?? `/reports/${kind}${of === undefined ? '' : `-${of}`}-${sha256.slice(0, 8)}.${format}`;
  await files.write(principal, path, bytes, { mimeType: MIME_TYPES[format], inSight: via !== 'agent' });
  return path;
}

function hashesOf({ pictures }: DraftReport): Record<string, string> {
  return Object.fromEntries(Object.entries(pictures).map(([name, { png }]) => [name, sha256Hex(png)]));
}

function framesOf({ pictures }: DraftReport): NonNullable<UnsealedReport['frames']> {
  return Object.fromEntries(
    Object.entries(pictures).map(([name, { width, height, alt }]) => [name, { width, height, alt }]),
  );
}

function said({ title, path, figures, format }: Omit<z.output<typeof answer>, 'file'>): string {
  return `${title} (${format}) with ${figures} figures${path === undefined ? '' : `, kept as ${path}`}.`;
}
