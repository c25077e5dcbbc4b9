import { didYouMean, Lru } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import type { Connection } from '../connection/connection.js';
import { patiently, slackFailed } from '../connection/web-api.js';

/** A channel that the bot is in. */
export interface Channel {
  readonly id: string;
  /** Without the `#`. */
  readonly name: string;
  readonly private: boolean;
}

/** Pages of 200 that are asked for. */
const MOST_PAGES = 10;
const FRESH_MS = 60_000;

/** The channels that the bot was invited to. */
export class Channels {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #names = new Lru<string>(1_000);
  #known: { readonly channels: readonly Channel[]; readonly until: number } | undefined;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** @throws OracleError `unavailable`, `upstream_failed` */
  async list(signal: AbortSignal): Promise<readonly Channel[]> {
    if (this.#known !== undefined && this.#known.until > this.#clock.now()) return this.#known.channels;
    const channels: Channel[] = [];
    try {
      const web = await this.#connection.web();
      let cursor = '';
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const found = await patiently(signal, () =>
          web.users.conversations({
            types: 'public_channel,private_channel',
            exclude_archived: true,
            limit: 200,
            ...(cursor === '' ? {} : { cursor }),
          }),
        );
        for (const { id, name, is_private } of found.channels ?? []) {
          if (id !== undefined && name !== undefined)
            channels.push({ id, name, private: is_private === true });
        }
        cursor = found.response_metadata?.next_cursor ?? '';
        if (cursor === '') break;
      }
    } catch (error) {
      signal.throwIfAborted();
      throw slackFailed(error);
    }
    channels.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#known = { channels, until: this.#clock.now() + FRESH_MS };
    return channels;
  }

  /** The channel of a name or an id. @throws OracleError `not_found` with the nearest name */
  async find(named: string, signal: AbortSignal): Promise<Channel> {
    const channels = await this.list(signal);
    const name = named.replace(/^#/, '').toLowerCase();
    const found = channels.find((each) => each.id === named || each.name === name);
    if (found !== undefined) return found;
    const names = channels.map((each) => each.name);
    throw new OracleError('not_found', {
      detail: `The bot is in no channel #${name}.${didYouMean(name, names)}`,
      hint: 'Invite the bot to the channel in Slack, or name one that `list_chat_channels` shows.',
      errors: [{ field: 'channel', message: 'is no channel of the bot' }],
    });
  }

  /** What people call a user; the id where Slack does not say. */
  async nameOfUser(user: string, signal: AbortSignal): Promise<string> {
    const known = this.#names.get(user);
    if (known !== undefined) return known;
    try {
      const web = await this.#connection.web();
      const { user: found } = await patiently(signal, () => web.users.info({ user }));
      const name = found?.profile?.display_name || found?.real_name || found?.name || user;
      this.#names.set(user, name.slice(0, 200));
      return name.slice(0, 200);
    } catch {
      signal.throwIfAborted();
      return user;
    }
  }
}
