import { serveWork } from 'oracle-runtime/kit';
import { type ReadableText, toMarkdown } from './to-markdown.js';

/** A page as it came, and where from. */
export interface PageWork {
  readonly html: string;
  readonly url: string;
}

serveWork(async ({ html, url }: PageWork): Promise<ReadableText> => toMarkdown(html, new URL(url)));
