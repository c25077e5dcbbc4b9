import type { Logger, TerminalEvent } from '../plugin/index.js';
import type { LiveRun } from './live-run.js';
import { Abort } from './run-end.js';

/** A revoked key may have its answer for so long. */
const LOOK_EVERY_MS = 2_000;

const REVOKED: TerminalEvent = {
  type: 'error',
  code: 'unauthenticated',
  message: 'The API key that asked for this answer was revoked or has expired, so the answer was stopped.',
  hint: 'What it had said so far is kept. `oracle keys list` names the valid keys.',
};

export interface KeyWatchDeps {
  readonly logger: Logger;
  /** The runs in flight. */
  live(): Iterable<LiveRun>;
  /** Whether a key of this name that was there at that time still holds. */
  holds(name: string, at: number): Promise<boolean>;
}

/**
 * Ends the runs of keys that no longer hold. Any process may revoke one, so the database is asked, as long as runs of keys
 * go on.
 */
export class KeyWatch {
  readonly #deps: KeyWatchDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: KeyWatchDeps) {
    this.#deps = deps;
  }

  /** A run begins. */
  begin({ key }: LiveRun): void {
    if (key === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    for (const run of [...this.#deps.live()]) {
      const { key, controller, runId } = run;
      if (key === undefined || controller.signal.aborted) continue;
      try {
        if (!(await this.#deps.holds(key.name, key.since))) controller.abort(new Abort(REVOKED));
      } catch (error) {
        this.#deps.logger.warn({ run: runId, err: error }, 'could not look up the key of a run');
      }
    }
    for (const run of this.#deps.live()) this.begin(run);
  }
}
