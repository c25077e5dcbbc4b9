/**
 * How fast are published files? This oracle, which decrypts, checks and logs, beside nginx and sirv over the same bytes in
 * plaintext, and its folder archives beside `zip -0` and archiver, in one run, each in a process of its own. Prints
 * the rows of each section as Markdown the moment it is done.
 *
 *   npx tsx bench/vfs.ts              under five minutes, 3 GB of temporary disk
 *   npx tsx bench/vfs.ts --quick      a minute: shows that it works, says little
 *
 * Needs Linux (/proc) and the programs that it lists at its start; once, the registry for the peers. How long others wait
 * while large folders are changed is in vfs-large.ts.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMs, quantile, residentBytes } from './chat/process-stats.js';
import {
  archiverArgs,
  download,
  installPeers,
  isInstalled,
  type Oracle,
  requestRate,
  type Server,
  startNginx,
  startOracle,
  startSirv,
  timeOutput,
  upload,
} from './vfs/processes.js';

interface Effort {
  readonly rounds: number;
  readonly largeMiB: number;
  readonly wrkSeconds: number;
  readonly mebibyteFiles: number;
  readonly smallFiles: number;
  readonly rows: number;
  readonly pages: number;
  readonly downloads: number;
}

const FULL: Effort = {
  rounds: 5,
  largeMiB: 256,
  wrkSeconds: 2,
  mebibyteFiles: 1000,
  smallFiles: 20_000,
  rows: 100_000,
  pages: 200,
  downloads: 32,
};
const QUICK: Effort = {
  rounds: 2,
  largeMiB: 32,
  wrkSeconds: 1,
  mebibyteFiles: 50,
  smallFiles: 500,
  rows: 2000,
  pages: 4,
  downloads: 8,
};

const MIB = 1024 * 1024;
const SMALL_BYTES = 64;
const NAMESPACE = 'user:zBench';

/** One row of the table: a question and each contestant's answer. */
interface Row {
  readonly question: string;
  readonly unit: string;
  readonly answers: Readonly<Record<string, number>>;
}

/** The median of each over rounds in turn, so that a noisy moment meets all alike. */
async function inTurn(
  rounds: number,
  contestants: Readonly<Record<string, () => Promise<number>>>,
): Promise<Record<string, number>> {
  const values = new Map<string, number[]>();
  // The first round warms caches and compilers.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(contestants)) {
      const value = await measure();
      if (round > 0) values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, quantile(all, 0.5)]));
}

function makePlaintexts(dir: string, effort: Effort): void {
  mkdirSync(join(dir, 'mebibytes'), { recursive: true });
  const large = openSync(join(dir, 'large.bin'), 'w');
  for (let index = 0; index < effort.largeMiB; index++) writeSync(large, randomBytes(MIB));
  closeSync(large);
  writeFileSync(join(dir, '4k.bin'), randomBytes(4096));
  for (let index = 0; index < effort.mebibyteFiles; index++)
    writeFileSync(
      join(dir, 'mebibytes', `${String(index).padStart(6, '0')}.bin`),
      Buffer.alloc(MIB, 'benchmark '),
    );
  for (let index = 0; index < effort.smallFiles; index++) {
    const folder = join(dir, 'small', String(index % 100).padStart(2, '0'));
    if (index < 100) mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${String(index).padStart(6, '0')}.bin`),
      Buffer.alloc(SMALL_BYTES, 'benchmark '),
    );
  }
}

async function single(
  oracle: Oracle,
  peers: readonly Server[],
  root: string,
  effort: Effort,
): Promise<Row[]> {
  const large = await oracle.perform({ kind: 'file', path: '/large.bin', from: join(root, 'large.bin') });
  const small = await oracle.perform({ kind: 'file', path: '/4k.bin', from: join(root, '4k.bin') });
  const urls = (name: string, id: string | undefined): [Server, string][] => [
    [oracle, `${oracle.origin}/public/id/${id}`],
    ...peers.map((peer): [Server, string] => [peer, `${peer.origin}/${name}`]),
  ];
  const each = (of: [Server, string][], measure: (url: string, server: Server) => Promise<number>) =>
    inTurn(
      effort.rounds,
      Object.fromEntries(of.map(([server, url]) => [server.name, () => measure(url, server)])),
    );
  let uploads = 0;
  const etag = (await fetch(urls('4k.bin', small.id)[0]?.[1] ?? '')).headers.get('etag') ?? '';
  return [
    {
      question: `GET of ${effort.largeMiB} MiB`,
      unit: 'MB/s',
      answers: await each(urls('large.bin', large.id), async (url) => {
        const { bytes, seconds } = await download(url);
        return bytes / seconds / 1e6;
      }),
    },
    {
      question: `CPU of that GET in the server`,
      unit: 'ms',
      answers: await each(urls('large.bin', large.id), async (url, { pid }) => {
        const before = cpuMs(pid);
        await download(url);
        return cpuMs(pid) - before;
      }),
    },
    {
      question: 'GET of 4 KiB, 16 at a time',
      unit: '/s',
      answers: await each(urls('4k.bin', small.id), (url) => requestRate(url, effort.wrkSeconds)),
    },
    {
      question: 'the same, answered 304',
      unit: '/s',
      answers: await inTurn(effort.rounds, {
        [oracle.name]: () =>
          requestRate(`${oracle.origin}/public/id/${small.id}`, effort.wrkSeconds, [
            `If-None-Match: ${etag}`,
          ]),
        ...Object.fromEntries(
          await Promise.all(
            peers.map(async (peer) => {
              const url = `${peer.origin}/4k.bin`;
              const tag = (await fetch(url)).headers.get('etag') ?? '';
              return [
                peer.name,
                () => requestRate(url, effort.wrkSeconds, [`If-None-Match: ${tag}`]),
              ] as const;
            }),
          ),
        ),
      }),
    },
    {
      question: `upload of ${effort.largeMiB} MiB: hash, CID, CRC, encrypt, sync`,
      unit: 'MB/s',
      answers: await inTurn(Math.min(effort.rounds, 3), {
        [oracle.name]: async () => {
          uploads += 1;
          return (await upload(oracle, `/upload-${uploads}.bin`, join(root, 'large.bin'))) / 1e6;
        },
      }),
    },
  ];
}

async function archives(oracle: Oracle, root: string, effort: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [folder, count, bytes] of [
    ['mebibytes', effort.mebibyteFiles, MIB],
    ['small', effort.smallFiles, SMALL_BYTES],
  ] as const) {
    await oracle.perform({ kind: 'files', folder: `/${folder}`, count, bytes });
    const url = `${oracle.origin}/public/folder/${NAMESPACE}/${folder}`;
    const rate = (seconds: number) => (bytes === MIB ? (count * MIB) / seconds / 1e6 : count / seconds);
    rows.push({
      question: `ZIP of ${count} files of ${bytes === MIB ? '1 MiB' : `${bytes} bytes`}`,
      unit: bytes === MIB ? 'MB/s' : 'files/s',
      answers: await inTurn(Math.min(effort.rounds, 3), {
        [oracle.name]: async () => rate((await download(url)).seconds),
        ...(isInstalled('zip', '-v')
          ? { 'zip -0': async () => rate(await timeOutput('zip', ['-0', '-q', '-r', '-', folder], root)) }
          : {}),
        archiver: async () =>
          rate(await timeOutput(process.execPath, archiverArgs(join(root, folder), folder), root)),
      }),
    });
    rows.push({
      question: 'its first byte after',
      unit: 'ms',
      answers: { [oracle.name]: (await download(url)).firstByte * 1000 },
    });
  }
  return rows;
}

async function listing(oracle: Oracle, effort: Effort): Promise<Row> {
  await oracle.perform({ kind: 'rows', folder: '/rows', count: effort.rows });
  const times: number[] = [];
  let cursor = '';
  while (times.length < effort.pages) {
    const start = performance.now();
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${oracle.origin}/public/list/${NAMESPACE}?path=/rows&limit=500${after}`);
    const text = await response.text();
    times.push(performance.now() - start);
    const page: unknown = JSON.parse(text);
    cursor = typeof page === 'object' && page !== null && 'cursor' in page ? String(page.cursor) : '';
  }
  return {
    question: `a page of 500 among ${effort.rows} files (median)`,
    unit: 'ms',
    answers: { [oracle.name]: quantile(times, 0.5) },
  };
}

/** How far memory grows while many downloads run at once. */
async function memory(oracle: Oracle, effort: Effort): Promise<Row> {
  const before = residentBytes(oracle.pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(oracle.pid));
  }, 20);
  const place = `${oracle.origin}/public`;
  await Promise.all([
    ...Array.from({ length: effort.downloads }, () => download(`${place}/${NAMESPACE}/large.bin`)),
    ...['mebibytes', 'mebibytes', 'small', 'small'].map((folder) =>
      download(`${place}/folder/${NAMESPACE}/${folder}`),
    ),
  ]);
  clearInterval(sampling);
  return {
    question: `memory that ${effort.downloads} large downloads and 4 ZIPs at once add`,
    unit: 'MB',
    answers: { [oracle.name]: (peak - before) / 1e6 },
  };
}

/** One section as a table of its own, with a column for each contestant. */
function render(title: string, rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ answers }) => Object.keys(answers)))];
  const figure = (value: number | undefined) =>
    value === undefined ? '–' : value >= 100 ? value.toFixed(0) : value.toPrecision(3);
  return [
    '',
    `| ${title} | unit | ${names.join(' | ')} |`,
    `|---|---|${'---:|'.repeat(names.length)}`,
    ...rows.map(
      ({ question, unit, answers }) =>
        `| ${question} | ${unit} | ${names.map((name) => figure(answers[name])).join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

const introduction = (quick: boolean) =>
  [
    ...(quick ? ['A quick run: it shows that everything works; its figures are noise.'] : []),
    `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), client and servers on one machine;`,
    'medians of rounds in turn. nginx and sirv serve plaintext from disk; this oracle decrypts, checks every chunk and',
    'logs every read. Compare within a row: the ratios of one run are what a shared machine can say.',
    '',
  ].join('\n');

/** Says which programs take part. @throws Error when one is missing that nothing can be measured without */
function listPrograms(): void {
  const programs = [
    { name: 'curl', flag: '--version', use: 'downloads and uploads', needed: true },
    { name: 'wrk', flag: '--version', use: 'counts requests a second', needed: true },
    { name: 'nginx', flag: '-v', use: 'is compared with', needed: false },
    { name: 'zip', flag: '-v', use: 'is compared with', needed: false },
  ].map((program) => ({ ...program, there: isInstalled(program.name, program.flag) }));
  for (const { name, use, needed, there } of programs)
    process.stderr.write(
      `${name} ${use}: ${there ? 'installed' : needed ? 'missing, and needed' : 'missing, left out'}\n`,
    );
  const missing = programs.filter(({ needed, there }) => needed && !there).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`Install ${missing.join(' and ')}, then run this again.`);
}

async function main(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const effort = quick ? QUICK : FULL;
  listPrograms();
  installPeers();
  const dir = mkdtempSync(join(tmpdir(), 'bench-vfs-'));
  const servers: Server[] = [];
  try {
    const root = join(dir, 'plain');
    mkdirSync(root);
    makePlaintexts(root, effort);
    const oracle = await startOracle(dir);
    servers.push(oracle);
    const peers = [await startNginx(dir, root), await startSirv(root)].filter((peer) => peer !== undefined);
    servers.push(...peers);
    process.stdout.write(introduction(quick));
    for (const [name, measure] of [
      ['single files', () => single(oracle, peers, root, effort)],
      ['archives', () => archives(oracle, root, effort)],
      ['lists', async () => [await listing(oracle, effort)]],
      ['memory', async () => [await memory(oracle, effort)]],
    ] as const) {
      process.stderr.write(`measuring ${name} ...\n`);
      process.stdout.write(render(name, await measure()));
    }
  } finally {
    for (const server of servers) await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
