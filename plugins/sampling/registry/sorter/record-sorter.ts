import { ByteCensus } from './byte-census.js';
import { compareIds, HEAD_WORDS, lengthOfHead, type RecordBlock } from './id-record.js';

const SMALL = 16;
const MAX_KEY = 2 ** 30;
const DIGIT_BITS = 8;

/**
 * Sorts the places of records by their ids. Each id becomes a number of 30 bits, numbers are sorted digit by digit (without
 * a comparison), and ids that one number cannot tell apart are sorted again from where it ended.
 */
export class RecordSorter {
  readonly #block: RecordBlock;
  readonly #keys: Uint32Array;
  readonly #sortedKeys: Uint32Array;
  readonly #sortedPlaces: Uint32Array;
  readonly #starts = new Uint32Array(2 ** DIGIT_BITS);

  constructor(block: RecordBlock, capacity: number) {
    this.#block = block;
    this.#keys = new Uint32Array(capacity);
    this.#sortedKeys = new Uint32Array(capacity);
    this.#sortedPlaces = new Uint32Array(capacity);
  }

  /** Sorts in place; equal ids stay in their order. @param census of all of them. */
  sort(places: Uint32Array, census: ByteCensus): void {
    this.#sortRange(places, 0, places.length, census);
  }

  /** What its ids are made of, from byte `depth` on. */
  census(places: Uint32Array, depth = 0, from = 0, to = places.length): ByteCensus {
    const { words, bytes } = this.#block;
    const census = new ByteCensus(depth);
    for (let i = from; i < to; i++) {
      const at = places[i] ?? 0;
      const start = (at + HEAD_WORDS) * 4;
      census.add(bytes, start, start + lengthOfHead(words[at + 1] ?? 0));
    }
    return census;
  }

  #sortRange(places: Uint32Array, from: number, to: number, census: ByteCensus): void {
    const { words, bytes } = this.#block;
    const keys = this.#keys;
    const key = census.key(MAX_KEY);
    for (let i = from; i < to; i++) {
      const at = places[i] ?? 0;
      const start = (at + HEAD_WORDS) * 4;
      keys[i] = key.of(bytes, start, start + lengthOfHead(words[at + 1] ?? 0));
    }
    // As few passes as their digits allow.
    const bits = Math.ceil(Math.log2(key.size));
    const digitBits = Math.ceil(bits / Math.ceil(bits / DIGIT_BITS));
    for (let shift = 0; shift < bits; shift += digitBits)
      this.#distribute(places, from, to, shift, digitBits);

    for (let start = from; start < to; ) {
      let end = start + 1;
      while (end < to && keys[end] === keys[start]) end++;
      const length = lengthOfHead(words[(places[start] ?? 0) + 1] ?? 0);
      if (length >= key.covers) this.#sortTies(places, start, end, key.covers);
      start = end;
    }
  }

  /** Sorts a range of ids that are alike in their first `depth` bytes. */
  #sortTies(places: Uint32Array, from: number, to: number, depth: number): void {
    if (to - from <= SMALL) this.#insertionSort(places, from, to);
    else this.#sortRange(places, from, to, this.census(places, depth, from, to));
  }

  /** Orders by one digit of the keys, equal digits as they stand. */
  #distribute(places: Uint32Array, from: number, to: number, shift: number, digitBits: number): void {
    const keys = this.#keys;
    const sortedKeys = this.#sortedKeys;
    const sortedPlaces = this.#sortedPlaces;
    const starts = this.#starts;
    const mask = 2 ** digitBits - 1;
    starts.fill(0, 0, mask + 1);
    for (let i = from; i < to; i++) {
      const digit = ((keys[i] ?? 0) >>> shift) & mask;
      starts[digit] = (starts[digit] ?? 0) + 1;
    }
    let next = from;
    for (let digit = 0; digit <= mask; digit++) {
      const count = starts[digit] ?? 0;
      starts[digit] = next;
      next += count;
    }
    for (let i = from; i < to; i++) {
      const key = keys[i] ?? 0;
      const digit = (key >>> shift) & mask;
      const target = starts[digit] ?? 0;
      starts[digit] = target + 1;
      sortedKeys[target] = key;
      sortedPlaces[target] = places[i] ?? 0;
    }
    keys.set(sortedKeys.subarray(from, to), from);
    places.set(sortedPlaces.subarray(from, to), from);
  }

  #insertionSort(places: Uint32Array, from: number, to: number): void {
    const { words } = this.#block;
    for (let i = from + 1; i < to; i++) {
      const moving = places[i] ?? 0;
      let hole = i;
      for (; hole > from; hole--) {
        const other = places[hole - 1] ?? 0;
        if (compareIds(words, other, words, moving) <= 0) break;
        places[hole] = other;
      }
      places[hole] = moving;
    }
  }
}
