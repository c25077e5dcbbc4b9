import { isTerminal, OracleError, type SequencedEvent } from '../plugin/index.js';
import type { Store } from '../store/types.js';

/** Who waits for a run of another process. */
interface Waiting {
  readonly cursor: number;
  wake(ended: boolean): void;
}

export interface FollowDeps {
  readonly store: Pick<Store, 'runs' | 'instances'>;
}

/**
 * Runs that another process works on, followed in the database. All who wait are woken by what that process tells, and by
 * one look a second for all of them ({@link FollowedRuns.look}), which is what counts.
 */
export class FollowedRuns {
  readonly #deps: FollowDeps;
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /** Whether anybody waits. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Batches with `seq > after` until the terminal event, or until `signal` aborts or the session is deleted. */
  async *events(
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SequencedEvent[]> {
    let cursor = after;
    let ended = false;
    while (!signal.aborted) {
      // Waits from before it reads, so that what is stored meanwhile wakes it.
      const news = this.#wait(runId, cursor, signal);
      try {
        const events = await this.#read(runId, cursor);
        if (events === undefined || signal.aborted) return;
        const last = events.at(-1);
        if (last !== undefined) {
          cursor = last.seq;
          yield events;
          if (isTerminal(last.event)) return;
        } else if (ended) return;
        else ended = await news.woken;
      } finally {
        news.stop();
      }
    }
  }

  /** Resolves once the run has ended. */
  async ended(runId: string, signal: AbortSignal): Promise<void> {
    for await (const batch of this.events(runId, 0, signal)) void batch;
  }

  /** Another process tells of a run. */
  wake(runId: string, seq: number): void {
    for (const waiting of this.#waiting.get(runId) ?? []) if (seq > waiting.cursor) waiting.wake(false);
  }

  /** Wakes all whose run has something new. */
  async look(): Promise<void> {
    const ids = [...this.#waiting.keys()];
    const found = new Map((await this.#deps.store.instances.progress(ids)).map((run) => [run.id, run]));
    for (const id of ids) {
      const run = found.get(id);
      const ended = run?.status !== 'running';
      for (const waiting of this.#waiting.get(id) ?? [])
        if (ended || run.lastSeq > waiting.cursor) waiting.wake(ended);
    }
  }

  /** Nothing for the moment when the database is away: the next look tries again. */
  async #read(runId: string, cursor: number): Promise<readonly SequencedEvent[] | undefined> {
    try {
      return await this.#deps.store.runs.events(runId, cursor);
    } catch (error) {
      if (OracleError.isInstance(error) && error.code === 'unavailable') return [];
      throw error;
    }
  }

  #wait(runId: string, cursor: number, signal: AbortSignal) {
    const all = this.#waiting.get(runId) ?? new Set();
    this.#waiting.set(runId, all);
    let onAbort: () => void = () => undefined;
    let waiting: Waiting | undefined;
    const woken = new Promise<boolean>((resolve) => {
      waiting = { cursor, wake: resolve };
      all.add(waiting);
      onAbort = () => resolve(false);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    const stop = () => {
      signal.removeEventListener('abort', onAbort);
      if (waiting !== undefined) all.delete(waiting);
      if (all.size === 0 && this.#waiting.get(runId) === all) this.#waiting.delete(runId);
    };
    return { woken, stop };
  }
}
