import { MAX_ID_BYTES } from './id-rule.js';

const BYTES_PER_ID = 32;
/** Ids of one run. A power of two below 2^20, the room for an index beside a sort key. */
const RUN_CAPACITY = 2 ** 17;
const INDEX_BITS = 20;
const KEY_BITS = 64 - INDEX_BITS;
/** Bytes of an id that one sort key can cover at most. */
const WINDOW = 14;
const SMALL = 12;

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const LOW = LITTLE_ENDIAN ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * Up to 131,072 ids as bytes in one block, with a line number and a tag each, and their bytewise order. A few
 * megabytes hold what would take many as strings, and nothing of it is left to the garbage collector.
 */
export class PackedRun {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  readonly tags: Uint32Array;
  readonly #capacity: number;
  count = 0;
  #ascending = true;
  #longest = 0;

  constructor(capacity = RUN_CAPACITY) {
    this.#capacity = capacity;
    this.bytes = Buffer.allocUnsafe(Math.max(capacity * BYTES_PER_ID, 3 * MAX_ID_BYTES));
    this.starts = new Uint32Array(capacity + 1);
    this.lines = new Uint32Array(capacity);
    this.tags = new Uint32Array(capacity);
  }

  /** Gives false when there is no room; the caller then empties the run and tries again. */
  add(id: string, line: number, tag: number): boolean {
    const at = this.count;
    const start = this.starts[at] ?? 0;
    // Three bytes are the most that one UTF-16 unit takes.
    if (at === this.#capacity || start + id.length * 3 > this.bytes.length) return false;
    const bytes = this.bytes;
    let end = start;
    for (let i = 0; i < id.length; i++) {
      const unit = id.charCodeAt(i);
      if (unit > 0x7f) {
        end = start + bytes.write(id, start, 'utf8');
        break;
      }
      bytes[end++] = unit;
    }
    this.#finish(end, line, tag);
    return true;
  }

  addBytes(from: Uint8Array, start: number, end: number, line: number, tag: number): boolean {
    let to = this.starts[this.count] ?? 0;
    if (this.count === this.#capacity || to + end - start > this.bytes.length) return false;
    const bytes = this.bytes;
    for (let at = start; at < end; at++) bytes[to++] = from[at] ?? 0;
    this.#finish(to, line, tag);
    return true;
  }

  #finish(end: number, line: number, tag: number): void {
    const at = this.count;
    const length = end - (this.starts[at] ?? 0);
    if (length > this.#longest) this.#longest = length;
    this.lines[at] = line;
    this.tags[at] = tag;
    this.starts[at + 1] = end;
    this.count = at + 1;
    if (this.#ascending && at > 0 && this.#compare(at - 1, at) >= 0) this.#ascending = false;
  }

  clear(): void {
    this.count = 0;
    this.#ascending = true;
    this.#longest = 0;
  }

  /** Indices of the ids in bytewise order, equal ids in the order of adding. */
  sorted(): Uint32Array {
    const order = new Uint32Array(this.count);
    for (let i = 0; i < order.length; i++) order[i] = i;
    if (!this.#ascending) this.#sortRange(order, 0, new Uint32Array(2 * order.length));
    return order;
  }

  /**
   * Sorts by native numeric sort: after the shared prefix, the next bytes of an id become digits of a number whose
   * base is the count of distinct bytes there (household ids use few), with the index in the low bits. Ids that one
   * number cannot tell apart are sorted again from where it ended.
   */
  #sortRange(order: Uint32Array, depth: number, scratch: Uint32Array): void {
    if (order.length <= SMALL) {
      this.#insertionSort(order);
      return;
    }
    const shared = this.#sharedPrefix(order, depth);
    const { rank, base } = this.#alphabet(order, shared);
    const digits = Math.max(
      1,
      Math.min(WINDOW, this.#longest - shared, Math.floor((KEY_BITS * Math.LN2) / Math.log(base))),
    );
    for (let i = 0; i < order.length; i++) {
      const index = order[i] ?? 0;
      const start = (this.starts[index] ?? 0) + shared;
      const end = this.starts[index + 1] ?? 0;
      let key = 0;
      for (let d = 0; d < digits; d++)
        key = key * base + (start + d < end ? (rank[this.bytes[start + d] ?? 0] ?? 0) : 0);
      const high = Math.floor(key / 2 ** (32 - INDEX_BITS));
      scratch[2 * i + HIGH] = high;
      scratch[2 * i + LOW] = (key - high * 2 ** (32 - INDEX_BITS)) * 2 ** INDEX_BITS + index;
    }
    new BigUint64Array(scratch.buffer, scratch.byteOffset, order.length).sort();

    const ties: [from: number, to: number][] = [];
    const mask = 2 ** INDEX_BITS - 1;
    let from = 0;
    for (let i = 0; i < order.length; i++) {
      const low = scratch[2 * i + LOW] ?? 0;
      order[i] = low & mask;
      const last = i + 1 === order.length;
      const same =
        !last &&
        scratch[2 * i + HIGH] === scratch[2 * (i + 1) + HIGH] &&
        low >>> INDEX_BITS === (scratch[2 * (i + 1) + LOW] ?? 0) >>> INDEX_BITS;
      if (same) continue;
      if (i > from) ties.push([from, i + 1]);
      from = i + 1;
    }
    for (const [start, end] of ties) {
      // Equal keys of ids that ended within the digits are equal ids.
      const index = order[start] ?? 0;
      const length = (this.starts[index + 1] ?? 0) - (this.starts[index] ?? 0);
      if (length >= shared + digits) this.#sortRange(order.subarray(start, end), shared + digits, scratch);
    }
  }

  #insertionSort(order: Uint32Array): void {
    for (let i = 1; i < order.length; i++) {
      const index = order[i] ?? 0;
      let j = i - 1;
      for (; j >= 0; j--) {
        const other = order[j] ?? 0;
        const sign = this.#compare(other, index);
        if (sign < 0 || (sign === 0 && other < index)) break;
        order[j + 1] = other;
      }
      order[j + 1] = index;
    }
  }

  /** Length of the prefix that all ids of the range share, of which `known` is certain. */
  #sharedPrefix(order: Uint32Array, known: number): number {
    const first = order[0] ?? 0;
    const start = this.starts[first] ?? 0;
    let shared = (this.starts[first + 1] ?? 0) - start;
    for (let i = 1; i < order.length && shared > known; i++) {
      const index = order[i] ?? 0;
      const other = this.starts[index] ?? 0;
      const length = Math.min(shared, (this.starts[index + 1] ?? 0) - other);
      let k = known;
      while (k < length && this.bytes[start + k] === this.bytes[other + k]) k++;
      shared = k;
    }
    return shared;
  }

  /** Ranks 1, 2, … of the bytes that occur in the window after the shared prefix; 0 stands for the end of an id. */
  #alphabet(order: Uint32Array, shared: number): { rank: Uint16Array; base: number } {
    const rank = new Uint16Array(256);
    for (const index of order) {
      const start = (this.starts[index] ?? 0) + shared;
      const end = Math.min(this.starts[index + 1] ?? 0, start + WINDOW);
      for (let at = start; at < end; at++) rank[this.bytes[at] ?? 0] = 1;
    }
    let used = 0;
    for (let byte = 0; byte < 256; byte++) if (rank[byte] === 1) rank[byte] = ++used;
    return { rank, base: used + 1 };
  }

  #compare(a: number, b: number): number {
    return compareBytes(
      this.bytes,
      this.starts[a] ?? 0,
      this.starts[a + 1] ?? 0,
      this.bytes,
      this.starts[b] ?? 0,
      this.starts[b + 1] ?? 0,
    );
  }
}

/** Bytewise order of two stretches. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const shared = Math.min(aEnd - aStart, bEnd - bStart);
  for (let i = 0; i < shared; i++) {
    const difference = (a[aStart + i] ?? 0) - (b[bStart + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}
