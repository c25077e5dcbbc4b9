import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * What the optional plugins cost a start: `npx tsx bench/optional-plugins.ts <checkout>`, where the other checkout is built
 * with an empty `optionalPlugins`. Boots of the two alternate, so that what else the machine does meets both.
 */
const BOOTS = 5;
const SETTLE_MS = 3_000;
/** Of Linux's `/proc/<pid>/stat`, as `getconf CLK_TCK` has it. */
const TICK_MS = 10;

/** All seven on. Nobody answers at these places: what a plugin does before it listens does not depend on that. */
const ALL_ON = {
  MEMORY_MCP_URL: 'http://127.0.0.1:9/mcp',
  MEMORY_ENGINE_URL: 'http://127.0.0.1:9',
  WEBCRAWL_MCP_URL: 'http://127.0.0.1:9/mcp',
  SANDBOX_MCP_URL: 'http://127.0.0.1:9/mcp',
  TOOLKIT_API_KEY: 'key-of-nobody',
  TOOLKIT_BASE_URL: 'http://127.0.0.1:9',
  CHAT_BOT_TOKEN: 'xoxb-nobody-at-all',
  CHAT_APP_TOKEN: 'xapp-nobody-at-all',
  CHAT_API_URL: 'http://127.0.0.1:9/api/',
  REDIS_URL: 'redis://127.0.0.1:9',
  MATRIX_BASE_URL: 'http://127.0.0.1:9',
  MATRIX_ORACLE_ADMIN_USER_ID: '@oracle:example.org',
  MATRIX_ORACLE_ADMIN_PASSWORD: 'nobody',
};

interface Boot {
  /** Milliseconds to `listening`. */
  readonly wall: number;
  /** Milliseconds of processor until then. */
  readonly processor: number;
  /** MB that it holds after a while. */
  readonly memory: number;
}

async function boot(checkout: string, dir: string, env: Readonly<Record<string, string>>): Promise<Boot> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(checkout, 'bin/oracle.mjs'), 'start', '--create-identity'], {
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', HOME: dir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listening = new Promise<void>((found, lost) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (/listening on :/.test(output)) found();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => lost(new Error(output)));
  });
  await listening;
  const wall = performance.now() - begun;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const processor = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  await sleep(SETTLE_MS);
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  await new Promise((ended) => child.once('exit', ended));
  const failed = output.split('\n').filter((line) => /^\[boot-error\]|failed/.test(line));
  if (failed.length > 0) throw new Error(failed.join('\n'));
  return { wall, processor, memory };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const span = (values: readonly number[]) =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}-${Math.round(Math.max(...values))})`;

const without = resolve(process.argv[2] ?? '');
const here = resolve(import.meta.dirname, '..');
const kinds = [
  ['without the seven', without, {}],
  ['all seven excluded', here, {}],
  ['all seven on', here, ALL_ON],
] as const;
const boots = new Map<string, Boot[]>(kinds.map(([name]) => [name, []]));
const dirs = kinds.map(() => mkdtempSync(join(tmpdir(), 'bench-optional-')));
// The first one makes database and identity.
for (let round = 0; round <= BOOTS; round++)
  for (const [i, [name, checkout, env]] of kinds.entries()) {
    const made = await boot(checkout, dirs[i] ?? '', env);
    if (round > 0) boots.get(name)?.push(made);
  }
for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
console.log('| | ms to listening | ms of processor until then | MB after 3 s |\n| --- | --- | --- | --- |');
for (const [name, all] of boots)
  console.log(
    `| ${name} | ${span(all.map(({ wall }) => wall))} | ${span(all.map(({ processor }) => processor))} | ${span(all.map(({ memory }) => memory))} |`,
  );
