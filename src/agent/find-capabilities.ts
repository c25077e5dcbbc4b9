import { type KnownCapability, rankCapabilities } from '../planner/rank-capabilities.js';

/** Matches that a query returns at most. */
const MATCH_LIMIT = 8;

/** The best matches of a query; all when it matches nothing, or there is none, so that whoever asks can still choose. */
export function findCapabilities<Entry extends KnownCapability>(
  query: string | undefined,
  all: readonly Entry[],
): readonly Entry[] {
  const ranked = query === undefined ? [] : rankCapabilities(query, all).slice(0, MATCH_LIMIT);
  const matches = ranked.flatMap(({ name }) => all.find((entry) => entry.name === name) ?? []);
  return matches.length > 0 ? matches : all;
}
