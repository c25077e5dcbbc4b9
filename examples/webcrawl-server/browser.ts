import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type GuardedFetchOptions, guardedFetch, timeLimit } from 'oracle-runtime/kit';
import type { Frame, Page, Request, Route } from 'playwright-core';
import { holdsText } from './holds-text.js';
import { Refusal } from './refusal.js';

const AT_ONCE = 1;
const MOST_WAITING = 4;
const WHOLE_MS = 20_000;
const QUIET_MS = 5_000;
/** How long a page may take until it shows any text. */
const TEXT_MS = 15_000;
const LOOK_MS = 250;
const MOST_REQUESTS = 60;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_HTML = 5 * 1024 * 1024;
/** What a page may load to become text. */
const LOADED = new Set(['script', 'xhr', 'fetch']);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** A page as a host served it. */
export interface ServedPage {
  readonly url: URL;
  readonly html: string;
}

/** What its programs made of a page, or where they go on to. */
export type RenderedPage = { readonly html: string } | { readonly movesTo: URL };

export interface BrowserOptions extends Pick<GuardedFetchOptions, 'trusted' | 'lookup' | 'before'> {
  /** Path of Chromium. */
  readonly executable: string;
  readonly agent: string;
  /** False only where the operator says so, such as in a container whose user is root. */
  readonly sandboxed: boolean;
}

/**
 * The Chromium of this machine, for pages that hold no text until a program has run. It has no way to the network: what its
 * page asks for is fetched by the guard and handed in, scripts and data alone, and all else that it tries leads nowhere.
 */
export class PageBrowser {
  readonly #options: BrowserOptions;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  /**
   * The page's HTML once its programs have run and it shows a text. One that goes on to another place is not followed: who
   * asked reads that place as it reads any.
   * @throws Refusal where it shows no text in time
   */
  async render(page: ServedPage, signal?: AbortSignal): Promise<RenderedPage> {
    if (this.#waiting >= AT_ONCE + MOST_WAITING)
      throw new Refusal('Too many pages wait for the browser of this server; try again later.');
    this.#waiting += 1;
    const done = this.#last.then(() => {
      signal?.throwIfAborted();
      return this.#renderNow(page);
    });
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #renderNow(page: ServedPage): Promise<RenderedPage> {
    // What it leaves on the disk when it is killed goes with it.
    const folder = await mkdtemp(join(tmpdir(), 'webcrawl-chromium-'));
    try {
      return await this.#renderIn(folder, page);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }

  async #renderIn(folder: string, { url, html }: ServedPage): Promise<RenderedPage> {
    const { chromium } = await import('playwright-core');
    const { executable, sandboxed, agent } = this.#options;
    // A process for each page, which is killed whatever the page does with it.
    const server = await chromium.launchServer({
      executablePath: executable,
      env: { ...process.env, TMPDIR: folder },
      chromiumSandbox: sandboxed,
      args: [
        // Whatever goes past the hand-over finds no proxy and no name, on this machine neither.
        '--proxy-server=http://127.0.0.1:9',
        '--proxy-bypass-list=<-loopback>',
        '--host-resolver-rules=MAP * ~NOTFOUND',
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--js-flags=--max-old-space-size=256',
        '--disable-gpu',
        '--disable-dev-shm-usage',
      ],
    });
    const deadline = timeLimit(WHOLE_MS);
    const late = new Promise<never>((_, reject) =>
      deadline.addEventListener('abort', () =>
        reject(new Refusal(`${url.host} keeps the browser busy for more than ${WHOLE_MS / 1_000} s.`)),
      ),
    );
    try {
      return await Promise.race([late, this.#open(server.wsEndpoint(), { url, html }, agent, deadline)]);
    } finally {
      await server.kill().catch(() => undefined);
    }
  }

  async #open(
    endpoint: string,
    { url, html }: ServedPage,
    userAgent: string,
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.connect(endpoint);
    const context = await browser.newContext({ userAgent, serviceWorkers: 'block', acceptDownloads: false });
    await context.routeWebSocket(/.*/, (socket) => socket.close());
    let [requests, served] = [0, false];
    const page = await context.newPage();
    const moving = new Promise<RenderedPage>((resolve, reject) => {
      const answer = async (route: Route) => {
        const request = route.request();
        if (request.isNavigationRequest() && frameOf(request) === page.mainFrame()) {
          if (!served) {
            served = true;
            return route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: html });
          }
          if (request.method() === 'GET') resolve({ movesTo: new URL(request.url()) });
          else reject(new Refusal(`${url.host} sends its readers on by a form, which nobody filled in.`));
          // No content: the browser stays where it is, and makes no page of its own about what it could not reach.
          return route.fulfill({ status: 204 });
        }
        requests += 1;
        const isWanted = request.method() === 'GET' && LOADED.has(request.resourceType());
        if (!isWanted || requests > MOST_REQUESTS) return route.abort();
        return this.#handIn(route, signal);
      };
      // The browser is killed when the time is up, whatever of this is under way.
      const nowhere = (route: Route) => route.abort().catch(() => undefined);
      context.route('**/*', (route) => answer(route).catch(() => nowhere(route))).catch(reject);
    });
    moving.catch(() => undefined);
    return await Promise.race([moving, contentOf(page, url)]);
  }

  async #handIn(route: Route, signal: AbortSignal): Promise<void> {
    const { trusted, lookup, before, agent } = this.#options;
    try {
      const { status, headers, body } = await guardedFetch(new URL(route.request().url()), {
        ...(trusted && { trusted }),
        ...(lookup && { lookup }),
        ...(before && { before }),
        signal,
        maxBytes: MOST_BYTES,
        redirects: 5,
        headers: { 'User-Agent': agent },
      });
      const passed = ['content-type', 'access-control-allow-origin'].flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      await route.fulfill({ status, headers: Object.fromEntries(passed), body });
    } catch {
      await route.abort().catch(() => undefined);
    }
  }
}

/** The frame that asks for a page; undefined of a window that a page opens, whose frame is not there yet. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** @throws Refusal where the page shows no text in time */
async function contentOf(page: Page, url: URL): Promise<RenderedPage> {
  const began = Date.now();
  try {
    await page.goto(url.href, { waitUntil: 'load' });
  } catch {
    // It goes on elsewhere while it loads, which is told apart from this; a while for that.
    await page.waitForTimeout(QUIET_MS).catch(() => undefined);
    throw new Refusal(`${url.host} cannot be shown by the browser of this server.`);
  }
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
  while (!holdsText(await page.evaluate('document.body ? document.body.innerText : ""'))) {
    if (Date.now() - began > TEXT_MS)
      throw new Refusal(`The page shows no text within ${TEXT_MS / 1_000} s.`);
    await page.waitForTimeout(LOOK_MS);
  }
  // Chromium's own pages are nobody's words.
  if (page.url().startsWith('chrome'))
    throw new Refusal(`${url.host} cannot be shown by the browser of this server.`);
  return { html: (await page.content()).slice(0, MOST_HTML) };
}

/** Chromium as a PATH has it; undefined where it is not installed. */
export function installedChromium(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
