import { addTo } from 'oracle-runtime/kit';
import { Code, QueryFault } from './status.js';

/** Whose call it is, and how long it may wait. */
export interface Visitor {
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  admit(): void;
}

/**
 * How much of what is free one client may hold: twice as much. So one alone gets two thirds of the room, two get two
 * fifths each, and whoever comes next always finds some.
 */
const SHARE = 2;

/**
 * Lets a number of calls through at once and a number wait; the others are told to come back. Each client has its share of
 * both, so that many slow calls of one leave room for those of others; the waiting are let in by turns.
 */
export class Turnstile {
  #inside = 0;
  #waiting = 0;
  readonly #held = new Map<string, number>();
  /** In the order of turns. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(
    readonly capacity: number,
    readonly queue: number,
  ) {}

  get inside(): number {
    return this.#inside;
  }

  /**
   * Undefined when there is room at once; otherwise a promise of it.
   * @throws QueryFault 503 with `Retry-After`; the promise: 504 at the deadline, 408 when its signal is aborted
   */
  enter(visitor: Visitor): Promise<void> | undefined {
    const { client } = visitor;
    if (this.#hasRoom(client)) {
      this.#take(client);
      return undefined;
    }
    const mine = this.#queues.get(client)?.length ?? 0;
    if (mine >= SHARE * (this.queue - this.#waiting)) {
      throw new QueryFault(Code.Unavailable, 'too many queries are under way: try again in a second', {
        headers: { 'Retry-After': '1' },
      });
    }
    return this.#wait(visitor);
  }

  leave(client: string): void {
    this.#inside -= 1;
    const held = (this.#held.get(client) ?? 0) - 1;
    if (held > 0) this.#held.set(client, held);
    else this.#held.delete(client);
    this.#admitNext();
  }

  #hasRoom(client: string): boolean {
    return (this.#held.get(client) ?? 0) < SHARE * (this.capacity - this.#inside);
  }

  #take(client: string): void {
    this.#inside += 1;
    this.#held.set(client, (this.#held.get(client) ?? 0) + 1);
  }

  #admitNext(): void {
    for (const [client, waiters] of this.#queues) {
      if (!this.#hasRoom(client)) continue;
      const [next] = waiters;
      if (next === undefined) continue;
      this.#forget(client, next);
      // Its next turn comes after those of all others.
      const rest = this.#queues.get(client);
      if (rest !== undefined) {
        this.#queues.delete(client);
        this.#queues.set(client, rest);
      }
      this.#take(client);
      next.admit();
      return;
    }
  }

  #forget(client: string, waiter: Waiter): void {
    const waiters = this.#queues.get(client) ?? [];
    const at = waiters.indexOf(waiter);
    if (at < 0) return;
    waiters.splice(at, 1);
    this.#waiting -= 1;
    if (waiters.length === 0) this.#queues.delete(client);
  }

  #wait({ client, deadline, signal }: Visitor): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        admit() {
          end();
          resolve();
        },
      };
      const giveUp = (code: number, words: string): void => {
        end();
        this.#forget(client, waiter);
        reject(new QueryFault(code, words));
      };
      const leave = () => giveUp(Code.Cancelled, 'Cancelled on client');
      const late = 'too many queries are under way: this one found no room before its deadline';
      const timer = setTimeout(() => giveUp(Code.DeadlineExceeded, late), Math.max(0, deadline - Date.now()));
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      addTo(this.#queues, client, waiter);
      this.#waiting += 1;
    });
  }
}
