import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthReport, Logger } from 'oracle-runtime/plugin';
import { OracleError } from 'oracle-runtime/plugin';
import { listenOnSocket } from './socket.js';
import { openWebApi, patiently, reasonOf, type WebClient } from './web-api.js';

export interface ConnectionOptions {
  readonly botToken: string;
  /** With it events come over a socket, without over HTTP. */
  readonly appToken: string | undefined;
  readonly apiUrl: string;
  readonly logger: Logger;
}

/** As whom we are in Slack. */
export interface BotIdentity {
  readonly team: string;
  /** The user id of the bot. */
  readonly user: string;
}

const LONGEST_PAUSE_MS = 60_000;
const KNOWN_YET_MS = 250;
const CHECK_EVERY_MS = 5 * 60_000;

/** The way to Slack: found in the background, and found again whenever it is lost. */
export class Connection {
  readonly #options: ConnectionOptions;
  #web: Promise<WebClient> | undefined;
  #bot: BotIdentity | undefined;
  #down: string | undefined = 'Slack is not connected yet';
  #hasBegun = false;
  /** Why the last thing that was to be said was not taken. */
  #refusing: string | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  web(): Promise<WebClient> {
    this.#web ??= openWebApi(this.#options.botToken, this.#options.apiUrl);
    return this.#web;
  }

  /** @throws OracleError `unavailable` before Slack has said it */
  get bot(): BotIdentity {
    if (this.#bot !== undefined) return this.#bot;
    throw new OracleError('unavailable', {
      detail: `${this.#down ?? 'Slack is not connected yet'}.`,
      hint: 'Try again in a minute; `oracle plugins` shows how the connection stands.',
    });
  }

  /** Resolves once Slack has said who we are, or the signal is aborted. */
  async known(signal: AbortSignal): Promise<void> {
    while (this.#bot === undefined && !signal.aborted) {
      await sleep(KNOWN_YET_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Why nothing comes from Slack now; undefined while it does. */
  get down(): string | undefined {
    return this.#down;
  }

  health(): HealthReport {
    // Only an oracle that serves connects.
    if (!this.#hasBegun) return { status: 'ok' };
    if (this.#down !== undefined) return { status: 'degraded', detail: this.#down };
    if (this.#refusing === undefined) return { status: 'ok' };
    return { status: 'degraded', detail: `${this.#refusing}: answers wait until it takes them` };
  }

  /** Whether Slack took what it was asked the last time: the way in may be open and the way out not. */
  took(failure?: unknown): void {
    this.#refusing = failure === undefined ? undefined : reasonOf(failure);
  }

  /** Stays connected until the signal is aborted. `take` keeps a payload before it is acknowledged; a throw leaves it. */
  async run(signal: AbortSignal, take: (payload: unknown) => Promise<void>): Promise<void> {
    this.#hasBegun = true;
    const { appToken, apiUrl } = this.#options;
    for (let pauseMs = 0; !signal.aborted; ) {
      try {
        await this.#whoAmI(signal);
        const up = () => {
          pauseMs = 0;
          this.#isUp();
        };
        if (appToken === undefined) await this.#watch(signal, up);
        else await listenOnSocket({ appToken, apiUrl, signal, take, up });
        if (!signal.aborted) this.#isDown('the connection to Slack was lost');
      } catch (error) {
        if (!signal.aborted) this.#isDown(reasonOf(error));
      }
      // A connection that Slack renews is taken up again at once.
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs === 0 ? 1_000 : pauseMs * 2);
    }
  }

  async #whoAmI(signal: AbortSignal): Promise<void> {
    const web = await this.web();
    const { team_id, user_id } = await patiently(signal, () => web.auth.test());
    if (team_id === undefined || user_id === undefined) throw new Error('auth.test names nobody');
    this.#bot = { team: team_id, user: user_id };
  }

  /** Over HTTP Slack comes to us; only the token can stop being good. */
  async #watch(signal: AbortSignal, up: () => void): Promise<void> {
    for (;;) {
      up();
      await sleep(CHECK_EVERY_MS, undefined, { signal });
      await this.#whoAmI(signal);
    }
  }

  #isUp(): void {
    if (this.#down !== undefined) this.#options.logger.info({}, 'Slack connected');
    this.#down = undefined;
  }

  #isDown(reason: string): void {
    if (this.#down !== reason) this.#options.logger.warn({ reason }, 'Slack is not connected');
    this.#down = reason;
  }
}
