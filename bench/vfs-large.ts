/**
 * How long does everybody else wait while a folder of 100,000 files in 10,000 folders is made by copies, published, listed,
 * packed, copied, moved, trashed, restored and purged, while a registry of ten million rows is read and drawn from, and
 * while 5 GB are uploaded in parts? The product in a process of its own, asked over HTTP; prints, the moment that a step
 * is done, the worst turn of its event loop (aim: 50 ms), the longest that /health took somebody else, and how long it took.
 *
 *   npx tsx bench/vfs-large.ts                       some minutes, 8 GB of temporary disk
 *   npx tsx bench/vfs-large.ts --dir DIR             keeps all in DIR: what was cut goes on at its step
 *   npx tsx bench/vfs-large.ts --only folder --files 2000
 *   npx tsx bench/vfs-large.ts --only registry --rows 100000 --only upload --mib 64
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Oracle, startOracle } from './vfs/processes.js';

/** Files that one copy makes, in a tenth as many folders. */
const SEED = 1_000;
const MIB = 1024 * 1024;
const PART_BYTES = 64 * MIB;

interface Size {
  readonly files: number;
  readonly rows: number;
  readonly mib: number;
}

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

type Request = (
  method: string,
  path: string,
  init?: Omit<RequestInit, 'method'> & { readonly also?: readonly number[] },
) => Promise<Response>;

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

const json = (value: object) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
const numbered = (value: number) => String(value).padStart(4, '0');

async function countFiles(request: Request, folder: string): Promise<number> {
  let count = 0;
  for await (const page of pages(request, folder)) count += page;
  return count;
}

async function* pages(request: Request, folder: string): AsyncGenerator<number> {
  const page = z.object({ files: z.array(z.unknown()), cursor: z.string().optional() });
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const query = new URLSearchParams({ path: folder, limit: '1000', ...(cursor && { cursor }) });
    const response = await request('GET', `/api/fs/files?${query}`, { also: [404] });
    const read = response.ok ? page.parse(await response.json()) : { files: [], cursor: undefined };
    cursor = read.cursor;
    yield read.files.length;
  }
}

/** Copies, also where a run that was cut left half of it. */
async function copyAnew(request: Request, from: string, to: string): Promise<void> {
  const body = json({ from, to });
  if ((await request('POST', '/api/fs/copy', { ...body, also: [409] })).status !== 409) return;
  await request('DELETE', `/api/fs/folders?path=${to}`);
  await request('DELETE', `/api/fs/trash?path=${to}`);
  await request('POST', '/api/fs/copy', body);
}

async function* registryRows(rows: number): AsyncGenerator<string> {
  yield 'household_id,village\n';
  const step = 10_000;
  for (let at = 0; at < rows; at += step)
    yield Array.from(
      { length: Math.min(step, rows - at) },
      (_, n) => `HH-${String(at + n).padStart(8, '0')},v${(at + n) % 40}\n`,
    ).join('');
}

async function download(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
}

/** Uploads all but the last byte; says where that goes. */
async function uploadButOne(request: Request, bytes: number): Promise<string> {
  const headers = { 'Tus-Resumable': '1.0.0' };
  const metadata = `path ${Buffer.from(`/upload-${Date.now()}.bin`).toString('base64')}`;
  const begun = await request('POST', '/api/fs/upload', {
    headers: { ...headers, 'Upload-Length': String(bytes), 'Upload-Metadata': metadata },
  });
  const location = begun.headers.get('location') ?? '';
  const part = Buffer.alloc(PART_BYTES, randomBytes(MIB));
  for (let at = 0; at < bytes - 1; at += PART_BYTES)
    await sendPart(request, location, at, part.subarray(0, bytes - 1 - at));
  return location;
}

const sendPart = (request: Request, location: string, offset: number, body: Buffer<ArrayBuffer>) =>
  request('PATCH', location, {
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body,
  });

interface Step {
  readonly name: string;
  readonly run: (request: Request, state: State) => Promise<unknown>;
}

/** Each leaves the next what it needs, and can be begun again. */
function folderSteps({ files }: Size): Step[] {
  const copies = Math.ceil(files / SEED);
  return [
    {
      name: `${SEED} files written, one by one`,
      async run(request) {
        for (let n = 0; n < SEED; n++)
          await request('POST', `/api/fs/files?path=/seed/${numbered(Math.floor(n / 10))}/${n % 10}.txt`, {
            body: `file ${n} of a large folder`,
            also: [409],
          });
      },
    },
    {
      name: `${files} files in ${files / 10} folders made by ${copies} copies`,
      async run(request) {
        for (let n = 0; n < copies; n++) {
          const to = `/large/${numbered(n)}`;
          if ((await countFiles(request, to)) !== SEED) await copyAnew(request, '/seed', to);
        }
      },
    },
    {
      name: 'published',
      run: (request) => request('PUT', '/api/fs/folders/public?path=/large&public=true'),
    },
    {
      name: 'listed, page by page',
      async run(request) {
        const listed = await countFiles(request, '/large');
        if (listed !== copies * SEED) throw new Error(`${listed} files were listed.`);
      },
    },
    {
      name: 'downloaded as a ZIP',
      run: async (request) => download(await request('GET', '/api/fs/folder/download?path=/large')),
    },
    { name: 'copied as a whole', run: (request) => copyAnew(request, '/large', '/copied') },
    {
      name: 'moved',
      run: (request) =>
        request('PUT', '/api/fs/folders/path', { ...json({ from: '/large', to: '/moved' }), also: [404] }),
    },
    {
      name: 'unpublished',
      run: (request) => request('PUT', '/api/fs/folders/public?path=/moved&public=false'),
    },
    {
      name: 'trashed',
      run: (request) => request('DELETE', '/api/fs/folders?path=/moved', { also: [404] }),
    },
    {
      name: 'restored',
      run: (request) =>
        request('POST', '/api/fs/trash/restore', { ...json({ path: '/moved' }), also: [404] }),
    },
    {
      name: 'trashed again and purged',
      async run(request) {
        await request('DELETE', '/api/fs/folders?path=/moved', { also: [404] });
        await request('DELETE', '/api/fs/trash?path=/moved');
      },
    },
  ];
}

function registrySteps({ rows }: Size): Step[] {
  return [
    {
      name: `registry of ${rows} rows read`,
      async run(request, state) {
        const body = Readable.toWeb(Readable.from(registryRows(rows))) as ReadableStream;
        const init = { body, duplex: 'half', headers: { 'Content-Type': 'text/csv' } } as RequestInit;
        const response = await request('POST', '/v1/sampling/registries?name=large.csv', init);
        state.registry = z.object({ registryId: z.string() }).parse(await response.json()).registryId;
      },
    },
    {
      name: '5000 drawn from it',
      run: (request, { registry }) =>
        request(
          'POST',
          '/v1/sampling/selections',
          json({ registryId: registry, sampleSize: 5_000, seed: 'a seed of this bench' }),
        ),
    },
  ];
}

function uploadSteps({ mib }: Size): Step[] {
  const bytes = mib * MIB;
  return [
    {
      name: `${mib} MiB uploaded in parts, but for the last byte`,
      async run(request, state) {
        state.upload = await uploadButOne(request, bytes);
      },
    },
    {
      name: 'the last byte, with which it is a file',
      run: (request, { upload }) => sendPart(request, upload, bytes - 1, Buffer.alloc(1)),
    },
  ];
}

const PARTS: Readonly<Record<string, (size: Size) => Step[]>> = {
  folder: folderSteps,
  registry: registrySteps,
  upload: uploadSteps,
};

/** Somebody else, who asks for /health all the time: the longest that they waited, milliseconds. */
function beSomebodyElse(origin: string): () => Promise<number> {
  const leaving = new AbortController();
  const asked = (async () => {
    let longest = 0;
    while (!leaving.signal.aborted) {
      const start = performance.now();
      await (await fetch(`${origin}/health`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - start);
      await sleep(5);
    }
    return longest;
  })();
  return () => {
    leaving.abort();
    return asked;
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
      only: { type: 'string', multiple: true, default: Object.keys(PARTS) },
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
    for (const step of values.only.flatMap((part) => PARTS[part]?.(size) ?? [])) {
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
