import { hash } from 'node:crypto';
import { MAX_ID_BYTES } from '../registry/id-rule.js';
import type { Seed } from './seed.js';
import { LANES, TicketFilter } from './ticket-filter.js';
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

/** Ids after which the filter pays for itself, if as many as are wanted are there by then. */
const FILTER_FROM = 4000;
const SCRATCH = 3 * MAX_ID_BYTES;

/**
 * Keeps the `capacity` first tickets of a stream of ids: a heap whose root is the last of those kept, so that
 * memory is bounded by what is drawn. In a large frame most ids are passed over after four at a time were hashed by the
 * filter; a ticket that is kept is always the platform's.
 */
export class TicketDraw {
  readonly #seed: Seed;
  readonly #prefix: string;
  readonly #capacity: number;
  readonly #heap: Ticket[] = [];
  /** The last ticket kept while the heap is full; no ticket sorts after "~", no ticket before "". */
  #cut: string;
  /** The first 32 bits of the cut. */
  #cut32 = 0xffffffff;

  #added = 0;
  #filter: TicketFilter | undefined;
  /** Of the ids that wait in the filter's lanes. */
  readonly #waitingAdopter: (boolean | undefined)[] = [undefined, undefined, undefined, undefined];
  #waitingCount = 0;
  readonly #scratch = Buffer.alloc(SCRATCH);

  constructor(seed: Seed, capacity: number) {
    this.#seed = seed;
    this.#prefix = `${seed}:`;
    this.#capacity = capacity;
    this.#cut = capacity > 0 ? '~' : '';
  }

  /** Offers one id of the frame. Ids must be unique and normalized. */
  add(id: string, adopter?: boolean): void {
    if (this.#capacity === 0) return;
    if (this.#filter === undefined) {
      this.#offer(id, adopter);
      this.#added++;
      // While every id is kept there is nothing to filter.
      if (this.#added >= FILTER_FROM && this.#heap.length === this.#capacity)
        this.#filter = new TicketFilter(this.#seed);
      return;
    }
    const bytes = this.#scratch;
    let end = 0;
    for (; end < id.length; end++) {
      const unit = id.charCodeAt(end);
      if (unit > 0x7f) {
        end = bytes.write(id, 0, 'utf8');
        break;
      }
      bytes[end] = unit;
    }
    this.addBytes(bytes, 0, end, adopter);
  }

  /** Offers the id whose UTF-8 bytes are `bytes[start..end)`. */
  addBytes(bytes: Buffer, start: number, end: number, adopter?: boolean): void {
    if (this.#capacity === 0) return;
    if (this.#filter === undefined) {
      this.add(bytes.toString('utf8', start, end), adopter);
      return;
    }
    const lane = this.#waitingCount;
    if (!this.#filter.load(lane, bytes, start, end)) {
      this.#offer(bytes.toString('utf8', start, end), adopter);
      return;
    }
    this.#waitingAdopter[lane] = adopter;
    this.#waitingCount = lane + 1;
    if (lane + 1 === LANES) this.#flush(this.#filter);
  }

  /** Hashes the waiting ids and offers those that may be among the first. */
  #flush(filter: TicketFilter): void {
    filter.run();
    for (let lane = 0; lane < this.#waitingCount; lane++) {
      if (filter.first32(lane) > this.#cut32) continue;
      this.#offer(filter.idOf(lane), this.#waitingAdopter[lane]);
    }
    this.#waitingCount = 0;
  }

  #offer(id: string, adopter: boolean | undefined): void {
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
    if (heap.length === this.#capacity) {
      this.#cut = heap[0]?.ticket ?? '';
      this.#cut32 = Number.parseInt(this.#cut.slice(0, 8), 16);
    }
  }

  /** What was kept, in the order of the draw. */
  drawn(): Ticket[] {
    if (this.#filter !== undefined) this.#flush(this.#filter);
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
