import { serveWork } from 'oracle-runtime/kit';
import { type ReadableText, toMarkdown, Unreadable } from './to-markdown.js';

/** A page as it came, and where from. */
export interface PageWork {
  readonly html: string;
  readonly url: string;
}

serveWork(async ({ html, url }: PageWork): Promise<ReadableText> => {
  try {
    return toMarkdown(html, new URL(url));
  } catch (error) {
    // What a library trips over says nothing to who asked.
    throw error instanceof Unreadable ? error : new Unreadable('no text can be made of its markup');
  }
});
