import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit } from '../kit/index.js';
import { type BackgroundTask, type HealthReport, type Logger, OracleError } from '../plugin/index.js';

const WELL_MS = 60_000;
const FIRST_MS = 1_000;
const LOOK_MS = 10_000;

/** Codes of a failure that is the other side's, and not that of what it was asked. */
const AWAY: ReadonlySet<string> = new Set([
  'unavailable',
  'upstream_failed',
  'upstream_timeout',
  'identity_missing',
  'config_invalid',
]);

export interface UpstreamWatchOptions {
  /** Such as `memory-engine`. */
  readonly name: string;
  /** Asks it for something harmless. @throws OracleError why it cannot be used */
  look(signal: AbortSignal): Promise<unknown>;
  readonly logger: Logger;
}

/**
 * Whether something outside can be used, and if not why, as its last answers say. Its task looks every minute, and
 * sooner while it is away, from one second on: what comes back is used again by itself.
 */
export class UpstreamWatch {
  readonly #options: UpstreamWatchOptions;
  #reason: string | undefined;
  #wake = new AbortController();

  constructor(options: UpstreamWatchOptions) {
    this.#options = options;
  }

  /** Why it cannot be used, as far as is known. */
  get reason(): string | undefined {
    return this.#reason;
  }

  get health(): HealthReport {
    return this.#reason === undefined ? { status: 'ok' } : { status: 'degraded', detail: this.#reason };
  }

  /** Notes how the work went, and passes it on. What its own signal ended says nothing of the other side. */
  async noting<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.#note(undefined);
      return done;
    } catch (error) {
      if (!signal.aborted && OracleError.isInstance(error) && AWAY.has(error.code)) this.#note(error.detail);
      throw error;
    }
  }

  get task(): BackgroundTask {
    return {
      name: `watch-${this.#options.name}`,
      run: async (ending) => {
        let pause = FIRST_MS;
        while (!ending.aborted) {
          await this.#look(ending);
          const isWell = this.#reason === undefined;
          this.#wake = new AbortController();
          const woken = AbortSignal.any(isWell ? [ending, this.#wake.signal] : [ending]);
          await sleep(isWell ? WELL_MS : pause, undefined, { signal: woken }).catch(() => undefined);
          pause = isWell ? FIRST_MS : Math.min(WELL_MS, pause * 2);
        }
      },
    };
  }

  async #look(ending: AbortSignal): Promise<void> {
    const late = timeLimit(LOOK_MS);
    const look = async () => {
      try {
        await this.#options.look(AbortSignal.any([ending, late]));
      } catch (error) {
        throw late.aborted
          ? new OracleError('upstream_timeout', { detail: 'It does not answer in time.' })
          : error;
      }
    };
    await this.noting(ending, look).catch((error: unknown) => {
      if (!ending.aborted && !OracleError.isInstance(error))
        this.#options.logger.warn({ err: error }, `${this.#options.name} could not be looked at`);
    });
  }

  #note(reason: string | undefined): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    if (reason !== undefined) this.#wake.abort();
    this.#options.logger.info({ upstream: this.#options.name, reason }, 'upstream');
  }
}
