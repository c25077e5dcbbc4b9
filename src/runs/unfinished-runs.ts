import type { TerminalEvent } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import { KEEP_LOGS } from './live-run.js';
import { recoverRun } from './recover.js';
import { UNSTORED } from './run-end.js';

interface Left {
  readonly runId: string;
  readonly terminal: TerminalEvent;
  closing?: Promise<void> | undefined;
}

/** Runs of this process that work no more and whose end is not stored. The database takes them for running until it is. */
export class UnfinishedRuns {
  readonly #store: Store;
  /** By session. */
  readonly #left = new Map<string, Left>();

  constructor(store: Store) {
    this.#store = store;
  }

  note(sessionId: string, runId: string, terminal: TerminalEvent = UNSTORED): void {
    this.#left.set(sessionId, { runId, terminal });
  }

  /** The end of a run that works no more and that the database still takes for running. */
  endOf(sessionId: string, runId: string): TerminalEvent | undefined {
    const left = this.#left.get(sessionId);
    return left?.runId === runId ? left.terminal : undefined;
  }

  /** Closes all that can be; what cannot stays for the next time. */
  async finishAll(): Promise<void> {
    for (const sessionId of [...this.#left.keys()]) await this.finish(sessionId).catch(() => undefined);
  }

  /** Closes the session's, so that the session is free again. */
  async finish(sessionId: string): Promise<void> {
    const left = this.#left.get(sessionId);
    if (left === undefined) return;
    // For all who want it at once: what it adds to the thread is added once.
    left.closing ??= this.#close(sessionId, left).finally(() => {
      left.closing = undefined;
    });
    await left.closing;
  }

  async #close(sessionId: string, { runId, terminal }: Left): Promise<void> {
    await recoverRun(this.#store, { id: runId, sessionId }, KEEP_LOGS, terminal);
    if (this.#left.get(sessionId)?.runId === runId) this.#left.delete(sessionId);
  }
}
