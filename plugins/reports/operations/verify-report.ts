import { buffer } from 'node:stream/consumers';
import {
  type AnyOperation,
  attachedFile,
  defineOperation,
  OracleError,
  type Principal,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ReportVerification } from '../verification/verify-report.js';
import { asOfNow } from './as-of-now.js';
import { reportPath } from './fields.js';
import type { ReportParts } from './report-parts.js';

const MOST_BYTES = 32 * 1024 * 1024;

/** Checks a report, kept or attached. */
export function verifyReportOperation({ files, verifier, designs }: ReportParts): AnyOperation {
  return defineOperation({
    name: 'verify_report',
    title: 'Verify a report',
    description:
      'Checks a report that an oracle wrote (DOCX, PDF, HTML, XLSX; kept or attached): computes every figure again from the record inside and compares what is seen; names each changed digit with its page, section, table or cell, and lists numbers without a figure.',
    effect: 'read',
    scope: 'reports',
    input: z.object({
      path: reportPath.optional().describe('Without it the attached file'),
      signer: z.string().max(200).optional().describe('DID that should have signed it'),
    }),
    answer: { description: 'Verdict, checks and differences' },
    tool: { timeoutMs: 120_000 },
    route: { method: 'get', path: '/v1/reports/verification', errors: { 404: 'No such file' } },
    run: async ({ path, signer }, { principal, attachments, signal }) => {
      const found = await verifier.verify(
        path === undefined
          ? bounded(attachedFile(attachments, undefined, 'the report').content)
          : await keptReport(files, principal, path),
        signer,
        principal.id,
        signal,
      );
      return asOfNow(found, principal, designs);
    },
    summary: sayVerification,
  });
}

/** The verdict in a sentence, with the first thing that is wrong. */
function sayVerification({ verdict, title, checks, differences, figures }: ReportVerification): string {
  if (verdict === 'pass') {
    const marks = checks.flatMap(({ name, mark, detail }) =>
      mark === true ? [` Mark ${name}: ${detail}.`] : [],
    );
    return `${title}: pass. ${figures} figures are what the record says, and nothing was changed.${marks.join('')}`;
  }
  const [first] = differences;
  if (first !== undefined)
    return `${title}: fail. ${first.where} reads "${first.found}" where the record says "${first.expected}"${first.figure === null ? '' : ` (${first.figure})`}.`;
  const wrong = checks.find(({ passed }) => !passed) ?? checks.find(({ open }) => open);
  return `${title}: ${verdict}. ${wrong?.name}: ${wrong?.detail}.`;
}

/**
 * The bytes of a kept file that may be a report.
 * @throws OracleError `not_found`, `payload_too_large`, `not_supported` without files
 */
export async function keptReport(
  files: ReportParts['files'],
  principal: Principal,
  path: string,
): Promise<Buffer> {
  if (files === undefined) throw new OracleError('not_supported', { detail: 'This oracle keeps no files.' });
  const { entry, open } = await files.read(principal, path);
  if (entry.size > MOST_BYTES) throw tooLarge(entry.size);
  return buffer(open());
}

function bounded(content: Buffer): Buffer {
  if (content.length > MOST_BYTES) throw tooLarge(content.length);
  return content;
}

function tooLarge(size: number): OracleError {
  return new OracleError('payload_too_large', {
    detail: `The report has ${size} bytes; up to ${MOST_BYTES} are read.`,
  });
}
