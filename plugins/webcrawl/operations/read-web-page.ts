import type { UpstreamWatch } from 'oracle-runtime/mcp';
import { type AnyOperation, type Clock, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Crawler } from '../crawler/crawler.js';
import { requirePublicLink } from '../crawler/public-link.js';
import type { KeepPages } from '../keeping/keep-pages.js';
import { STRANGERS } from './search-web.js';

/** Characters of a page that a model reads; all of it stands in the file. */
const FOR_MODEL = 16_000;
const FOR_PEOPLE = 600;
/** A link that is longer may carry words of the conversation out. */
const LONG_LINK = 300;

export interface ReadWebPageDeps {
  readonly crawler: Crawler;
  readonly watch: UpstreamWatch;
  readonly pages: KeepPages;
  readonly clock: Clock;
}

export function readWebPageOperation({ crawler, watch, pages, clock }: ReadWebPageDeps): AnyOperation {
  return defineOperation({
    name: 'read_web_page',
    title: 'Read a web page',
    description:
      'Reads a page of the public web as Markdown and keeps it in the files of the person. Cite it by `cite`.',
    effect: 'write',
    additive: true,
    scope: 'webcrawl',
    approval: ({ url }) => url.length > LONG_LINK,
    input: z.object({
      url: withWords(z.string().trim().min(8).max(2_000), { aliases: ['page', 'link', 'website'] }),
    }),
    answer: {
      description: 'The page, where it was kept, and how to cite it',
      schema: z.object({
        url: z.string().describe('Where it came from, after redirects'),
        title: z.string(),
        byline: z.string().optional(),
        markdown: z.string(),
        cut: z.boolean().describe('Whether some of it was left out'),
        cite: z.string(),
        file: z.object({ path: z.string(), cid: z.string() }).optional(),
        notKept: z.string().optional().describe('Why there is no file'),
      }),
    },
    tool: { timeoutMs: 60_000 },
    route: { method: 'post', path: '/web/read', rateLimit: 30 },
    describe: ({ url }) => `Read ${url}`,
    run: async ({ url }, { principal, signal }) => {
      const link = requirePublicLink(url);
      const page = await watch.noting(signal, () => crawler.scrape(link, signal));
      const kept = await pages.keep(principal, page);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const cite = `${page.title}, ${new URL(page.url).host}, read ${day}: ${page.url}`;
      return { ...page, cite, ...kept };
    },
    summary: ({ cite, markdown, file, notKept }) => {
      const begins = markdown.slice(0, FOR_PEOPLE).trim();
      const where = file === undefined ? `Not kept: ${notKept}.` : `Kept as ${file.path} (${file.cid}).`;
      return `${cite}\n\n${begins}${markdown.length > FOR_PEOPLE ? '…' : ''}\n\n${where}`;
    },
    forModel: ({ markdown, cut, ...rest }) => ({
      note: STRANGERS,
      ...rest,
      markdown: markdown.slice(0, FOR_MODEL),
      ...((cut || markdown.length > FOR_MODEL) && { more: 'This is its beginning; the file holds more.' }),
    }),
    undo: (_, { file }) =>
      file === undefined ? { unchanged: true } : { whyNot: `the page stays in your files: ${file.path}` },
  });
}
