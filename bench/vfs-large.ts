/**
 * How long does everybody else wait while a folder of 100,000 files in 10,000 folders is made by copies, published, listed,
 * packed, moved, trashed, restored and purged, while a registry of ten million rows is read and drawn from, and
 * while 5 GB are uploaded in parts? The product in a process of its own, asked over HTTP; prints, the moment that a step
 * is done, the worst turn of its event loop (aim: 50 ms), the longest that /health took somebody else, and how long it took.
 *
 *   npx tsx bench/vfs-large.ts                       some minutes, 8 GB of temporary disk
 *   npx tsx bench/vfs-large.ts --dir DIR             keeps all in DIR: what was cut goes on at its step
 *   npx tsx bench/vfs-large.ts --only folder --files 2000
 *   npx tsx bench/vfs-large.ts --only registry --rows 100000 --only upload --mib 64
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Request, STEPS, type Step } from './vfs/large-steps.js';
import { type Oracle, startOracle } from './vfs/processes.js';

const seenSchema = z.object({
  step: z.string(),
  worst: z.number(),
  worstCpu: z.number(),
  health: z.number(),
  seconds: z.number(),
});
type Seen = z.output<typeof seenSchema>;

/** What is kept between two runs in one directory. */
const stateSchema = z.object({ seen: z.array(seenSchema), registry: z.string(), upload: z.string() });
type State = z.output<typeof stateSchema>;

/** Asks as the owner. @throws Error for an answer that is no success, but for those that `also` are one */
const asking =
  ({ origin, key }: Oracle): Request =>
  async (method, path, { also = [], headers, ...init } = {}) => {
    const response = await fetch(origin + path, {
      ...init,
      method,
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
    if (response.ok || also.includes(response.status)) return response;
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  };

/** The longest that somebody else waited for /health meanwhile, milliseconds, once they leave. */
function beSomebodyElse(origin: string): () => Promise<number> {
  const other = fork(fileURLToPath(new URL('./vfs/somebody-else.mjs', import.meta.url)), [origin], {
    execArgv: [],
  });
  return async () => {
    const told = once(other, 'message');
    other.send('leave');
    return z.number().parse((await told)[0]);
  };
}

async function measure(oracle: Oracle, { name, run }: Step, state: State): Promise<Seen> {
  await oracle.perform({ kind: 'watch' });
  const leave = beSomebodyElse(oracle.origin);
  const start = performance.now();
  await run(asking(oracle), state);
  const seconds = (performance.now() - start) / 1000;
  const health = await leave();
  const { turns } = await oracle.perform({ kind: 'watched' });
  if (turns === undefined) throw new Error('The turns were not told.');
  return { step: name, ...turns, health, seconds };
}

const row = ({ step, worst, worstCpu, health, seconds }: Seen) =>
  `| ${step} | ${worst.toFixed(0)} | ${worstCpu.toFixed(0)} | ${health.toFixed(0)} | ${seconds.toPrecision(3)} |\n`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      files: { type: 'string', default: '100000' },
      rows: { type: 'string', default: '10000000' },
      mib: { type: 'string', default: '5120' },
      only: { type: 'string', multiple: true, default: Object.keys(STEPS) },
    },
  });
  const size = { files: Number(values.files), rows: Number(values.rows), mib: Number(values.mib) };
  const dir = values.dir ?? mkdtempSync(join(tmpdir(), 'bench-vfs-large-'));
  mkdirSync(dir, { recursive: true });
  const limits = { zipMaxFiles: 10 * size.files };
  writeFileSync(join(dir, 'oracle.config.json'), JSON.stringify({ plugins: { vfs: limits } }));
  const file = join(dir, 'steps.json');
  const state: State = existsSync(file)
    ? stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { seen: [], registry: '', upload: '' };
  const oracle = await startOracle(dir);
  try {
    process.stdout.write('| | worst turn, ms | its CPU | /health | in all, s |\n|---|---:|---:|---:|---:|\n');
    for (const step of values.only.flatMap((part) => STEPS[part]?.(size) ?? [])) {
      const before = state.seen.find((seen) => seen.step === step.name);
      const seen = before ?? (await measure(oracle, step, state));
      process.stdout.write(row(seen));
      if (before !== undefined) continue;
      state.seen.push(seen);
      writeFileSync(file, JSON.stringify(state));
    }
  } finally {
    await oracle.stop();
    if (values.dir === undefined) rmSync(dir, { recursive: true, force: true });
  }
}

await main();
