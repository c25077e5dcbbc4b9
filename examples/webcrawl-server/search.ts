import { timeLimit } from 'oracle-runtime/kit';
import { z } from 'zod';
import type { PageIndex, SearchResult } from './page-index.js';
import { Refusal } from './refusal.js';

const TIMEOUT_MS = 10_000;
const answer = z.object({ results: z.array(z.unknown()) });
const result = z
  .object({ title: z.string().catch(''), url: z.url(), content: z.string().catch('') })
  .transform(({ title, url, content }): SearchResult => ({ title: title || url, url, snippet: content }));

/** By a SearXNG instance (`GET <url>/search?format=json`) where there is one, else in the pages that were read here. */
export async function search(
  query: string,
  limit: number,
  searchUrl: string | undefined,
  index: PageIndex,
): Promise<SearchResult[]> {
  if (searchUrl === undefined) return index.search(query, limit);
  const asked = new URLSearchParams({ q: query, format: 'json' });
  const found = await fetch(`${searchUrl.replace(/\/+$/, '')}/search?${asked}`, {
    signal: timeLimit(TIMEOUT_MS),
  })
    .then(async (response) => answer.parse(await response.json()))
    .catch(() => {
      throw new Refusal('The search engine behind this server does not answer as it should.');
    });
  // One that leads nowhere takes none of the others with it.
  return found.results.flatMap((each) => result.safeParse(each).data ?? []).slice(0, limit);
}
