import { Turnstile, type Visitor } from './turnstile.js';

/** So many of the largest answers may be under way at once. */
const LARGEST_AT_ONCE = 4;

/** The room of one call's answer, from when it is known how large it is until it is printed. */
export interface Stay {
  readonly admit: (octets: number) => Promise<void> | undefined;
  /** Gives back what it took, or its place in the queue. */
  readonly leave: () => void;
}

/**
 * Room for large answers on their way from the node to their JSON, which takes several times as much: each waits until there
 * is some, so that a few clients with many large questions do not fill the memory. Each client has its share of it.
 */
export class Intake {
  readonly #turnstile: Turnstile;

  /** @param largest octets of one answer at most */
  constructor(largest: number) {
    this.#turnstile = new Turnstile(LARGEST_AT_ONCE * largest, Number.POSITIVE_INFINITY);
  }

  /** @param visitor whose answer it is; when its signal is aborted it waits no longer */
  visit({ client, deadline, signal }: Visitor): Stay {
    let held = 0;
    /** Ends what is held, or waited for. */
    let over = new AbortController();
    const leave = () => {
      over.abort();
      if (held > 0) this.#turnstile.leave(client, held);
      held = 0;
    };
    return {
      admit: (room) => {
        // A second attempt has its own answer.
        leave();
        const mine = new AbortController();
        over = mine;
        const gone = signal === undefined ? mine.signal : AbortSignal.any([signal, mine.signal]);
        const turn = this.#turnstile.enter({ client, deadline, signal: gone, room });
        if (turn === undefined) {
          held = room;
          return undefined;
        }
        return turn.then(() => {
          if (mine.signal.aborted) this.#turnstile.leave(client, room);
          else held = room;
        });
      },
      leave,
    };
  }
}
