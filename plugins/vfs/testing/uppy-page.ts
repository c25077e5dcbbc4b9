import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';

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

/** How the files of one upload ended. */
export interface Outcome {
  readonly successful: readonly { readonly name: string; readonly url: string }[];
  readonly failed: readonly { readonly name: string; readonly error: string }[];
}

/** A page of another site, with Uppy in it, in a real browser. */
export interface UppyPage {
  /** What the oracle's `CORS_ORIGINS` must name. */
  readonly origin: string;
  readonly page: Page;
  /** Uploads with these options of Uppy's tus plugin; resolves when each file has ended. */
  upload(options: object, files: readonly object[]): Promise<Outcome>;
  close(): Promise<void>;
}

export async function openUppyPage(): Promise<UppyPage> {
  if (!existsSync(CHROMIUM))
    throw new Error(`These tests need Chromium at ${CHROMIUM}, or where ORACLE_TEST_CHROMIUM says.`);
  const script = await pageScript();
  const site = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const page = await (await browser.newContext()).newPage();
  await page.goto(origin);
  return {
    origin,
    page,
    upload: (options, files) =>
      page.evaluate(
        ([chosen, list]) =>
          (globalThis as unknown as { upload(options: object, files: unknown): Promise<Outcome> }).upload(
            chosen as object,
            list,
          ),
        [options, files] as const,
      ),
    async close() {
      await browser.close();
      site.close();
    },
  };
}
