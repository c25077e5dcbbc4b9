import type { Middleware } from 'oracle-runtime/plugin';

/** What is known of a run of this process while it goes on. */
export interface RunUnderWay {
  /** Whether it goes on after a wait: then its message is an earlier one. */
  readonly resumed: boolean;
  /** As the client sent it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Which of a person's messages a call comes from, and from where. */
export class RunsUnderWay {
  readonly #runs = new Map<string, RunUnderWay>();

  readonly middleware: Middleware = {
    name: 'tasks-runs',
    wrapRun: async (run, next) => {
      this.#runs.set(run.runId, { resumed: run.resumed, metadata: run.metadata });
      try {
        return await next(run);
      } finally {
        this.#runs.delete(run.runId);
      }
    },
  };

  of(runId: string): RunUnderWay | undefined {
    return this.#runs.get(runId);
  }
}
