import type { Principal } from '../plugin/index.js';
import type { RunManager } from '../runs/run-manager-types.js';
import type { Store } from '../store/types.js';

/** Runs that are remembered as left; the oldest are forgotten. */
const MOST = 10_000;

/**
 * Runs whose clients went away before the end: by a stop, which most protocols cannot say in another way, or because the
 * connection was lost. Such a run goes on; what its client asks for next shows which it was.
 */
export class LeftRuns {
  readonly #followers = new Map<string, number>();
  readonly #left = new Set<string>();

  /** Follows a run while `work` tells of it; `signal` is aborted when the client goes away. */
  async following<T>(
    principal: Pick<Principal, 'id'>,
    runId: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = keyOf(principal, runId);
    this.#left.delete(key);
    this.#followers.set(key, (this.#followers.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const others = (this.#followers.get(key) ?? 1) - 1;
      if (others > 0) this.#followers.set(key, others);
      else {
        this.#followers.delete(key);
        if (signal.aborted) this.#leave(key);
      }
    }
  }

  /** Whether this principal was told of the run, and not to its end. */
  has(principal: Pick<Principal, 'id'>, runId: string): boolean {
    return this.#left.has(keyOf(principal, runId));
  }

  /**
   * Cancels what the session works on, if its client has left it: what is said now takes its place. Not for answers to what
   * waited: their client may have lost the reply, and asks for it once more.
   */
  async giveWay(runs: RunManager, principal: Principal, sessionId: string): Promise<void> {
    const runId = runs.active(sessionId);
    if (runId !== undefined && this.has(principal, runId)) await runs.abort(principal, sessionId);
  }

  /**
   * The last run of a session, if this principal's client went away from it before its end: whoever asks for it once more
   * has lost the reply.
   */
  async lost(
    { runs }: Pick<Store, 'runs'>,
    principal: Pick<Principal, 'id'>,
    sessionId: string,
  ): Promise<string | undefined> {
    const last = await runs.last(sessionId);
    return last !== undefined && this.has(principal, last.id) ? last.id : undefined;
  }

  #leave(key: string): void {
    this.#left.add(key);
    for (const oldest of this.#left) {
      if (this.#left.size <= MOST) break;
      this.#left.delete(oldest);
    }
  }
}

function keyOf({ id }: Pick<Principal, 'id'>, runId: string): string {
  return `${id} ${runId}`;
}
