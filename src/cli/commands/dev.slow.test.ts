import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestCli, testCli } from '../../testing/test-cli.js';
import { dev, devCommand } from './dev.js';

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
  const ended = dev({ options: [], program: ['child.cjs'] }, cli.io, ending.signal);

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

/** Stands for an oracle that serves: answers with the value of `.env`, `/slow` after a while, and drains. */
const SERVER = `
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const env = readFileSync('.env', 'utf8').split('\\n')[1];
const server = createServer((request, response) => {
  response.write('from ');
  setTimeout(() => response.end(env), request.url === '/slow' ? 1500 : 0);
});
// A start takes its time.
setTimeout(() => server.listen(0, '127.0.0.1', () => process.send({ listening: server.address().port })), 300);
process.on('SIGTERM', () => { server.close(() => process.exit(0)); server.closeIdleConnections(); });
`;

it('holds the port: answers under way are finished, and who comes in between waits for the next', async () => {
  const { PORT: _, ...env } = process.env;
  cli = testCli({ env });
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = (value: string) => writeFileSync(join(cli.dir, '.env'), `PORT=${port}\nVALUE=${value}\n`);
  writeFileSync(join(cli.dir, 'child.cjs'), SERVER);
  settings('first');
  const ending = new AbortController();
  const ended = dev({ options: [], program: ['child.cjs'] }, cli.io, ending.signal);
  const get = async (path = '/') => (await fetch(`http://127.0.0.1:${port}${path}`)).text();

  // Before the first one listens the door is there already.
  await vi.waitFor(async () => expect(await get()).toBe('from VALUE=first'));
  const slow = get('/slow');
  await new Promise((later) => setTimeout(later, 100));
  settings('second');
  await vi.waitFor(() => expect(cli.err()).toBe(''));
  // Past the quiet time after a save, while the first one still answers.
  await new Promise((later) => setTimeout(later, 400));
  const waiting = get();
  expect(await slow).toBe('from VALUE=first');
  expect(await waiting).toBe('from VALUE=second');
  ending.abort();
  expect(await ended).toBe(0);
  await expect(get()).rejects.toThrow();
});

/** Stands for what loads the runtime: says that it is there, and waits for its turn. */
const AHEAD = `
import { appendFileSync } from 'node:fs';
process.once('disconnect', () => process.exit());
const turn = new Promise((begin) => process.once('message', begin));
appendFileSync('log', 'ready\\n');
await turn;
`;

it('makes the next start ready while one serves, unless the runtime was built anew', async () => {
  cli = testCli({ env: process.env });
  const { readFileSync, utimesSync } = await import('node:fs');
  const log = () => readFileSync(join(cli.dir, 'log'), 'utf8').trim().split('\n');
  const ahead = join(cli.dir, 'ahead.mjs');
  writeFileSync(ahead, AHEAD);
  writeFileSync(join(cli.dir, 'child.cjs'), `${CHILD}\nprocess.send({ listening: 1 });`);
  writeFileSync(join(cli.dir, '.env'), 'A=1\n');
  const ending = new AbortController();
  const ended = dev({ options: [], program: ['child.cjs'], ahead }, cli.io, ending.signal);

  const until = (lines: string[]) => vi.waitFor(() => expect(log()).toEqual(lines), { timeout: 10_000 });
  const first = ['start A=1', 'ready'];
  await until(first);
  writeFileSync(join(cli.dir, '.env'), 'A=2\n');
  const second = [...first, 'drained', 'start A=2', 'ready'];
  await until(second);
  utimesSync(ahead, 1, 1);
  writeFileSync(join(cli.dir, '.env'), 'A=3\n');
  const third = [...second, 'drained', 'start A=3', 'ready'];
  await until(third);
  ending.abort();
  expect(await ended).toBe(0);
  expect(log()).toEqual([...third, 'drained']);
});

it('runs the program of a project, and `oracle start` elsewhere', () => {
  cli = testCli();
  expect(devCommand(cli.dir, '/r/bin/oracle.mjs')).toEqual({
    options: ['--enable-source-maps'],
    program: ['/r/bin/oracle.mjs', 'start', '--create-identity'],
    ahead: '/r/dist/dev-ahead.js',
  });
  for (const folder of ['src', 'node_modules/tsx']) mkdirSync(join(cli.dir, folder), { recursive: true });
  writeFileSync(join(cli.dir, 'src/main.ts'), '');
  writeFileSync(join(cli.dir, 'package.json'), '{ "dependencies": { "oracle-runtime": "^0.1.0" } }');
  expect(devCommand(cli.dir, '/r/bin/oracle.mjs')).toMatchObject({
    options: ['--import', 'tsx'],
    program: ['src/main.ts'],
  });
});
