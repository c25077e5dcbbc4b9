import type { TerminalEvent } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import { KEEP_LOGS } from './live-run.js';
import { recoverRun } from './recover.js';
import { UNSTORED } from './run-end.js';

/** Runs of this process that work no more and whose end is not stored. The database takes them for running until it is. */
export class UnfinishedRuns {
  readonly #store: Store;
  /** By session. */
  readonly #left = new Map<string, { readonly runId: string; readonly terminal: TerminalEvent }>();

  constructor(store: Store) {
    this.#store = store;
  }

  note(sessionId: string, runId: string, terminal: TerminalEvent = UNSTORED): void {
    this.#left.set(sessionId, { runId, terminal });
  }

  /** Closes the session's, so that the session is free again. */
  async finish(sessionId: string): Promise<void> {
    const left = this.#left.get(sessionId);
    if (left === undefined) return;
    await recoverRun(this.#store, { id: left.runId, sessionId }, KEEP_LOGS, left.terminal);
    this.#left.delete(sessionId);
  }
}
