import { setTimeout as sleep } from 'node:timers/promises';
import { OracleError, type Principal } from '../plugin/index.js';
import type { RunManager } from '../runs/run-manager-types.js';
import type { Followers } from '../store/followers.js';
import type { Store } from '../store/types.js';

/** What a client that stopped says next may be here before it is seen that its connection has closed. */
const SEEN_AFTER_MS = 100;
const LOOK_EVERY_MS = 20;

type Who = Pick<Principal, 'id'>;

/**
 * Runs whose clients went away before the end: by a stop, which most protocols cannot say in another way, or because the
 * connection was lost. Such a run goes on; what its client asks for next, of any process, shows which it was.
 */
export class LeftRuns {
  readonly #followers: Followers;

  constructor(followers: Followers) {
    this.#followers = followers;
  }

  /** Follows a run while `work` tells of it; `signal` is aborted when the client goes away. */
  async following<T>(principal: Who, runId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const id = await unlessAway(() => this.#followers.begin(principal.id, runId));
    try {
      return await work();
    } finally {
      await unlessAway(async () => {
        if (!signal.aborted) await this.#followers.told(principal.id, runId);
        else if (id !== undefined) await this.#followers.leave(id);
      });
    }
  }

  /** Whether this principal was told of the run, and not to its end. */
  has(principal: Who, runId: string): Promise<boolean> {
    return this.#followers.haveLeft(principal.id, runId);
  }

  /**
   * Cancels what the session works on, if its client has left it: what is said now takes its place. Not for answers to what
   * waited: their client may have lost the reply, and asks for it once more.
   */
  async giveWay(runs: RunManager, principal: Principal, sessionId: string): Promise<void> {
    for (let waited = 0; waited <= SEEN_AFTER_MS; waited += LOOK_EVERY_MS) {
      const runId = await runs.working(sessionId);
      if (runId === undefined) return;
      if (await this.has(principal, runId)) {
        await runs.abort(principal, sessionId);
        return;
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * The last run of a session, if this principal's client went away from it before its end: whoever asks for it once more
   * has lost the reply.
   */
  async lost({ runs }: Pick<Store, 'runs'>, principal: Who, sessionId: string): Promise<string | undefined> {
    const last = await runs.last(sessionId);
    return last !== undefined && (await this.has(principal, last.id)) ? last.id : undefined;
  }
}

/** An answer is told also while the database is away; who left it then is not known. */
async function unlessAway<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'unavailable') return undefined;
    throw error;
  }
}
