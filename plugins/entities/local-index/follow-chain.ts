import { setTimeout as sleep } from 'node:timers/promises';
import { addTo, messageOf } from 'oracle-runtime/kit';
import { type Logger, OracleError } from 'oracle-runtime/plugin';
import type { FollowedList, ListName } from './lists.js';
import type { LocalIndex, Progress } from './local-index.js';

export interface FollowOptions {
  readonly lists: readonly FollowedList[];
  readonly index: LocalIndex;
  readonly logger: Logger;
  /** Records in one page. */
  readonly pageSize: number;
  /** Between two pages, so that the node has time for others. */
  readonly pauseMs: number;
  /** Between two rounds over all lists. */
  readonly refreshMs: number;
  /** After a failure: this, then twice as much each time, up to {@link LONGEST_PAUSE_MS}. */
  readonly firstPauseMs: number;
}

const LONGEST_PAUSE_MS = 60_000;
/** Failures in a row after which another list has its turn, unless it is the node that is away. */
const PATIENCE = 3;

/**
 * Reads the chain's lists page by page, round after round, for as long as the process lives. A round that was cut
 * goes on at its page after a restart; what a whole round did not see is forgotten. Never throws but on abort.
 */
export class ChainFollower {
  readonly #options: FollowOptions;
  readonly #waiting = new Map<ListName, (() => void)[]>();
  readonly #failures = new Map<ListName, string>();
  readonly #tried = new Set<ListName>();
  #lastFailure: string | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Resolves when the list was read to its end the next time; never when it is not. */
  nextRound(list: ListName): Promise<void> {
    return new Promise((resolve) => addTo(this.#waiting, list, resolve));
  }

  /** Why the latest page could not be read; undefined while all is well. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  /**
   * Why the list could not be read when it was last tried; undefined where it could. One that has not had its turn waits for
   * another that cannot be read.
   */
  failureOf(list: ListName): string | undefined {
    return this.#failures.get(list) ?? (this.#tried.has(list) ? undefined : this.#lastFailure);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const list of this.#options.lists) await this.#round(list, signal);
      await pause(this.#options.refreshMs, signal);
    }
  }

  async #round(list: FollowedList, signal: AbortSignal): Promise<void> {
    const { index, pageSize, pauseMs, firstPauseMs } = this.#options;
    let progress: Progress | undefined;
    this.#tried.add(list.name);
    for (let failures = 0; !signal.aborted; ) {
      try {
        progress ??= await index.progress(list.name);
        if (progress.startedAt === undefined) progress = await index.begin(list);
        const page = await list.read({ cursor: progress.cursor, limit: pageSize }, signal);
        progress = await index.keep(list, page, progress);
        failures = 0;
        if (page.skipped > 0) this.#noteSkipped(list, page.skipped);
        this.#lastFailure = undefined;
        this.#failures.delete(list.name);
        if (page.next === undefined) return this.#tell(list.name);
        await pause(pauseMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.#note(list, error, failures);
        // Another process may have moved on, the node may have forgotten the page: look again where to begin.
        progress = isRefused(error) ? await this.#restart(list) : undefined;
        if (failures >= PATIENCE && !isAway(error)) return;
        await pause(Math.min(firstPauseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
      }
    }
  }

  #noteSkipped({ name }: FollowedList, records: number): void {
    this.#options.logger.warn({ list: name, records }, 'records of the chain are not understood: left out');
  }

  #tell(list: ListName): void {
    const waiting = this.#waiting.get(list) ?? [];
    this.#waiting.delete(list);
    for (const resolve of waiting) resolve();
  }

  async #restart(list: FollowedList): Promise<Progress | undefined> {
    return this.#options.index.begin(list).catch(() => undefined);
  }

  #note(list: FollowedList, error: unknown, failures: number): void {
    const why = messageOf(error);
    this.#lastFailure = `the ${list.name} of the chain cannot be read: ${why}`;
    this.#failures.set(list.name, this.#lastFailure);
    const { logger } = this.#options;
    if (failures === 1)
      logger.warn({ list: list.name, why }, 'a list of the chain cannot be read; trying again');
    else logger.debug({ list: list.name, why, failures }, 'a list of the chain still cannot be read');
  }
}

/** The node says that the request is wrong: a page that it gave out is one no more. */
function isRefused(error: unknown): boolean {
  return OracleError.isInstance(error) && error.code === 'invalid_request';
}

function isAway(error: unknown): boolean {
  return OracleError.isInstance(error) && (error.code === 'unavailable' || error.code === 'upstream_timeout');
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
