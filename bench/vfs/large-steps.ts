/** What is done to large folders, a large registry and a large upload, each step from where the one before it left off. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';

/** Files that one copy makes, in a tenth as many folders. */
const SEED = 1_000;
const MIB = 1024 * 1024;
const PART_BYTES = 64 * MIB;

export interface Size {
  readonly files: number;
  readonly rows: number;
  readonly mib: number;
}

/** What a step leaves to a later one. */
export interface Left {
  registry: string;
  upload: string;
}

/** Asks as the owner. @throws Error for an answer that is no success, but for those that `also` are one */
export type Request = (
  method: string,
  path: string,
  init?: Omit<RequestInit, 'method'> & { readonly also?: readonly number[] },
) => Promise<Response>;

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

/** What a purge has done stays done when its answer does not come within the five minutes that fetch waits. */
async function purgeAll(request: Request, path: string): Promise<void> {
  for (;;) {
    try {
      await request('DELETE', `/api/fs/trash?path=${path}`, { also: [404] });
      return;
    } catch (error) {
      const { cause } = error as { readonly cause?: { readonly code?: string } };
      if (cause?.code !== 'UND_ERR_HEADERS_TIMEOUT') throw error;
    }
  }
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

export interface Step {
  readonly name: string;
  readonly run: (request: Request, left: Left) => Promise<unknown>;
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
        await purgeAll(request, '/moved');
      },
    },
  ];
}

function registrySteps({ rows }: Size): Step[] {
  return [
    {
      name: `registry of ${rows} rows read`,
      async run(request, left) {
        const body = Readable.toWeb(Readable.from(registryRows(rows))) as ReadableStream;
        const init = { body, duplex: 'half', headers: { 'Content-Type': 'text/csv' } } as RequestInit;
        const response = await request('POST', '/v1/sampling/registries?name=large.csv', init);
        left.registry = z.object({ registryId: z.string() }).parse(await response.json()).registryId;
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
      async run(request, left) {
        left.upload = await uploadButOne(request, bytes);
      },
    },
    {
      name: 'the last byte, with which it is a file',
      run: (request, { upload }) => sendPart(request, upload, bytes - 1, Buffer.alloc(1)),
    },
  ];
}

export const STEPS: Readonly<Record<string, (size: Size) => Step[]>> = {
  folder: folderSteps,
  registry: registrySteps,
  upload: uploadSteps,
};
