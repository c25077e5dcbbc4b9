import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUppyPage, type UppyPage } from '../plugins/vfs/testing/uppy-page.js';
import { type OracleProcess, OracleProject } from './support/oracle-process.js';

/** Milliseconds from the request that makes the file to `kill -9`: before, while and after its parts are joined. */
const KILLS = [0, 3, 6, 10, 15, 25, 40, 80];
const SIZE = 3_000_001;
const PART = 1_000_000;

let uppy: UppyPage;
let project: OracleProject;
let oracle: OracleProcess;
let key: string;

beforeAll(async () => {
  uppy = await openUppyPage();
  // The client comes back to where it was.
  const env = { PORT: String(await freePort()), CORS_ORIGINS: uppy.origin };
  project = new OracleProject({ env, config: { plugins: { vfs: { uploadFolder: '/inbox' } } } });
  oracle = await project.start();
  key = await project.createKey('fs/write', 'fs/read');
}, 180_000);
afterAll(async () => {
  await uppy?.close();
  await project?.remove();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

const headers = () => ({ Authorization: `Bearer ${key}` });
const read = (path: string) => fetch(`${oracle.url}/api/fs/content?path=${path}`, { headers: headers() });

/** Kills the oracle after so many milliseconds, starts it, and says what the upload at `url` claims then. */
async function killAndStart(ms: number): Promise<void> {
  await sleep(ms);
  await oracle.stop('SIGKILL');
  oracle = await project.start();
}

/** An upload that claims all its bytes has its file, whoever asks after the boot. */
async function checkClaim(url: string, path: string, content: Buffer): Promise<void> {
  const claimed = await fetch(url, { method: 'HEAD', headers: { ...headers(), 'Tus-Resumable': '1.0.0' } });
  if (claimed.headers.get('upload-offset') !== String(content.length)) return;
  expect(Buffer.from(await (await read(path)).arrayBuffer()).equals(content)).toBe(true);
}

const RETRIES = [200, 400, 800, 1_600, 3_200, 6_400, 12_800];

describe.each([
  ['in parts', {}],
  ['side by side, and joined by another request', { parallelUploads: 3 }],
] as const)('an upload %s whose oracle is killed when it is to be a file', (kind, more) => {
  it.each(KILLS)(
    '%i ms after that was asked, is resumed by tus-js-client, and is the file',
    {
      timeout: 90_000,
    },
    async (ms) => {
      const content = randomBytes(SIZE);
      const path = `/tus/${kind.length}-${ms}.bin`;
      let killed: Promise<void> | undefined;
      let left = '';
      const outcome = await new Promise<string>((resolve) => {
        const options: UploadOptions = {
          endpoint: `${oracle.url}/api/fs/upload`,
          headers: headers(),
          metadata: { path },
          chunkSize: PART,
          retryDelays: RETRIES,
          ...more,
          onBeforeRequest: (request) => {
            const isLast =
              'parallelUploads' in more
                ? request.getHeader('Upload-Concat')?.startsWith('final') === true
                : request.getHeader('Upload-Offset') === String(3 * PART);
            if (!isLast || killed !== undefined) return;
            left = request.getURL();
            killed = killAndStart(ms);
          },
          onSuccess: () => resolve('success'),
          // The client asks once to join, and tells of what broke; whoever is told presses the button again.
          onError: (error) => {
            if ('parallelUploads' in more && !isAgain) void again();
            else resolve(String(error));
          },
        };
        const sending = new Upload(content as unknown as File, options);
        let isAgain = false;
        const again = async () => {
          isAgain = true;
          await killed;
          sending.start();
        };
        sending.start();
      });
      await killed;
      expect(killed).toBeDefined();
      if (!('parallelUploads' in more)) await checkClaim(left, path, content);
      expect(outcome).toBe('success');
      expect(Buffer.from(await (await read(path)).arrayBuffer()).equals(content)).toBe(true);
    },
  );
});

it.each(KILLS)(
  'an upload from a page by Uppy goes on when its oracle was killed %i ms into the join',
  {
    timeout: 90_000,
  },
  async (ms) => {
    const name = `uppy-${ms}.bin`;
    let killed: Promise<void> | undefined;
    await uppy.page.route('**/api/fs/upload/**', async (route) => {
      const request = route.request();
      const isLast = request.method() === 'PATCH' && request.headers()['upload-offset'] === String(3 * PART);
      if (isLast && killed === undefined) killed = killAndStart(ms);
      await route.continue();
    });
    const options = { endpoint: `${oracle.url}/api/fs/upload`, headers: headers(), chunkSize: PART };
    const file = { name, type: 'application/octet-stream', size: SIZE };
    const { successful, failed } = await uppy.upload({ ...options, retryDelays: RETRIES }, [file]);
    await uppy.page.unroute('**/api/fs/upload/**');
    await killed;
    expect(killed).toBeDefined();
    expect([successful.length, failed]).toEqual([1, []]);
    expect(
      Buffer.from(await (await read(`/inbox/${name}`)).arrayBuffer()).equals(Buffer.alloc(SIZE, 7)),
    ).toBe(true);
  },
);
