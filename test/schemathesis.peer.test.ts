import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';

/** All but those that say something else than a fault here. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  'use_after_free',
  'ensure_resource_availability',
  // Not: positive_data_acceptance, as a body of the right form may still name what is not there; ignored_auth, as many
  // bad credentials of one address are 429 (authorization.slow.test.ts tries them all); unsupported_method and
  // allow_header_conformance, as GET /v1/sampling/pilot is a design that is not there.
];
/** Streams, sign-in, a protocol of its own, and what asks services outside. */
const LEFT_OUT = '^/(api/fs/changes|api/fs/upload|auth/session|messages|weather|entities|dids|ixo)';
const SECONDS = 60;

let oracle: TestOracle;
beforeAll(async () => {
  oracle = await startTestOracle({
    plugins: shippedPlugins,
    env: { CHAIN_GRPC_URL: 'http://127.0.0.1:9' },
  });
});
afterAll(() => oracle.close());

it(
  'holds to its API document, whatever is sent',
  async () => {
    const did = oracle.app.identity?.did ?? '';
    const { Authorization = '' } = await oracle.as(['*'], { did }).credential();
    const { code, output } = await run(
      process.env['ORACLE_TEST_SCHEMATHESIS'] ?? '.cache/schemathesis/bin/st',
      [
        ...['--config-file', fileURLToPath(new URL('./support/schemathesis.toml', import.meta.url))],
        ...['run', `${oracle.url}/openapi.json`, '--header', `Authorization: ${Authorization}`],
        ...['--phases', 'examples,coverage,fuzzing,stateful', '--checks', CHECKS.join(',')],
        ...['--exclude-path-regex', LEFT_OUT, '--continue-on-failure', '--no-shrink', '--no-color'],
        ...['--max-examples', '5', '--max-time', String(SECONDS), '--warnings', 'off', '--workers', '1'],
        ...['--suppress-health-check', 'all', '--generation-database', 'none'],
      ],
    );
    expect(code, output).toBe(0);
    const cases = Number(/([\d,]+) generated/.exec(output)?.[1]?.replaceAll(',', ''));
    expect(cases, output).toBeGreaterThan(500);
  },
  1000 * (SECONDS + 120),
);

/** Where it is not installed, the error says so. */
function run(command: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
