import { oneLine } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { publicLink } from './public-link.js';

/** A page that a search found. */
export interface Found {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** A page as it was read. */
export interface Page {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly title: string;
  readonly byline?: string;
  /** Of its main part. */
  readonly markdown: string;
  /** Whether the server left some of it out. */
  readonly cut: boolean;
}

/** Characters of a page that are kept. */
const MOST_TEXT = 400_000;

const line = (most: number) => z.string().transform((text) => oneLine(text, most));

const found = z.object({
  title: line(300).catch(''),
  url: z.string().transform((url, context) => {
    const link = publicLink(url);
    if (link === undefined) context.addIssue({ code: 'custom', message: 'is no public link' });
    return link ?? z.NEVER;
  }),
  snippet: line(500).catch(''),
});

const results = z.object({
  // One that leads to no public place takes none of the others with it.
  results: z.array(z.unknown()).transform((all) => all.flatMap((each) => found.safeParse(each).data ?? [])),
});

const page = z.object({
  url: found.shape.url,
  title: line(300).catch(''),
  byline: line(200).optional().catch(undefined),
  markdown: z.string().refine((text) => text.trim() !== ''),
  truncated: z.boolean().catch(false),
});

/** @throws OracleError `upstream_failed` for another shape */
export function readResults(given: unknown, limit: number): readonly Found[] {
  const parsed = results.safeParse(given);
  if (!parsed.success) throw wrong();
  return parsed.data.results.slice(0, limit);
}

/** @throws OracleError `upstream_failed` for another shape */
export function readPage(given: unknown): Page {
  const parsed = page.safeParse(given);
  if (!parsed.success) throw wrong();
  const { url, title, byline, markdown, truncated } = parsed.data;
  return {
    url,
    title: title === '' ? new URL(url).host : title,
    ...(byline && { byline }),
    markdown: markdown.slice(0, MOST_TEXT),
    cut: truncated || markdown.length > MOST_TEXT,
  };
}

function wrong(): OracleError {
  return new OracleError('upstream_failed', {
    detail: 'The web server answers in another form than it should.',
    hint: 'Its operator finds the protocol in docs/plugins/webcrawl.md.',
  });
}
