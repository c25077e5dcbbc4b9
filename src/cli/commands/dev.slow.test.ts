import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestCli, testCli } from '../../testing/test-cli.js';
import { dev } from './dev.js';

let cli: TestCli;
afterEach(() => cli.remove());

/** Stands for the oracle: notes its start with the value of `.env`, and its end by SIGTERM. */
const CHILD = `
const { appendFileSync, readFileSync } = require('node:fs');
const note = (text) => appendFileSync('log', text + '\\n');
const env = readFileSync('.env', 'utf8').trim();
// Before the note, since that is what the test waits for before it sends the signal.
process.on('SIGTERM', () => { note('drained'); process.exit(0); });
note('start ' + env);
if (env === 'BAD') process.exit(1);
setInterval(() => {}, 1000);
`;

it('starts again on a change, also after a start that failed, and drains at the end', async () => {
  cli = testCli({ env: process.env });
  const { readFileSync } = await import('node:fs');
  const log = () => readFileSync(join(cli.dir, 'log'), 'utf8').trim().split('\n');
  mkdirSync(join(cli.dir, 'src/plugins'), { recursive: true });
  writeFileSync(join(cli.dir, 'child.cjs'), CHILD);
  writeFileSync(join(cli.dir, '.env'), 'A=1\n');
  const ending = new AbortController();
  const ended = dev([process.execPath, 'child.cjs'], cli.io, ending.signal);

  const until = (lines: string[]) => vi.waitFor(() => expect(log()).toEqual(lines), { timeout: 10_000 });
  await until(['start A=1']);
  writeFileSync(join(cli.dir, '.env'), 'BAD\n');
  await until(['start A=1', 'drained', 'start BAD']);
  await vi.waitFor(() => expect(cli.err()).toContain('Waiting for a change.'));
  writeFileSync(join(cli.dir, '.env'), 'A=2\n');
  await until(['start A=1', 'drained', 'start BAD', 'start A=2']);
  writeFileSync(join(cli.dir, 'src/plugins/mine.ts'), 'x');
  await until(['start A=1', 'drained', 'start BAD', 'start A=2', 'drained', 'start A=2']);
  ending.abort();
  expect(await ended).toBe(0);
  expect(log().at(-1)).toBe('drained');
  expect(cli.err()).toContain('.env changed: starting again');
});
