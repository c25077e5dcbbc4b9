import type { Middleware } from 'oracle-runtime/plugin';

/** What is known of a run of this process while it goes on. */
export interface Turn {
  /** Whether it goes on after a wait: then its message is an earlier one. */
  readonly resumed: boolean;
  /** As the client sent it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Which of a person's messages a call comes from, and from where. */
export class Turns {
  readonly #turns = new Map<string, Turn>();

  readonly middleware: Middleware = {
    name: 'tasks-turns',
    wrapRun: async (run, next) => {
      this.#turns.set(run.runId, { resumed: run.resumed, metadata: run.metadata });
      try {
        return await next(run);
      } finally {
        this.#turns.delete(run.runId);
      }
    },
  };

  of(runId: string): Turn | undefined {
    return this.#turns.get(runId);
  }
}
