import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainFollower } from './follow-chain.js';
import type { ListName } from './lists.js';
import type { LocalIndex } from './local-index.js';

export interface FreshnessDeps {
  readonly index: LocalIndex;
  readonly follower: ChainFollower;
  /** How long to wait for a list that is being read for the first time, in milliseconds. */
  readonly firstRoundMs: number;
}

/**
 * When lists were last read to their end (the oldest of them), waiting a little for a first time. Undefined while one
 * was not: what the index says of it is a part only.
 */
export async function readAt(
  lists: readonly ListName[],
  { index, follower, firstRoundMs }: FreshnessDeps,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const times: number[] = [];
  for (const list of lists) {
    const done = follower.nextRound(list);
    let { completedAt } = await index.progress(list);
    if (completedAt === undefined) {
      const enough = new AbortController();
      const timer = sleep(firstRoundMs, undefined, { signal: AbortSignal.any([signal, enough.signal]) });
      await Promise.race([done, timer.catch(() => undefined)]);
      enough.abort();
      signal.throwIfAborted();
      completedAt = (await index.progress(list)).completedAt;
    }
    if (completedAt === undefined) return undefined;
    times.push(completedAt);
  }
  return new Date(Math.min(...times));
}
