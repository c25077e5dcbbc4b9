import type { KnownCapability } from '../planner/choosing/rank-capabilities.js';

/** Matches that a query returns at most. */
const MATCH_LIMIT = 8;

export interface FoundCapabilities<Entry> {
  readonly found: readonly Entry[];
  /** Said where a query matches nothing: a list in no order is no answer to it. */
  readonly note?: string;
}

/** The best matches of a query; all when there is none, or it matches nothing, so that whoever asks can still choose. */
export async function findCapabilities<Entry extends KnownCapability>(
  query: string | undefined,
  all: readonly Entry[],
): Promise<FoundCapabilities<Entry>> {
  if (query === undefined || query.trim() === '') return { found: all };
  // What was learnt is large, and a boot must not pay for it.
  const { rankByMeaning } = await import('../planner/choosing/rank-by-meaning.js');
  const names = (await rankByMeaning(query, all)).slice(0, MATCH_LIMIT);
  const matches = names.flatMap((name) => all.find((entry) => entry.name === name) ?? []);
  return matches.length > 0
    ? { found: matches }
    : { found: all, note: 'Nothing matches the query: this is all there is, in no order of fitness.' };
}
