import { z } from 'zod';
import type { PageIndex, SearchResult } from './page-index.js';
import { Refusal } from './refusal.js';

const TIMEOUT_MS = 10_000;
const answer = z.object({
  results: z.array(
    z.object({
      title: z.string().catch(''),
      url: z.string(),
      content: z.string().catch(''),
    }),
  ),
});

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
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async (response) => answer.parse(await response.json()))
    .catch(() => {
      throw new Refusal('The search engine behind this server does not answer as it should.');
    });
  return found.results.slice(0, limit).map(({ title, url, content }) => ({ title, url, snippet: content }));
}
