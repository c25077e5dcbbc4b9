import type { Logger } from '../plugin/index.js';
import type { LiveRun } from './live-run.js';
import { Abort } from './run-end.js';

/** A revoked key, or a person who was ended, may have its answer for so long. */
const LOOK_EVERY_MS = 2_000;

export interface KeyWatchDeps {
  readonly logger: Logger;
  /** The runs in flight. */
  live(): Iterable<LiveRun>;
}

/**
 * Ends the runs of keys and people that are no longer let in. Any process may end one, so the database is asked, as long
 * as runs of such go on.
 */
export class KeyWatch {
  readonly #deps: KeyWatchDeps;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: KeyWatchDeps) {
    this.#deps = deps;
  }

  /** A run begins. */
  begin({ askedBy }: LiveRun): void {
    if (askedBy === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    for (const run of [...this.#deps.live()]) {
      const { askedBy, controller, runId } = run;
      if (askedBy === undefined || controller.signal.aborted) continue;
      try {
        if (!(await askedBy.holds())) controller.abort(new Abort(askedBy.refusal));
      } catch (error) {
        this.#deps.logger.warn({ run: runId, err: error }, 'could not look up whom a run is for');
      }
    }
    for (const run of this.#deps.live()) this.begin(run);
  }
}
