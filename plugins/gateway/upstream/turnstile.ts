import { addTo } from 'oracle-runtime/kit';
import { Code, QueryFault } from './status.js';

/** Whose call it is, and how long it may wait. */
export interface Visitor {
  readonly client: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** How much room it takes, in the unit of the capacity; 1 without. */
  readonly room?: number;
}

interface Waiter {
  readonly room: number;
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
    const { client, room = 1 } = visitor;
    if (this.#hasRoom(client, room)) {
      this.#take(client, room);
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

  /** @param room what it took when it entered */
  leave(client: string, room = 1): void {
    this.#inside -= room;
    const held = (this.#held.get(client) ?? 0) - room;
    if (held > 0) this.#held.set(client, held);
    else this.#held.delete(client);
    // What one of them took may be room for several.
    while (this.#admitNext());
  }

  #hasRoom(client: string, room: number): boolean {
    // What is larger than all of the room comes in alone.
    if (this.#inside === 0) return true;
    const free = this.capacity - this.#inside;
    return room <= free && (this.#held.get(client) ?? 0) + room <= SHARE * free;
  }

  #take(client: string, room: number): void {
    this.#inside += room;
    this.#held.set(client, (this.#held.get(client) ?? 0) + room);
  }

  #admitNext(): boolean {
    for (const [client, waiters] of this.#queues) {
      const [next] = waiters;
      if (next === undefined || !this.#hasRoom(client, next.room)) continue;
      this.#forget(client, next);
      // Its next turn comes after those of all others.
      const rest = this.#queues.get(client);
      if (rest !== undefined) {
        this.#queues.delete(client);
        this.#queues.set(client, rest);
      }
      this.#take(client, next.room);
      next.admit();
      return true;
    }
    return false;
  }

  #forget(client: string, waiter: Waiter): void {
    const waiters = this.#queues.get(client) ?? [];
    const at = waiters.indexOf(waiter);
    if (at < 0) return;
    waiters.splice(at, 1);
    this.#waiting -= 1;
    if (waiters.length === 0) this.#queues.delete(client);
  }

  #wait({ client, deadline, signal, room = 1 }: Visitor): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        room,
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
