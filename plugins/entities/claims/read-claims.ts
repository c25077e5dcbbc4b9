import { setMaxListeners } from 'node:events';
import { OracleError } from 'oracle-runtime/plugin';
import type { ChainReader } from '../chain/chain-reader.js';
import type { Claim, Collection } from '../chain/records.js';
import { type FreshnessDeps, readAt } from '../local-index/freshness.js';
import { type ClaimSummary, type CollectionSummary, claimSummaryOf, collectionSummaryOf } from './claim.js';

export interface ClaimsQuery {
  /** Of any without. */
  readonly collectionId: string | undefined;
  readonly state: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface ClaimsReport {
  /** Which claims were asked for, when not all. */
  readonly state?: string;
  /** As the chain has it now; null when it cannot be asked, or none was asked for. */
  readonly collection: CollectionSummary | null;
  readonly claims: readonly ClaimSummary[];
  /** Claims of that state in the index; not known until it was read to its end. */
  readonly total?: number;
  readonly nextCursor?: string;
  /**
   * Of when it is (RFC 3339): when the index was last read to its end, or of the latest block of a node that is behind; null
   * while it is read for the first time.
   */
  readonly asOf: string | null;
  readonly note?: string;
}

interface Deps extends FreshnessDeps {
  readonly reader: ChainReader;
}

/**
 * Claims of a collection or of all. The chain lists claims of all collections and states only, so the index finds them;
 * each that is shown is then read from the chain itself, so that none is told open which has been evaluated meanwhile.
 * @throws OracleError `not_found` for no such collection, `unavailable` while none can be told of and the index was never
 * read to its end, or what the chain's failures are
 */
export async function readClaims(query: ClaimsQuery, deps: Deps, signal: AbortSignal): Promise<ClaimsReport> {
  const { index, reader } = deps;
  const { collectionId, state } = query;
  const { collection, failure } =
    collectionId === undefined ? {} : await collectionOf(collectionId, reader, signal);
  const asOf = await readAt(['claims'], deps, signal);
  if (failure !== undefined && asOf === undefined) throw failure;
  const found = await index.claims({ ...query, after: query.cursor });
  if (asOf === undefined && collection === undefined && found.rows.length === 0) throw unread(deps);
  const fresh =
    failure === undefined ? await refreshed(found.rows, deps, signal) : { claims: found.rows, failed: true };
  const claims = fresh.claims.filter((claim) => state === undefined || claim.state === state);
  const [total, all] = await Promise.all([
    index.countClaims(collectionId, state),
    index.countClaims(collectionId, undefined),
  ]);
  const note = noteOf({
    asOf,
    collection,
    all,
    failed: fresh.failed,
    unread: deps.follower.failureOf('claims'),
  });
  return {
    ...(state === undefined ? {} : { state }),
    collection: collection === undefined ? null : collectionSummaryOf(collection),
    claims,
    ...(asOf === undefined ? {} : { total }),
    ...(found.next === undefined ? {} : { nextCursor: found.next }),
    asOf:
      asOf === undefined ? null : new Date(Math.min(asOf.getTime(), reader.madeAt ?? Infinity)).toISOString(),
    ...(note === undefined ? {} : { note }),
  };
}

async function collectionOf(
  id: string,
  reader: ChainReader,
  signal: AbortSignal,
): Promise<{ collection?: Collection; failure?: OracleError }> {
  let collection: Collection | undefined;
  try {
    collection = await reader.collection(id, signal);
  } catch (error) {
    signal.throwIfAborted();
    // Without a chain there is nothing to tell; with one that is away, the index may still have an answer.
    if (OracleError.isInstance(error) && reader.configured) return { failure: error };
    throw error;
  }
  if (collection !== undefined) return { collection };
  throw new OracleError('not_found', {
    detail: `The chain has no claim collection ${JSON.stringify(id.slice(0, 100))}.`,
    hint: 'A collection is named by its number, such as 12.',
  });
}

/** The rows as the chain has them now. One that it cannot tell about stays as it was. */
async function refreshed(
  rows: readonly ClaimSummary[],
  { reader, index }: Deps,
  signal: AbortSignal,
): Promise<{ claims: readonly ClaimSummary[]; failed: boolean }> {
  // Each of them listens to it.
  setMaxListeners(0, signal);
  const answers = await Promise.allSettled(rows.map(({ id }) => reader.claim(id, signal)));
  signal.throwIfAborted();
  const read: Claim[] = [];
  const claims = rows.map((row, at) => {
    const answer = answers[at];
    if (answer?.status !== 'fulfilled' || answer.value === undefined) return row;
    read.push(answer.value);
    return claimSummaryOf(answer.value);
  });
  await index.keepClaims(read);
  return { claims, failed: answers.some(({ status }) => status === 'rejected') };
}

/** Of claims that were never read none can be said to be none. */
function unread({ follower }: FreshnessDeps): OracleError {
  const why = follower.failureOf('claims') ?? 'the claims of the chain are being read for the first time';
  return new OracleError('unavailable', {
    detail: `It is not known which claims there are: ${why}.`.replace(/\.+$/u, '.'),
    hint: 'Ask again in a while.',
  });
}

function noteOf(found: {
  readonly asOf: Date | undefined;
  readonly collection: Collection | undefined;
  readonly all: number;
  readonly failed: boolean;
  /** Why the list cannot be read, where it cannot. */
  readonly unread: string | undefined;
}): string | undefined {
  if (found.failed) return 'The chain could not be asked just now: what is shown is as of the time in asOf.';
  if (found.asOf === undefined && found.unread !== undefined)
    return `How many there are is not known: ${found.unread}`;
  if (found.asOf === undefined)
    return 'The claims of the chain are being read for the first time: this is a part of them. Ask again in a while.';
  const counted = Number(found.collection?.count ?? found.all);
  if (counted === found.all) return undefined;
  return `The chain counts ${counted} claims of this collection, the index has ${found.all}: it is read again every few minutes.`;
}
