import { type GuardedFetchOptions, guardedFetch, type WorkProcess } from 'oracle-runtime/kit';
import type { PageBrowser } from './browser.js';
import type { PageWork } from './read-process.js';
import { Refusal } from './refusal.js';
import type { Robots } from './robots.js';
import type { ReadableText } from './to-markdown.js';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_TEXT = 300_000;
const TIMEOUT_MS = 20_000;
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

/** @throws Refusal, FetchRefused, WorkError, the system's errors */
export async function scrape(
  url: URL,
  { robots, agent, reader, browser, ...guard }: ScrapeOptions,
): Promise<ScrapedPage> {
  const answer = await guardedFetch(url, {
    ...guard,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: MOST_BYTES,
    redirects: 5,
    headers: { 'User-Agent': agent, Accept: 'text/html, text/plain;q=0.9, text/markdown;q=0.9' },
    before: (hop) => robots.check(hop),
    reads: (mediaType) => READ.test(mediaType),
  });
  const { status, mediaType, body, headers, url: place } = answer;
  if (status !== 200) throw new Refusal(`${place.host} answers ${status}.`);
  const text = decoded(body, headers['content-type'] ?? '');
  if (text.includes('\0'))
    throw new Refusal('The page cannot be read: it is no text, whatever its type says.');
  const isPage = mediaType.endsWith('html') || mediaType.endsWith('xml');
  const read = async (html: string) => reader.run({ html, url: place.href }, place.host);
  let { markdown, ...head }: ReadableText = isPage
    ? await read(text)
    : { title: place.pathname, markdown: text };
  if (markdown.trim() === '' && isPage && browser !== undefined)
    ({ markdown, ...head } = await read(await browser.render({ url: place, html: text })));
  if (markdown.trim() === '')
    throw new Refusal(
      `The page holds no text${browser === undefined ? ' as it is served; it may need a browser to show any' : ''}.`,
    );
  return {
    url: place.href,
    ...head,
    markdown: markdown.slice(0, MOST_TEXT),
    mediaType,
    fetchedAt: new Date().toISOString(),
    truncated: markdown.length > MOST_TEXT,
  };
}

/** By the charset of the header, else of the page itself, else as UTF-8. */
function decoded(body: Buffer, contentType: string): string {
  const head = body.subarray(0, 1_024).toString('latin1');
  const [, label] =
    /charset=["']?([\w.:-]+)/i.exec(contentType) ?? /<meta[^>]+charset=["']?([\w.:-]+)/i.exec(head) ?? [];
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
