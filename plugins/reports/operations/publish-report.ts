import { exactName } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { reportPath } from './fields.js';
import type { ReportParts } from './report-parts.js';
import { keptReport } from './verify-report.js';

/** A link to a kept report, for anybody who has it. */
export function publishReport({ files, verifier, oracle }: ReportParts): AnyOperation {
  return defineOperation({
    name: 'publish_report',
    title: 'Publish a report',
    description:
      'Makes a link by which anybody can download a kept report, with all records inside it. The person is asked first.',
    effect: 'write',
    scope: 'reports',
    approval: 'always',
    input: z.object({ path: reportPath }),
    answer: {
      description: 'The link; a path of this oracle where PUBLIC_URL is not set',
      schema: z.object({ path: z.string(), url: z.string() }),
    },
    route: {
      method: 'post',
      path: '/v1/reports/publication',
      errors: { 400: 'It is no report', 404: 'No such file', 409: 'It was changed' },
    },
    run: async ({ path }, { principal, signal }) => {
      if (files === undefined)
        throw new OracleError('not_supported', { detail: 'This oracle keeps no files.' });
      // Any other file is published where files are, by who may publish them.
      const { verdict } = await verifier.verify(
        await keptReport(files, principal, path),
        undefined,
        principal.id,
        signal,
      );
      if (verdict === 'fail')
        throw new OracleError('conflict', {
          detail: `${path} does not say what its record says.`,
          hint: 'Verify it to see where, and write it again.',
        });
      const { url } = await files.publish(principal, path);
      // Whom it is sent to knows no address to which a path would belong.
      return { path, url: oracle.publicUrl === undefined ? url : new URL(url, oracle.publicUrl).href };
    },
    summary: ({ path, url }) => `Anybody with this link can download ${path}: ${url}`,
    describe: ({ path }) =>
      `Let anybody with the link download ${exactName(path)}, with the records inside it`,
    undo: (_input, { path }) => ({
      whyNot: `who has the link may have opened it; hide ${path} where files are`,
    }),
  });
}
