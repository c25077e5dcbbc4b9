import { MAX_ID_BYTES } from '../id-rule.js';
import type { ByteCensus } from './byte-census.js';
import { compareIds, HEAD_WORDS, headOf, type RecordBlock, recordBlock, sizeOfHead } from './id-record.js';
import { RecordSorter } from './record-sorter.js';

/** Ids of one run: what the processor's cache can hold while they are sorted. */
const RUN_CAPACITY = 2 ** 16;
const WORDS_PER_ID = 8;

/**
 * Up to 65,536 ids as records in one block, and their bytewise order. A few megabytes hold what would take many as
 * strings, and nothing of it is left to the garbage collector.
 */
export class PackedRun implements RecordBlock {
  readonly words: Uint32Array;
  readonly bytes: Buffer;
  /** Words in use. */
  used = 0;
  count = 0;
  readonly #places: Uint32Array;
  readonly #sorter: RecordSorter;
  #ascending = true;

  constructor(capacity = RUN_CAPACITY) {
    const block = recordBlock(Math.max(capacity * WORDS_PER_ID, MAX_ID_BYTES));
    this.words = block.words;
    this.bytes = block.bytes;
    this.#places = new Uint32Array(capacity);
    this.#sorter = new RecordSorter(block, capacity);
  }

  /** Gives false when there is no room; the caller then empties the run and tries again. */
  add(id: string, line: number, tag: number): boolean {
    // Three bytes are the most that one UTF-16 unit takes.
    if (!this.#hasRoom(id.length * 3)) return false;
    const start = (this.used + HEAD_WORDS) * 4;
    this.#finish(this.bytes.write(id, start, 'utf8'), line, tag);
    return true;
  }

  addBytes(from: Buffer, start: number, end: number, line: number, tag: number): boolean {
    if (!this.#hasRoom(end - start)) return false;
    const bytes = this.bytes;
    let to = (this.used + HEAD_WORDS) * 4;
    for (let at = start; at < end; at++) bytes[to++] = from[at] ?? 0;
    this.#finish(end - start, line, tag);
    return true;
  }

  clear(): void {
    this.used = 0;
    this.count = 0;
    this.#ascending = true;
  }

  /**
   * Places of the records in the order of their ids, equal ids in the order of adding, valid until `clear`; and what the
   * ids are made of.
   */
  sorted(): { readonly places: Uint32Array; readonly census: ByteCensus } {
    const places = this.#places.subarray(0, this.count);
    const census = this.#sorter.census(places);
    if (!this.#ascending) this.#sorter.sort(places, census);
    return { places, census };
  }

  /** Whether each id added came after the one before it. */
  get ascending(): boolean {
    return this.#ascending;
  }

  #hasRoom(length: number): boolean {
    return (
      this.count < this.#places.length && this.used + HEAD_WORDS + ((length + 3) >>> 2) <= this.words.length
    );
  }

  #finish(length: number, line: number, tag: number): void {
    const at = this.used;
    const head = headOf(tag, length);
    this.words[at] = line;
    this.words[at + 1] = head;
    const start = (at + HEAD_WORDS) * 4;
    for (let byte = start + length; (byte & 3) !== 0; byte++) this.bytes[byte] = 0;
    if (this.#ascending && this.count > 0) {
      const previous = this.#places[this.count - 1] ?? 0;
      if (compareIds(this.words, previous, this.words, at) >= 0) this.#ascending = false;
    }
    this.#places[this.count++] = at;
    this.used = at + sizeOfHead(head);
  }
}
