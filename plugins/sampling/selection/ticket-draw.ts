import { hash } from 'node:crypto';
import type { Seed } from './seed.js';
import { compareUtf8 } from './utf8-order.js';

/** A unit with its place in the draw. `ticket` is 64 lower-case hexadecimal digits. */
export interface Ticket {
  readonly id: string;
  readonly ticket: string;
  /** Whether the unit adopted the technology, where the registry says so. It has no part in the draw. */
  readonly adopter?: boolean;
}

/**
 * The ticket of `sha256-ticket-v1`: hexadecimal SHA-256 of the UTF-8 bytes of `seed`, a colon, `id`. The same as
 * `printf '%s' 'seed:id' | sha256sum`. Units are taken in the order of their tickets, ties by id.
 */
export function ticketOf(seed: Seed, id: string): string {
  return hash('sha256', `${seed}:${id}`, 'hex');
}

/** Order of `sha256-ticket-v1`: by ticket, then by id, both bytewise. */
export function compareTickets(a: Ticket, b: Ticket): number {
  if (a.ticket !== b.ticket) return a.ticket < b.ticket ? -1 : 1;
  return compareUtf8(a.id, b.id);
}

/**
 * Keeps the `capacity` first tickets of a stream of ids: a heap whose root is the last of those kept, so that
 * memory is bounded by what is drawn and most ids cost one hash and one comparison.
 */
export class TicketDraw {
  readonly #prefix: string;
  readonly #capacity: number;
  readonly #heap: Ticket[] = [];
  /** The last ticket kept while the heap is full; no ticket sorts after "~", no ticket before "". */
  #cut: string;

  constructor(seed: Seed, capacity: number) {
    this.#prefix = `${seed}:`;
    this.#capacity = capacity;
    this.#cut = capacity > 0 ? '~' : '';
  }

  /** Offers one id of the frame. Ids must be unique and normalized. */
  add(id: string, adopter?: boolean): void {
    const ticket = hash('sha256', this.#prefix + id, 'hex');
    if (ticket > this.#cut) return;
    // An id cut out of a chunk of text would keep the whole chunk in memory; a copy keeps only itself.
    const copy = Buffer.from(id, 'utf8').toString('utf8');
    const entry = adopter === undefined ? { id: copy, ticket } : { id: copy, ticket, adopter };
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push(entry);
      this.#siftUp(heap.length - 1);
    } else {
      const root = heap[0];
      if (root === undefined || compareTickets(entry, root) >= 0) return;
      heap[0] = entry;
      this.#siftDown();
    }
    if (heap.length === this.#capacity) this.#cut = heap[0]?.ticket ?? '';
  }

  /** What was kept, in the order of the draw. */
  drawn(): Ticket[] {
    return [...this.#heap].sort(compareTickets);
  }

  #siftUp(start: number): void {
    let child = start;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.#swapIfLater(child, parent)) break;
      child = parent;
    }
  }

  #siftDown(): void {
    const size = this.#heap.length;
    let parent = 0;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= size) return;
      const right = left + 1;
      const later = right < size && this.#isLater(right, left) ? right : left;
      if (!this.#swapIfLater(later, parent)) return;
      parent = later;
    }
  }

  #isLater(a: number, b: number): boolean {
    const x = this.#heap[a];
    const y = this.#heap[b];
    return x !== undefined && y !== undefined && compareTickets(x, y) > 0;
  }

  /** Swaps when the unit at `child` comes later than the one at `parent`. */
  #swapIfLater(child: number, parent: number): boolean {
    if (!this.#isLater(child, parent)) return false;
    const heap = this.#heap;
    const x = heap[child];
    const y = heap[parent];
    if (x === undefined || y === undefined) return false;
    heap[child] = y;
    heap[parent] = x;
    return true;
  }
}

/** Draws the first `count` of ids that are already in memory. */
export function drawTickets(ids: Iterable<string>, seed: Seed, count: number): Ticket[] {
  const draw = new TicketDraw(seed, count);
  for (const id of ids) draw.add(id);
  return draw.drawn();
}
