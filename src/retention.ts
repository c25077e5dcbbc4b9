import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Logger } from './plugin/index.js';
import type { ErasedCounts, Forgettable, Store } from './store/types.js';

const DAY_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;
/** Conversations that go in one transaction: few, so that nobody waits long behind a slice. */
const SLICE = 10;
const PAUSE_MS = 20;

/**
 * Erases slice after slice, with a rest between, until nothing is left that may go; conversations with an answer under
 * way stay.
 */
export async function eraseInSlices(
  erasure: Store['erasure'],
  which: Forgettable,
  signal?: AbortSignal,
): Promise<ErasedCounts> {
  const total = { sessions: 0, runs: 0, messages: 0 };
  while (signal?.aborted !== true) {
    const slice = await erasure.erase(which, SLICE);
    if (slice.sessions === 0) break;
    total.sessions += slice.sessions;
    total.runs += slice.runs;
    total.messages += slice.messages;
    await sleep(PAUSE_MS);
  }
  return total;
}

/** The counts as the audit keeps them. */
export function countDetails({ sessions, runs, messages }: ErasedCounts): Record<string, string> {
  return { sessions: String(sessions), runs: String(runs), messages: String(messages) };
}

export interface RetentionDeps {
  readonly store: Pick<Store, 'erasure' | 'audit'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Conversations that nobody touched for so many days are erased; 0: none. */
  readonly days: number;
  /** In whose name: the owner's DID. */
  readonly actor: string;
}

/** One look: erases what is due, and records how much it was. */
export async function eraseUntouched(
  { store, clock, days, actor }: Omit<RetentionDeps, 'logger'>,
  signal?: AbortSignal,
): Promise<ErasedCounts> {
  const untouchedSince = clock.now() - days * DAY_MS;
  const erased = await eraseInSlices(store.erasure, { untouchedSince }, signal);
  if (erased.sessions > 0)
    await store.audit.record({
      action: 'conversations.expire',
      subject: 'conversations',
      actor,
      invoker: 'oracle',
      details: { ...countDetails(erased), days: String(days) },
    });
  return erased;
}

/** Looks now and every hour until the signal. Resolves when no look goes on; several processes may do so. */
export async function keepRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  if (deps.days === 0) return;
  while (!signal.aborted) {
    try {
      const { sessions } = await eraseUntouched(deps, signal);
      if (sessions > 0) deps.logger.info({ sessions, days: deps.days }, 'old conversations were erased');
    } catch (error) {
      deps.logger.error({ err: error }, 'old conversations could not be erased; trying again in an hour');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
