import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const run = promisify(execFile);
const CHROMIUM = process.env['ORACLE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const PEER = fileURLToPath(new URL('../../../bench/peers/uppy/', import.meta.url));

/** Uppy and the page that uses it, as one script for a browser: what it asks of Node does not matter. */
async function pageScript(): Promise<string> {
  const flags = [
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    '--prefer-offline',
    '--engine-strict=false',
  ];
  await run('npm', ['install', ...flags, '--loglevel=error'], { cwd: PEER });
  const { outputFiles } = await build({
    entryPoints: [`${PEER}page.js`],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

interface Outcome {
  readonly successful: readonly { readonly name: string; readonly url: string }[];
  readonly failed: readonly { readonly name: string; readonly error: string }[];
}

describe('Uppy, in a page of another origin', () => {
  let vfs: VfsApp;
  let site: Server;
  let browser: Browser;
  let page: Page;
  let secret: string;
  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) {
      throw new Error(`These tests need Chromium at ${CHROMIUM}, or where ORACLE_TEST_CHROMIUM says.`);
    }
    const script = await pageScript();
    site = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    vfs = await startVfsApp({ quotaBytes: 3_000_000, uploadFolder: '/inbox' }, undefined, {
      CORS_ORIGINS: origin,
    });
    ({ secret } = await vfs.key('fs/write', 'fs/read', 'fs/delete'));
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await (await browser.newContext()).newPage();
    await page.goto(origin);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await vfs?.close();
    site?.close();
  });

  const upload = (files: readonly object[], more: object = {}): Promise<Outcome> => {
    const headers = { Authorization: `Bearer ${secret}` };
    const options = { endpoint: `${vfs.url}/api/fs/upload`, headers, ...more };
    return page.evaluate(
      ([chosen, list]) =>
        (globalThis as unknown as { upload(options: object, files: unknown): Promise<Outcome> }).upload(
          chosen as object,
          list,
        ),
      [options, files] as const,
    );
  };
  const read = (path: string) => vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/content?path=${path}`);
  const write = (path: string, body: Buffer | string) =>
    vfs.ucan({ can: 'fs/write' })('POST', `/api/fs/files?path=${path}`, { body });

  it('uploads files by name and type, an empty one too, and each is there', async () => {
    const { successful, failed } = await upload([
      { name: 'photo.webp', type: 'image/webp', size: 200_000 },
      { name: 'empty.txt', type: 'text/plain', size: 0 },
    ]);
    expect(failed).toEqual([]);
    expect(successful).toHaveLength(2);
    const photo = await read('/inbox/photo.webp');
    expect([photo.bytes.length, photo.headers.get('content-type')]).toEqual([200_000, 'image/webp']);
    expect((await read('/inbox/empty.txt')).status).toBe(200);
  });

  it('hears that a place is taken, and of a replacement that was meant', async () => {
    const file = { name: 'photo.webp', type: 'image/webp', size: 10 };
    const refused = await upload([file]);
    expect([refused.successful, refused.failed[0]?.error]).toEqual([
      [],
      expect.stringMatching(/409|already/),
    ]);
    expect((await read('/inbox/photo.webp')).bytes).toHaveLength(200_000);
    const meant = await upload([{ ...file, meta: { overwrite: 'true' } }]);
    expect(meant.failed).toEqual([]);
    expect((await read('/inbox/photo.webp')).bytes).toHaveLength(10);
  });

  it('hears of a place that was taken, and of a quota that was used up, while it sent', async () => {
    for (const [name, other] of [
      ['taken.bin', '/inbox/taken.bin'],
      ['large.bin', '/other.bin'],
    ] as const) {
      let isDone = false;
      await page.route('**/api/fs/upload/**', async (route) => {
        if (route.request().method() === 'PATCH' && !isDone) {
          isDone = true;
          const content = name === 'large.bin' ? Buffer.alloc(2_000_000) : 'first';
          expect((await write(other, content)).status).toBe(201);
        }
        await route.continue();
      });
      const { successful, failed } = await upload([
        { name, type: 'application/octet-stream', size: 1_500_000 },
      ]);
      await page.unroute('**/api/fs/upload/**');
      expect([successful, failed.length], name).toEqual([[], 1]);
      const got = await read(`/inbox/${name}`);
      if (name === 'taken.bin') expect(got.text).toBe('first');
      else expect(got.status).toBe(404);
    }
  });

  it('sends parts side by side and has one file', async () => {
    const file = { name: 'joined.bin', type: 'application/octet-stream', size: 300_001 };
    const { failed } = await upload([{ ...file, meta: { folder: '/side' } }], { parallelUploads: 3 });
    expect(failed).toEqual([]);
    expect((await read('/side/joined.bin')).bytes.equals(Buffer.alloc(300_001, 7))).toBe(true);
  });
});
