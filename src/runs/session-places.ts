import { OracleError } from '../plugin/index.js';
import type { LiveRun } from './live-run.js';
import { within } from './within.js';

/**
 * The one place that each session has: a run in flight stands in it, or somebody holds it who sets up a run or takes
 * back a wait. Nothing else may begin on the session meanwhile.
 */
export class SessionPlaces {
  /** `undefined` while a place is held without a run. */
  readonly #places = new Map<string, LiveRun | undefined>();
  readonly #held = new Map<string, Promise<unknown>>();

  get size(): number {
    return this.#places.size;
  }

  isTaken(sessionId: string): boolean {
    return this.#places.has(sessionId);
  }

  run(sessionId: string): LiveRun | undefined {
    return this.#places.get(sessionId);
  }

  /** The runs in flight. */
  *runs(): Generator<LiveRun> {
    for (const run of this.#places.values()) if (run !== undefined) yield run;
  }

  /** @throws OracleError `run_active`, which names the run in a field `runId`, unless the place is free */
  refuseTaken(sessionId: string): void {
    if (!this.isTaken(sessionId)) return;
    throw runActive(this.run(sessionId)?.runId);
  }

  /** Keeps the place while `work` is done, and after it if that has put a run there. */
  async hold<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    this.#places.set(sessionId, undefined);
    const held = work();
    this.#held.set(sessionId, held);
    try {
      return await held;
    } finally {
      this.#held.delete(sessionId);
      if (this.run(sessionId) === undefined) this.#places.delete(sessionId);
    }
  }

  put(run: LiveRun): void {
    this.#places.set(run.sessionId, run);
  }

  free(sessionId: string): void {
    this.#places.delete(sessionId);
  }

  /** A run that was told to end leaves its place in a moment: resolves then, or after so many milliseconds. */
  async left(sessionId: string, ms: number): Promise<void> {
    const run = this.run(sessionId);
    if (run?.controller.signal.aborted === true) await within(ms, run.ended);
  }

  /** Resolves once nobody holds the place; a run may stand in it then. */
  async begun(sessionId: string): Promise<void> {
    for (let held = this.#held.get(sessionId); held !== undefined; held = this.#held.get(sessionId))
      await held.catch(() => undefined);
  }

  /** Resolves once nobody holds any place. */
  async allBegun(): Promise<void> {
    await Promise.allSettled(this.#held.values());
  }

  /** Resolves once all runs have ended, or after so many milliseconds. */
  async allEnded(ms: number): Promise<void> {
    await within(ms, Promise.all([...this.#places.values()].map((run) => run?.ended)));
  }

  abortAll(reason: Error): void {
    for (const run of this.#places.values()) run?.controller.abort(reason);
  }
}

/** @param runId undefined for a run that is just beginning */
export function runActive(runId: string | undefined): OracleError {
  return new OracleError('run_active', {
    detail: 'This session is still working on an earlier message.',
    hint: 'Wait for that run to end, or abort it.',
    ...(runId === undefined ? {} : { errors: [{ field: 'runId', message: runId }] }),
    // Clients that know nothing of runs try once more.
    headers: { 'Retry-After': '2' },
  });
}
