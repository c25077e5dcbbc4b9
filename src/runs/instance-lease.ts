import type { Logger } from '../plugin/index.js';
import type { Store } from '../store/types.js';

const RENEW_EVERY_MS = 10_000;
/** The database is asked again so soon when it did not answer. */
const RETRY_MS = 1_000;
/** The floor under the wake-ups: so often everything is looked at that might have been told. */
const LOOK_EVERY_MS = 1_000;

export interface LeaseDeps {
  readonly store: Pick<Store, 'instances' | 'wakeUps'>;
  readonly logger: Logger;
  /** Closes what processes left whose lease has lapsed. */
  recover(): Promise<unknown>;
  /** Stores the ends of runs of this process that could not be stored. */
  finish(): Promise<void>;
  /** Another process tells of a run; `seq` 0: look at what is asked of it. */
  onWake(runId: string, seq: number): void;
  /** Looks at all that another process may have told. */
  look(): Promise<void>;
}

/** Keeps the runs of this process its own, and takes up those of processes that are gone. */
export class InstanceLease {
  readonly #deps: LeaseDeps;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** By a clock that nobody sets: since when the lease was renewed without a gap, and when it was last. */
  #since = Number.POSITIVE_INFINITY;
  #renewed = Number.NEGATIVE_INFINITY;
  #ended = false;

  constructor(deps: LeaseDeps) {
    this.#deps = deps;
  }

  /** Whether the runs of this process are its own for the moment. */
  get held(): boolean {
    return performance.now() - this.#renewed < this.#deps.store.instances.leaseMs;
  }

  /** The first lease. From here on it is renewed, until `end`. */
  async begin(): Promise<void> {
    await this.renew();
    this.#repeat(RENEW_EVERY_MS, () => this.keep());
    const { store, logger, onWake, look } = this.#deps;
    if (store.instances.alone) return;
    this.#repeat(LOOK_EVERY_MS, async () => {
      // The lease says in the log when the database does not answer.
      await look().catch(() => undefined);
      return LOOK_EVERY_MS;
    });
    await store.wakeUps.listen(onWake, (words) => logger.warn({}, words));
  }

  async renew(): Promise<void> {
    const now = performance.now();
    await this.#deps.store.instances.renew();
    if (!this.held) this.#since = now;
    this.#renewed = now;
  }

  /** Renews the lease and takes up what others left; says in how many milliseconds to do so again. */
  async keep(): Promise<number> {
    const { store, logger, recover, finish } = this.#deps;
    try {
      await this.renew();
      await finish();
      // After the database was away nobody's lease is younger: first all who are there renew theirs.
      if (performance.now() - this.#since >= store.instances.leaseMs) await recover();
      return RENEW_EVERY_MS;
    } catch (error) {
      logger.error({ err: error }, 'the database does not answer; trying again');
      return RETRY_MS;
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#deps.store.instances.leave().catch(() => undefined);
  }

  /** Does `work` again and again, each time so many milliseconds after the last. */
  #repeat(first: number, work: () => Promise<number>): void {
    const again = (ms: number) => {
      if (this.#ended) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void work().then(again);
      }, ms);
      timer.unref();
      this.#timers.add(timer);
    };
    again(first);
  }
}
