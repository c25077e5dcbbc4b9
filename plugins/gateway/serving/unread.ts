import type { ServerResponse } from 'node:http';
import { Code, QueryFault, RETRY_LATER } from '../upstream/status.js';

/** Answers below this lie in the buffers of sockets anyway. */
export const LARGE_OCTETS = 262_144;
/** Of all large answers that their readers have not taken yet. */
const MOST_OCTETS = 268_435_456;
/** A reader that takes nothing for so long is left. */
const STALLED_MS = 30_000;
/** As at the turnstile: one client may hold twice what it leaves for others. */
const SHARE = 2;

/**
 * Large answers lie in memory until their readers have taken them, however slow those are: a few readers that take nothing
 * shall not fill it. Each client has its share of the room.
 */
export class Unread {
  #octets = 0;
  readonly #held = new Map<string, number>();

  constructor(
    readonly room = MOST_OCTETS,
    /** Milliseconds. */
    readonly patience = STALLED_MS,
  ) {}

  /** Keeps room for an answer until it is sent or its reader is gone. @throws QueryFault 503 where there is none */
  hold(
    response: Pick<ServerResponse, 'once' | 'setTimeout' | 'destroy'>,
    client: string,
    octets: number,
  ): void {
    const mine = (this.#held.get(client) ?? 0) + octets;
    // The first of all fits, whatever the room.
    if (this.#octets > 0 && mine > SHARE * (this.room - this.#octets - octets)) {
      throw new QueryFault(
        Code.Unavailable,
        'too many large answers wait for their readers: try again later',
        {
          headers: RETRY_LATER,
        },
      );
    }
    this.#octets += octets;
    this.#held.set(client, mine);
    response.setTimeout(this.patience, () => response.destroy());
    response.once('close', () => {
      this.#octets -= octets;
      const rest = (this.#held.get(client) ?? 0) - octets;
      if (rest > 0) this.#held.set(client, rest);
      else this.#held.delete(client);
    });
  }
}
