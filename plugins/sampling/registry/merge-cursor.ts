import { compareBytes } from './packed-run.js';
import type { IdCursor } from './run-cursor.js';

interface Lane {
  readonly cursor: IdCursor;
  /** Six bytes after the shared prefix as a number: settles most comparisons. */
  key: number;
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
      if (cursor.next()) this.#heap.push({ cursor, key: this.#key(cursor), index });
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
        lane.key = this.#key(lane.cursor);
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

  #key(cursor: IdCursor): number {
    const { bytes, end } = cursor;
    let at = cursor.start + this.#skip;
    let key = 0;
    for (let i = 0; i < 6; i++, at++) key = key * 256 + (at < end ? (bytes[at] ?? 0) : 0);
    return key;
  }

  #before(a: Lane, b: Lane): boolean {
    if (a.key !== b.key) return a.key < b.key;
    const sign = compareBytes(
      a.cursor.bytes,
      a.cursor.start,
      a.cursor.end,
      b.cursor.bytes,
      b.cursor.start,
      b.cursor.end,
    );
    return sign === 0 ? a.index < b.index : sign < 0;
  }

  #sink(start: number): void {
    const heap = this.#heap;
    let parent = start;
    const moving = heap[parent];
    if (moving === undefined) return;
    for (;;) {
      let child = 2 * parent + 1;
      let lower = heap[child];
      if (lower === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && this.#before(right, lower)) {
        child++;
        lower = right;
      }
      if (!this.#before(lower, moving)) break;
      heap[parent] = lower;
      parent = child;
    }
    heap[parent] = moving;
  }
}
