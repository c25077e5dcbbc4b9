/**
 * How fast is a draw? Runs this project and its peers side by side, each in its own process, and prints ratios, which is
 * what a busy machine can say: `npx tsx bench/sampling.ts [--small]`. Peers: Python's hashlib and heapq, R's sample.int,
 * papaparse and csv-parse reading the same file. A peer that is not installed is named and left out.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const SAMPLE = 5000;
const SEED = '20240220';

/**
 * What a task prints as its last line: seconds of the work alone, on the clock (what a user feels) and of the processor
 * (all threads; a neighbour's load changes them less than the clock), and megabytes at the peak of its process.
 */
interface Measure {
  readonly clock: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly check: string;
}

/** Runs of each contestant that reads a file. */
const ROUNDS = 3;

/** The least time of each clock, which noise can only add to, and the largest peak. */
function best(runs: readonly Measure[]): Measure {
  return {
    clock: Math.min(...runs.map(({ clock }) => clock)),
    cpu: Math.min(...runs.map(({ cpu }) => cpu)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
    check: runs[0]?.check ?? '',
  };
}

const columns = { id: 'household_id', stratum: 'setting' };

async function* csvRows(rows: number, shuffled: boolean): AsyncGenerator<string> {
  // A step without a common factor visits every id once.
  const step = shuffled ? 7_368_787 : 1;
  let id = 0;
  let block = 'household_id,setting,village,installed,model,members\n';
  for (let i = 0; i < rows; i++) {
    const text = String(id + 1).padStart(8, '0');
    block += `HH-${text},${id % 5 < 3 ? 'urban' : 'rural'},Village ${id % 977},2023-0${(id % 9) + 1}-15,Stove-${id % 13},${(id % 7) + 1}\n`;
    id = (id + step) % rows;
    if (block.length > 2 ** 18) {
      yield block;
      block = '';
    }
  }
  yield block;
}

/** The work of this project and of the JavaScript peers; each runs alone in a child process. */
const tasks: Readonly<Record<string, (rows: number, file: string) => Promise<string>>> = {
  async tickets(rows) {
    const { drawTickets } = await import('../plugins/sampling/selection/ticket-draw.js');
    const { parseSeed } = await import('../plugins/sampling/selection/seed.js');
    const ids = Array.from({ length: rows }, (_, i) => `HH-${String(i + 1).padStart(8, '0')}`);
    return timed(() => drawTickets(ids, parseSeed(SEED).text, SAMPLE).at(-1)?.id);
  },
  async indices(rows) {
    const { drawIndices } = await import('../plugins/sampling/selection/index-draw.js');
    const { parseSeed } = await import('../plugins/sampling/selection/seed.js');
    return timed(() => drawIndices(parseSeed(SEED).text, rows, SAMPLE).at(-1)?.index);
  },
  draw: (_, file) => drawFile(file, 'sha256-ticket-v1'),
  'draw-index': (_, file) => drawFile(file, 'sha256-index-v1'),
  async papaparse(_, file) {
    const { default: Papa } = await import('papaparse');
    return timed(
      () =>
        new Promise((resolve, reject) => {
          let rows = 0;
          Papa.parse<string[]>(createReadStream(file, { highWaterMark: 2 ** 18, encoding: 'utf8' }), {
            chunk: ({ data }) => {
              rows += data.length;
            },
            complete: () => resolve(rows),
            error: reject,
          });
        }),
    );
  },
  async 'csv-parse'(_, file) {
    const { parse } = await import('csv-parse');
    return timed(async () => {
      let rows = 0;
      for await (const _row of createReadStream(file, { highWaterMark: 2 ** 18 }).pipe(parse({ bom: true })))
        rows++;
      return rows;
    });
  },
};

async function drawFile(file: string, algorithm: 'sha256-ticket-v1' | 'sha256-index-v1'): Promise<string> {
  const { drawSelection } = await import('../plugins/sampling/selection/draw-selection.js');
  const { stratifiedPlan } = await import('../plugins/sampling/selection/plan.js');
  const { typedSeed } = await import('../plugins/sampling/selection/seed-source.js');
  const { fileSource } = await import('../plugins/sampling/registry/registry-source.js');
  const { FrameSketch } = await import('../plugins/sampling/registry/frame-sketch.js');
  const plan = stratifiedPlan([
    { name: 'urban', size: SAMPLE * 0.6 },
    { name: 'rural', size: SAMPLE * 0.4 },
  ]);
  const request = {
    designId: 'bench',
    algorithm,
    plan,
    seed: typedSeed(SEED),
    columns,
    drawnAt: '2024-02-20T00:00:00.000Z',
    sketch: new FrameSketch([20240220, 5000]),
  };
  return timed(async () => (await drawSelection(fileSource(file), request)).selectedSha256);
}

async function timed(work: () => unknown): Promise<string> {
  const start = process.cpuUsage();
  const began = performance.now();
  const check = String(await work());
  const clock = (performance.now() - began) / 1000;
  const used = process.cpuUsage(start);
  const measure: Measure = {
    clock,
    cpu: (used.user + used.system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
    check,
  };
  return JSON.stringify(measure);
}

const PYTHON = `
import sys, time, json, heapq, hashlib, resource
rows, n, seed = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
ids = ['HH-%08d' % (i + 1) for i in range(rows)]
began, start = time.perf_counter(), time.process_time()
prefix, sha = (seed + ':').encode(), hashlib.sha256
first = heapq.nsmallest(n, ((sha(prefix + i.encode()).digest(), i) for i in ids))
cpu, clock = time.process_time() - start, time.perf_counter() - began
print(json.dumps({'cpu': cpu, 'clock': clock, 'megabytes': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 'check': first[-1][1]}))
`;

const R = `
a <- commandArgs(TRUE)
set.seed(20240220)
used <- function() c(sum(proc.time()[1:2]), proc.time()[3])
start <- used()
for (k in 1:20) s <- sample.int(as.integer(a[1]), as.integer(a[2]))
seconds <- (used() - start) / 20
cat(sprintf('{"cpu":%f,"clock":%f,"megabytes":%f,"check":"%d"}', seconds[1], seconds[2], sum(gc()[, 6]), s[length(s)]))
`;

function run(command: string, args: readonly string[], input?: string): Measure | undefined {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    ...(input !== undefined && { input }),
    maxBuffer: 2 ** 24,
  });
  if (result.error !== undefined) return undefined;
  const last = result.stdout.trim().split('\n').at(-1) ?? '';
  if (result.status !== 0) throw new Error(`${command} failed: ${result.stderr}`);
  return JSON.parse(last) as Measure;
}

/** Bundles this file, so that what is measured is JavaScript as it ships and not its translation on the fly. */
async function bundle(directory: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(directory, 'bench.mjs');
  await build({
    entryPoints: [fileURLToPath(import.meta.url)],
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outfile,
    alias: {
      'oracle-runtime/plugin': join(ROOT, 'src/plugin/index.ts'),
      'oracle-runtime/kit': join(ROOT, 'src/kit/index.ts'),
    },
    logLevel: 'error',
  });
  return outfile;
}

function row(
  question: string,
  ours: Measure,
  peer: string,
  theirs: Measure | undefined,
  goal: number | undefined,
): void {
  const seconds = (value: number | undefined) =>
    value === undefined ? '-' : `${value.toFixed(value < 1 ? 3 : 1)} s`;
  const ratio = (own: number, other: number | undefined) => (other === undefined ? Number.NaN : own / other);
  const ratios = [ratio(ours.clock, theirs?.clock), ratio(ours.cpu, theirs?.cpu)];
  const kept = goal !== undefined && ratios.every((each) => each <= goal);
  const verdict = goal === undefined ? '' : kept ? `ok (<= ${goal})` : `MISSED (<= ${goal})`;
  printRow([
    question,
    seconds(ours.clock),
    seconds(ours.cpu),
    peer,
    seconds(theirs?.clock),
    seconds(theirs?.cpu),
    ...ratios.map((each) => (Number.isNaN(each) ? '-' : each.toFixed(2))),
    theirs === undefined ? 'peer not installed' : verdict,
  ]);
}

/** Numbers to the right, words to the left. */
function printRow(cells: readonly string[]): void {
  const widths = [44, 9, 9, -24, 9, 9, 6, 6, -1];
  const padded = cells.map((cell, at) => {
    const width = widths[at] ?? 0;
    return at === 0 || width < 0 ? cell.padEnd(Math.abs(width)) : cell.padStart(width);
  });
  console.log(padded.join('  ').trimEnd());
}

async function main(small: boolean): Promise<void> {
  const rows = small ? 1_000_000 : 10_000_000;
  const directory = join(ROOT, 'node_modules/.cache/bench-sampling');
  mkdirSync(directory, { recursive: true });
  try {
    const program = await bundle(directory);
    const file = (name: string) => join(directory, `${name}.csv`);
    await pipeline(Readable.from(csvRows(rows, true)), createWriteStream(file('shuffled')));
    await pipeline(Readable.from(csvRows(rows, false)), createWriteStream(file('sorted')));
    const node = (task: string, csv = '', ...flags: string[]) => {
      const measure = run(process.execPath, [...flags, program, '--task', task, String(rows), csv]);
      if (measure === undefined) throw new Error('node does not start');
      return measure;
    };
    console.log(
      `${SAMPLE} of ${rows} households; CSV of ${(statSync(file('sorted')).size / 2 ** 20).toFixed(0)} MiB, 6 columns; Node ${process.version}\n`,
    );
    printRow(['', 'ours', 'ours', 'peer', 'peer', 'peer', 'ratio', 'ratio', '']);
    printRow(['', 'clock', 'cpu', '', 'clock', 'cpu', 'clock', 'cpu', '']);
    const python = run('python3', ['-', String(rows), String(SAMPLE), SEED], PYTHON);
    const tickets = node('tickets', '', '--max-old-space-size=6000');
    if (python !== undefined && python.check !== tickets.check)
      throw new Error(`Python drew ${python.check}, we drew ${tickets.check}`);
    row('tickets, ids in memory', tickets, 'Python hashlib + heapq', python, 1.2);
    row(
      'positions by index',
      node('indices'),
      'R sample.int',
      run('Rscript', ['-e', R, String(rows), String(SAMPLE)]),
      2,
    );

    const peaks: [string, Measure][] = [];
    for (const order of ['sorted', 'shuffled']) {
      const runs = { papaparse: [] as Measure[], draw: [] as Measure[], 'draw-index': [] as Measure[] };
      // In turn, because the same run varies by a fifth from one minute to the next.
      for (let round = 0; round < ROUNDS; round++)
        for (const task of ['papaparse', 'draw', 'draw-index'] as const)
          runs[task].push(node(task, file(order)));
      const papaparse = best(runs.papaparse);
      for (const [task, name] of [
        ['draw', 'tickets'],
        ['draw-index', 'positions'],
      ] as const) {
        const ours = best(runs[task]);
        peaks.push([`${name}, ${order} CSV`, ours]);
        row(`CSV (${order} ids) to sample, ${name}`, ours, 'papaparse, reading alone', papaparse, 1.5);
      }
      peaks.push([`papaparse alone, ${order} CSV`, papaparse]);
      if (order === 'sorted')
        row(
          '(papaparse itself, reading alone)',
          papaparse,
          'csv-parse, reading alone',
          node('csv-parse', file(order)),
          undefined,
        );
    }
    console.log(`\npeak memory of the process${small ? '' : ' (goal 150 MB)'}`);
    for (const [name, measure] of peaks)
      console.log(`${name.padEnd(44)}  ${measure.megabytes.toFixed(0).padStart(5)} MB`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const [flag, task = '', rows = '0', file = ''] = process.argv.slice(2);
if (flag === '--task') {
  const work = tasks[task];
  if (work === undefined) throw new Error(`no task ${task}`);
  console.log(await work(Number(rows), file));
} else {
  await main(process.argv.includes('--small'));
}
