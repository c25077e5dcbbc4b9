import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from 'oracle-runtime/kit';
import type { Logger } from 'oracle-runtime/plugin';
import { isAway } from '../connection/web-api.js';
import type { Incoming } from '../events/incoming.js';
import { HOLD_AGAIN_MS, type Inbox, type InboxItem } from './inbox.js';

export interface WorkerOptions {
  readonly inbox: Inbox;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Whose turn it is: items of one lane are worked on one after the other; none waits for nobody. */
  readonly laneOf: (incoming: Incoming) => string | undefined;
  readonly work: (item: InboxItem) => Promise<void>;
  /** Hears whether Slack took what it was asked. */
  readonly took: (failure?: unknown) => void;
  /** Tells the person that nobody will try again. */
  readonly giveUp: (item: InboxItem) => Promise<void>;
}

/** How often what another process left behind is looked for. */
const LOOK_EVERY_MS = 15_000;

/** Works on what the inbox keeps: at once here, later if this process ends first. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #known = new Set<string>();

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Begins with an item; returns before it is done. */
  start(key: string, lane: string | undefined): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const before = lane === undefined ? Promise.resolve() : (this.#lanes.get(lane) ?? Promise.resolve());
    const done = before
      .then(() => this.#attempt(key))
      .catch((error: unknown) =>
        this.#options.logger.error({ reason: messageOf(error) }, 'The inbox of Slack failed'),
      )
      .finally(() => {
        this.#known.delete(key);
        if (lane !== undefined && this.#lanes.get(lane) === done) this.#lanes.delete(lane);
      });
    if (lane !== undefined) this.#lanes.set(lane, done);
  }

  /** Until the signal is aborted: takes up what waits, and forgets what is old. */
  async look(signal: AbortSignal): Promise<void> {
    const { inbox, logger } = this.#options;
    while (!signal.aborted) {
      try {
        await inbox.forgetOld();
        for (const { key, incoming } of await inbox.waiting())
          this.start(key, this.#options.laneOf(incoming));
      } catch (error) {
        logger.warn({ reason: messageOf(error) }, 'The inbox of Slack could not be read');
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #attempt(key: string): Promise<void> {
    const { inbox, logger, signal } = this.#options;
    if (signal.aborted) return;
    const item = await inbox.take(key);
    if (item === undefined) return;
    const hold = setInterval(() => void inbox.holdOn(key).catch(() => undefined), HOLD_AGAIN_MS);
    try {
      await this.#options.work(item);
      this.#options.took();
      await inbox.finish(key);
    } catch (error) {
      if (signal.aborted) return await inbox.letGo(key, 'unfinished');
      logger.warn(
        { reason: messageOf(error), last: item.last },
        'A message from Slack could not be answered',
      );
      if (isAway(error)) this.#options.took(error);
      if (isAway(error) && !item.isOld) return await inbox.letGo(key, 'away');
      if (!item.last) return await inbox.letGo(key, 'failed');
      const untold = await this.#options.giveUp(item).then(
        () => undefined,
        (failure: unknown) => failure,
      );
      if (isAway(untold) && !item.isOld) await inbox.letGo(key, 'away');
      else await inbox.finish(key);
    } finally {
      clearInterval(hold);
    }
  }
}
