import { compareBytes } from './packed-run.js';
import type { IdCursor } from './run-cursor.js';

interface Lane {
  readonly cursor: IdCursor;
  /** The first six bytes after the shared prefix as a number, and the next six: they settle almost all comparisons. */
  key: number;
  next: number;
  readonly index: number;
}

/** Merges ordered cursors into one order; equal ids come in the order of the cursors. A heap of lanes. */
export class MergeCursor implements IdCursor {
  readonly #skip: number;
  #heap: Lane[];
  #started = false;
  #top: IdCursor;

  /** @param sharedPrefix bytes that all ids share. */
  constructor(cursors: readonly IdCursor[], sharedPrefix: number) {
    this.#skip = sharedPrefix;
    this.#heap = [];
    const [first] = cursors;
    if (first === undefined) throw new RangeError('nothing to merge');
    this.#top = first;
    for (const [index, cursor] of cursors.entries()) {
      if (!cursor.next()) continue;
      const lane: Lane = { cursor, key: 0, next: 0, index };
      this.#read(lane);
      this.#heap.push(lane);
    }
    for (let at = this.#heap.length >> 1; at >= 0; at--) this.#sink(at);
  }

  get bytes(): Buffer {
    return this.#top.bytes;
  }
  get start(): number {
    return this.#top.start;
  }
  get end(): number {
    return this.#top.end;
  }
  get line(): number {
    return this.#top.line;
  }
  get tag(): number {
    return this.#top.tag;
  }

  next(): boolean {
    const lane = this.#heap[0];
    if (lane === undefined) return false;
    if (this.#started) {
      if (lane.cursor.next()) {
        this.#read(lane);
      } else {
        const last = this.#heap.pop();
        if (last === undefined || this.#heap.length === 0) {
          this.#heap = [];
          return false;
        }
        this.#heap[0] = last;
      }
      this.#sink(0);
    }
    this.#started = true;
    const top = this.#heap[0];
    if (top === undefined) return false;
    this.#top = top.cursor;
    return true;
  }

  #read(lane: Lane): void {
    const { bytes, start, end } = lane.cursor;
    const from = start + this.#skip;
    lane.key = sixBytes(bytes, from, end);
    lane.next = sixBytes(bytes, from + 6, end);
  }

  #before(a: Lane, b: Lane): boolean {
    if (a.key !== b.key) return a.key < b.key;
    if (a.next !== b.next) return a.next < b.next;
    const { cursor: x } = a;
    const { cursor: y } = b;
    const sign = compareBytes(x.bytes, x.start, x.end, y.bytes, y.start, y.end);
    return sign === 0 ? a.index < b.index : sign < 0;
  }

  /**
   * Puts the lane at `start` into its place: down to the bottom along the earlier children, then up again. A lane that has
   * just moved on mostly belongs near the bottom, so this compares half as often as the usual way.
   */
  #sink(start: number): void {
    const heap = this.#heap;
    const moving = heap[start];
    if (moving === undefined) return;
    let hole = start;
    for (;;) {
      let child = 2 * hole + 1;
      let lower = heap[child];
      if (lower === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && this.#before(right, lower)) {
        child++;
        lower = right;
      }
      heap[hole] = lower;
      hole = child;
    }
    while (hole > start) {
      const parent = (hole - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !this.#before(moving, above)) break;
      heap[hole] = above;
      hole = parent;
    }
    heap[hole] = moving;
  }
}

/** Ids hold no zero byte, so a shorter one comes first. */
function sixBytes(bytes: Buffer, from: number, end: number): number {
  let high = 0;
  let low = 0;
  for (let at = from; at < from + 3; at++) high = (high << 8) | (at < end ? (bytes[at] ?? 0) : 0);
  for (let at = from + 3; at < from + 6; at++) low = (low << 8) | (at < end ? (bytes[at] ?? 0) : 0);
  return high * 0x1000000 + low;
}
