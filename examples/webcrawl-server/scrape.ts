import { type GuardedFetchOptions, guardedFetch, timeLimit, type WorkProcess } from 'oracle-runtime/kit';
import type { PageBrowser } from './browser.js';
import { decodePage } from './decode-page.js';
import { holdsText } from './holds-text.js';
import type { PageWork } from './read-process.js';
import { Refusal } from './refusal.js';
import type { Robots } from './robots.js';
import type { ReadableText } from './to-markdown.js';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_TEXT = 300_000;
/** Of each place that is asked for. */
const TIMEOUT_MS = 20_000;
/** Of all of it, within the time that who asks waits for an answer. */
const WHOLE_MS = 40_000;
/** Seconds after which a page that sends its readers on was not there to be read. */
const SOON_S = 5;
/** Characters of a title. */
const MOST_TITLE = 500;
/** Pages that send their readers on to another one. */
const MOST_MOVES = 5;
const READ = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)$/;

/** A page as `web_scrape` answers it. */
export interface ScrapedPage {
  readonly url: string;
  readonly title: string;
  readonly byline?: string;
  readonly markdown: string;
  readonly mediaType: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly truncated: boolean;
}

export interface ScrapeOptions extends Pick<GuardedFetchOptions, 'trusted' | 'lookup'> {
  readonly robots: Robots;
  readonly agent: string;
  /** Reads pages apart: a stranger's page may take its reader as long as it likes. */
  readonly reader: WorkProcess<PageWork, ReadableText>;
  /** For pages without text as they are served; undefined where there is no browser. */
  readonly browser?: PageBrowser | undefined;
}

/**
 * Reads a page, and goes where it sends its readers on to: each place is asked for by the guard.
 * @throws Refusal, FetchRefused, WorkError, the system's errors
 */
export async function scrape(url: URL, options: ScrapeOptions): Promise<ScrapedPage> {
  const whole = timeLimit(WHOLE_MS);
  const late = new Promise<never>((_, reject) =>
    whole.addEventListener('abort', () =>
      reject(new Refusal(`Reading a page of ${url.host} takes longer than ${WHOLE_MS / 1_000} s.`)),
    ),
  );
  return Promise.race([late, follow(url, options, whole)]);
}

async function follow(start: URL, options: ScrapeOptions, whole: AbortSignal): Promise<ScrapedPage> {
  let url = start;
  for (let left = MOST_MOVES; ; left -= 1) {
    const read = await readOne(url, options, whole);
    if (!('movesTo' in read)) return read;
    if (left === 0 || read.movesTo.href === url.href)
      throw new Refusal(`${url.host} sends its readers on and on, and shows no text.`);
    url = read.movesTo;
  }
}

async function readOne(
  url: URL,
  { robots, agent, reader, browser, ...guard }: ScrapeOptions,
  whole: AbortSignal,
): Promise<ScrapedPage | { readonly movesTo: URL }> {
  const answer = await guardedFetch(url, {
    ...guard,
    signal: AbortSignal.any([whole, timeLimit(TIMEOUT_MS)]),
    maxBytes: MOST_BYTES,
    redirects: 5,
    headers: { 'User-Agent': agent, Accept: 'text/html, text/plain;q=0.9, text/markdown;q=0.9' },
    before: (hop) => robots.check(hop),
    reads: (mediaType) => READ.test(mediaType),
  });
  const { status, mediaType, body, headers, url: place } = answer;
  if (status !== 200) throw new Refusal(`${place.host} answers ${status}.`);
  const text = decodePage(body, headers['content-type'] ?? '');
  if (text.includes('\0'))
    throw new Refusal('The page cannot be read: it is no text, whatever its type says.');
  const pageOf = ({ markdown, title, byline }: ReadableText) => ({
    url: place.href,
    title: shortened(title),
    ...(byline && { byline: shortened(byline) }),
    markdown: markdown.slice(0, MOST_TEXT),
    mediaType,
    fetchedAt: new Date().toISOString(),
    truncated: markdown.length > MOST_TEXT,
  });
  const isPage = mediaType.endsWith('html') || mediaType.endsWith('xml');
  if (!isPage && text.trim() !== '') return pageOf({ title: place.pathname, markdown: text });
  if (!isPage) throw new Refusal('The page holds no text.');
  const read = (html: string) => reader.run({ html, url: place.href }, place.host, whole);
  const served = await read(text);
  const isText = holdsText(served.markdown);
  if (served.moves !== undefined) {
    const to = new URL(served.moves.to);
    // Nobody reads a page that is gone at once; one that loads itself anew, or after a while, is one to read.
    const isGone = served.moves.after <= SOON_S && to.href.split('#')[0] !== place.href.split('#')[0];
    if (isGone || !isText) return { movesTo: to };
  }
  if (isText) return pageOf(served);
  if (browser === undefined)
    throw new Refusal('The page holds no text as it is served; it may need a browser to show any.');
  const rendered = await browser.render({ url: place, html: text }, whole);
  if ('movesTo' in rendered) return rendered;
  const shown = await read(rendered.html);
  if (!holdsText(shown.markdown)) throw new Refusal('The page holds no text.');
  return pageOf(shown);
}

function shortened(title: string): string {
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE).replace(/[\uD800-\uDBFF]$/, '')}…` : title;
}
