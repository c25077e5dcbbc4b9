import { type Logger, OracleError, type SequencedEvent } from '../plugin/index.js';
import type { RunStanding, Store } from '../store/types.js';
import { FollowedRuns } from './followed-runs.js';
import { InstanceLease } from './instance-lease.js';
import type { LiveRun } from './live-run.js';
import { Abort, CRASHED } from './run-end.js';
import type { UnfinishedRuns } from './unfinished-runs.js';
import { within } from './within.js';

/** A process that goes on has ended by then what it was asked to. */
const HEEDED_MS = 2_500;

export interface FleetDeps {
  readonly store: Store;
  readonly logger: Logger;
  readonly unfinished: UnfinishedRuns;
  /** The runs of this process in flight. */
  live(): Iterable<LiveRun>;
}

/** The processes that serve this database together, seen from one of them. */
export class Fleet {
  readonly #deps: FleetDeps;
  readonly #followed: FollowedRuns;
  readonly #lease: InstanceLease;

  constructor(deps: FleetDeps) {
    this.#deps = deps;
    this.#followed = new FollowedRuns(deps);
    this.#lease = new InstanceLease({
      ...deps,
      recover: () => this.#recover(),
      finish: () => this.#deps.unfinished.finishAll(),
      onWake: (runId, seq) => this.#onWake(runId, seq),
      look: () => this.#look(),
    });
  }

  /** Whether the runs of this process are its own for the moment. */
  get leased(): boolean {
    return this.#lease.held;
  }

  /** Takes a lease, and closes what processes left that are gone. Says how many runs that were. */
  async join(): Promise<number> {
    await this.#lease.begin();
    return this.#recover();
  }

  leave(): Promise<void> {
    return this.#lease.end();
  }

  /** Whose a run of this process is by now; this process has renewed its lease before where that had lapsed. */
  async standing(runId: string): Promise<RunStanding> {
    const { instances } = this.#deps.store;
    if (instances.alone) return 'own';
    while (true) {
      if (!this.#lease.held) await this.#lease.renew();
      const standing = await instances.standing(runId);
      // An answer that waited here while this process stood still says nothing of now.
      if (standing !== 'own' || this.#lease.held) return standing;
    }
  }

  /** The session's run that another process works on. */
  async working(sessionId: string): Promise<string | undefined> {
    const { store, unfinished } = this.#deps;
    if (store.instances.alone) return undefined;
    const last = await store.runs.last(sessionId);
    if (last?.status !== 'running' || unfinished.endOf(sessionId, last.id) !== undefined) return undefined;
    return last.id;
  }

  /** The events of a run of another process with `seq > after`, until its end; see {@link FollowedRuns.events}. */
  events(runId: string, after: number, signal: AbortSignal): AsyncGenerator<readonly SequencedEvent[]> {
    return this.#followed.events(runId, after, signal);
  }

  /**
   * Resolves once the process that works on the run has ended it. Where that stands still, or is gone, this one ends it: the
   * other finds that the run is not its own before it does anything more for it.
   */
  async cancel(runId: string, sessionId: string): Promise<void> {
    const { store, unfinished } = this.#deps;
    await store.instances.askToCancel(runId);
    store.wakeUps.tell(runId, 0);
    if (await this.#endOf(runId, HEEDED_MS)) return;
    if (!(await store.instances.seize(runId))) return;
    unfinished.note(sessionId, runId, { type: 'cancelled' });
    await unfinished.finish(sessionId);
  }

  /** Notes for the others that this process ends a run of its own. */
  tellStopping(runId: string): void {
    const { instances } = this.#deps.store;
    if (!instances.alone) void instances.askToCancel(runId).catch(() => undefined);
  }

  /** Aborts what others want cancelled of the runs of this process, without waiting for the next look. */
  async heed(): Promise<void> {
    if (!this.#deps.store.instances.alone) await this.#lookAtOwn();
  }

  /**
   * Does `work`, which begins a run; once more where another process has a run on the session that was asked to end,
   * after its end or so many milliseconds.
   */
  async afterLeaving<T>(sessionId: string, ms: number, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!OracleError.isInstance(error) || error.code !== 'run_active') throw error;
      const leaving = await this.working(sessionId);
      if (leaving === undefined || !(await this.#deps.store.instances.isCancelAsked(leaving))) throw error;
      await this.#endOf(leaving, ms);
      return work();
    }
  }

  /** Waits for the end of a run of another process, or so many milliseconds: whether it has ended. */
  async #endOf(runId: string, ms: number): Promise<boolean> {
    const waiting = new AbortController();
    try {
      return await within(ms, this.#followed.ended(runId, waiting.signal));
    } finally {
      waiting.abort();
    }
  }

  /** A fault in closing one run is logged and leaves the others alone. */
  async #recover(): Promise<number> {
    const { store, logger, unfinished } = this.#deps;
    let closed = 0;
    for (const { id, sessionId } of await store.instances.orphans()) {
      const run = { run: id, session: sessionId };
      try {
        if (!(await store.instances.takeOver(id))) continue;
        unfinished.note(sessionId, id, CRASHED);
        await unfinished.finish(sessionId);
        closed += 1;
        logger.warn(run, 'run closed that a crash had left open');
      } catch (error) {
        logger.error({ ...run, err: error }, 'a run that a crash had left open could not be closed');
      }
    }
    return closed;
  }

  #onWake(runId: string, seq: number): void {
    if (seq > 0) this.#followed.wake(runId, seq);
    else void this.#lookAtOwn().catch(() => undefined);
  }

  async #look(): Promise<void> {
    if (this.#followed.busy) await this.#followed.look();
    await this.#lookAtOwn();
  }

  /** Ends the runs of this process that others want cancelled, or have taken over. */
  async #lookAtOwn(): Promise<void> {
    const live = [...this.#deps.live()];
    if (live.length === 0) return;
    const held = await this.#deps.store.instances.held();
    for (const run of live) {
      const row = held.get(run.runId);
      if (row === undefined) void run.requireOwn().catch(() => undefined);
      else if (row.cancel) run.controller.abort(new Abort({ type: 'cancelled' }));
    }
  }
}
