import type { ChainReader } from '../chain/chain-reader.js';
import { type FreshnessDeps, readAt } from '../local-index/freshness.js';
import { type EntitySummary, summaryOf } from './read-entity.js';

export interface EntityPage {
  readonly entities: readonly EntitySummary[];
  readonly nextCursor?: string;
}

export interface SearchReport extends EntityPage {
  /** Entities that were searched. */
  readonly searched: number;
  /** Of when the index is (RFC 3339), which was read to its end then; null while it is read for the first time. */
  readonly asOf: string | null;
  readonly note?: string;
}

interface PageQuery {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One page of the chain's entities, in its order. @throws OracleError */
export async function listEntities(
  query: PageQuery,
  reader: ChainReader,
  signal: AbortSignal,
): Promise<EntityPage> {
  const { records, next } = await reader.entities(query, signal);
  return { entities: records.map(summaryOf), ...(next === undefined ? {} : { nextCursor: next }) };
}

const MOST_WORDS = 10;

/** Entities whose record or DID document holds every word of the text, by the local index. */
export async function searchEntities(
  query: PageQuery & { readonly text: string },
  deps: FreshnessDeps,
  signal: AbortSignal,
): Promise<SearchReport> {
  const asOf = await readAt(['entities', 'documents'], deps, signal);
  const { rows, next } = await deps.index.search(searchWords(query.text), { ...query, after: query.cursor });
  return {
    entities: rows,
    ...(next === undefined ? {} : { nextCursor: next }),
    searched: await deps.index.countEntities(),
    asOf: asOf?.toISOString() ?? null,
    ...(asOf === undefined
      ? {
          note: 'The chain is being read for the first time: only a part of it was searched. Ask again in a while.',
        }
      : {}),
  };
}

/** `carbon projects` finds `project/carbon`: a plural is looked for by its singular, which it holds. */
function searchWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;"“”]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{L}{3,}[^s]s$/u.test(word) ? word.slice(0, -1) : word))
    .slice(0, MOST_WORDS);
}
