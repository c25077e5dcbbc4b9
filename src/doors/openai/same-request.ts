import { z } from 'zod';
import { sha256Hex } from '../../kit/index.js';
import type { Principal } from '../../plugin/index.js';
import { answeredBy } from '../../runs/answered-before.js';
import type { SentOnce, Store } from '../../store/types.js';
import type { LeftRuns } from '../left-runs.js';
import { DOOR } from './sessions.js';

/** How long a client may try a request again. */
const KEPT_MS = 24 * 3_600_000;

/** A request, so that it is known when it comes again. */
export interface SentRequest {
  readonly hash: string;
  /** Its client says that it has sent it before. */
  readonly retried: boolean;
}

/** A run that was begun, and where. */
export interface Begun {
  readonly sessionId: string;
  readonly runId: string;
}

export interface SameRequestDeps {
  readonly store: Pick<Store, 'runs' | 'conversations'>;
  readonly left: LeftRuns;
}

/** What clients say of a try beside the body. */
export const tryHeaders = {
  /** Of OpenAI's own clients: how often they have tried before. */
  'x-stainless-retry-count': z.string().max(20).optional(),
  'idempotency-key': z.string().min(1).max(400).optional(),
};

type TryHeaders = z.output<z.ZodObject<typeof tryHeaders>>;

/** @param names what else says which conversation the request is of, such as a header */
export function sentRequest(body: object, headers: TryHeaders, names: readonly unknown[]): SentRequest {
  const { 'x-stainless-retry-count': count, 'idempotency-key': key } = headers;
  const hash = sha256Hex(JSON.stringify([body, key, names]));
  return { hash, retried: key !== undefined || Number(count ?? 0) > 0 };
}

/**
 * The run that the same request has begun, while it is the last of its session: for a client that tries again, or asks while
 * it runs, or went away before its end, or answered what waited. What is asked once more after an answer that arrived is
 * asked anew.
 */
export async function begunBefore(
  { store, left }: SameRequestDeps,
  principal: Principal,
  { hash, retried }: SentRequest,
): Promise<Begun | undefined> {
  const { runs, conversations } = store;
  const sessionId = await conversations.find(nameOf(principal, hash));
  const last = sessionId === undefined ? undefined : await runs.last(sessionId);
  if (sessionId === undefined || last === undefined) return undefined;
  const before = await runs.last(sessionId, 1);
  const key = keyOf(before?.id, hash);
  if ((await conversations.sent({ plugin: DOOR, sessionId, key })) !== last.id) return undefined;
  const isSame =
    retried ||
    last.status === 'running' ||
    (await left.has(principal, last.id)) ||
    (before !== undefined && (await answeredBy(store, sessionId, before.id)) === last.id);
  return isSame ? { sessionId, runId: last.id } : undefined;
}

/** Names the run that a request is about to begin in a session, for {@link begunBefore}. */
export async function rememberRequest(
  { runs, conversations }: SameRequestDeps['store'],
  principal: Principal,
  sessionId: string,
  { hash }: SentRequest,
  now: number,
): Promise<SentOnce> {
  await conversations.bind(nameOf(principal, hash), sessionId);
  const before = await runs.last(sessionId);
  return { plugin: DOOR, key: keyOf(before?.id, hash), expiresAt: now + KEPT_MS };
}

function nameOf({ id: owner }: Principal, hash: string) {
  return { plugin: DOOR, owner, key: `request:${hash}` };
}

/** The same words later in the session are another request. */
function keyOf(before: string | undefined, hash: string): string {
  return `${before ?? 'first'}:${hash}`;
}
