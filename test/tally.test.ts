import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../.ci/tally.mjs', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface FileResult {
  readonly status: 'passed' | 'failed';
  readonly tests: readonly ('passed' | 'failed' | 'pending')[];
}

/** Runs the tally over reports as vitest writes them. */
async function tally(passed: number, failed: number, ...reports: FileResult[][]) {
  const paths = await Promise.all(
    reports.map(async (files, index) => {
      const path = join(folder, `${index}.json`);
      const testResults = files.map(({ status, tests }, file) => ({
        name: `file-${file}.test.ts`,
        status,
        message: '',
        assertionResults: tests.map((state, test) => ({ status: state, fullName: `test ${test}` })),
      }));
      const success = files.every(({ status }) => status === 'passed');
      await writeFile(path, JSON.stringify({ success, testResults }));
      return path;
    }),
  );
  return new Promise<{ code: number; last: string; output: string }>((resolve) => {
    const args = [script, String(passed), String(failed), ...paths, join(folder, 'absent.json')];
    execFile(process.execPath, args, (error, output) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output, last: output.trimEnd().split('\n').at(-1) ?? '' });
    });
  });
}

describe('the tally of continuous integration', () => {
  it('adds steps and reports and ends with one line', async () => {
    const result = await tally(
      2,
      0,
      [{ status: 'passed', tests: ['passed', 'passed', 'pending'] }],
      [{ status: 'passed', tests: ['passed'] }],
    );
    expect(result).toMatchObject({ code: 0, last: '5 passed, 0 failed' });
  });

  it('fails on a failed test and names it', async () => {
    const result = await tally(0, 0, [{ status: 'failed', tests: ['passed', 'failed'] }]);
    expect(result).toMatchObject({ code: 1, last: '1 passed, 1 failed' });
    expect(result.output).toContain('failed: file-0.test.ts: test 1');
  });

  it('counts a file that could not be loaded as a failure', async () => {
    const result = await tally(1, 0, [
      { status: 'failed', tests: [] },
      { status: 'passed', tests: ['passed'] },
    ]);
    expect(result).toMatchObject({ code: 1, last: '2 passed, 1 failed' });
  });

  it('fails when only a step failed', async () => {
    expect(await tally(0, 1, [{ status: 'passed', tests: ['passed'] }])).toMatchObject({
      code: 1,
      last: '1 passed, 1 failed',
    });
  });
});
