import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lineWriter, messageOf } from 'oracle-runtime/kit';
import { OracleError, type PluginCommand } from 'oracle-runtime/plugin';
import type { Check } from './check.js';
import { laterCheck } from './later-check.js';
import { type ReportVerification, verifyReport } from './verify-report.js';

function wordOf({ passed, open, mark }: Check): string {
  if (!passed) return 'FAIL';
  return open === true ? 'open' : mark === true ? 'mark' : 'ok  ';
}

const EXIT = { pass: 0, fail: 1, unproven: 3 } as const;

/**
 * `oracle report verify <file>`: checks a report offline. Exit code 0 for pass, 1 for a difference, 2 for what cannot be
 * read, 3 when nothing is wrong but something is not shown.
 */
export const verifyCommand: PluginCommand = {
  name: 'verify',
  summary: 'Check a report offline: compute every figure again, and name what reads otherwise',
  arguments: [{ name: 'file', description: 'the report (DOCX, PDF, HTML or XLSX)' }],
  options: [
    { flags: '--signer <did>', description: 'DID of the oracle that you expect to have signed it' },
    {
      flags: '--trail <file>',
      description:
        'the trail of its design: says what came after it (check the trail itself by sampling verify)',
    },
  ],
  async run([file = ''], { signer, trail }, { cwd, stdout, stderr }) {
    const line = lineWriter(stdout);
    try {
      const alone = await verifyReport(
        await readFile(resolve(cwd, file)),
        typeof signer === 'string' ? signer : undefined,
      );
      const found =
        typeof trail === 'string'
          ? await besideTrail(alone, await readJson(resolve(cwd, trail)), signer)
          : alone;
      line(`${found.title} (${found.kind}, ${found.format}), written ${found.writtenAt}`);
      for (const check of found.checks) line(`${wordOf(check)} ${check.name}: ${check.detail}`);
      for (const { where, figure, expected, found: reads } of found.differences)
        line(
          `     ${where}: reads "${reads}", the record says "${expected}"${figure === null ? '' : ` (${figure})`}`,
        );
      if (found.unverified.length > 0)
        line(`Numbers that no figure stands behind: ${found.unverified.join(', ')}`);
      line(found.verdict);
      return EXIT[found.verdict];
    } catch (error) {
      const hint = OracleError.isInstance(error) && error.hint !== undefined ? ` ${error.hint}` : '';
      lineWriter(stderr)(`${OracleError.isInstance(error) ? error.detail : messageOf(error)}${hint}`);
      return 2;
    }
  },
};

/** What the trail says of what came after takes the place of the words that nothing is known of it. */
async function besideTrail(
  found: ReportVerification,
  trail: unknown,
  signer: unknown,
): Promise<ReportVerification> {
  const expected = typeof signer === 'string' ? signer : (found.signer ?? undefined);
  const later = await laterCheck(found.subject ?? undefined, found.writtenAt, trail, expected);
  return {
    ...found,
    verdict: later.passed
      ? later.open === true && found.verdict === 'pass'
        ? 'unproven'
        : found.verdict
      : 'fail',
    checks: [...found.checks.filter(({ name }) => name !== later.name), later],
  };
}

/** @throws OracleError `invalid_request` */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OracleError('invalid_request', {
      detail: `The trail is no JSON (${messageOf(error)}).`,
      errors: [{ field: 'trail', message: 'is no JSON' }],
    });
  }
}
