import type { IdKey } from './byte-census.js';
import { compareIds, HEAD_WORDS, lengthOfHead } from './id-record.js';
import type { RecordCursor } from './record-cursor.js';

/**
 * Merges ordered cursors into one order; equal ids come in the order of the cursors. A tournament: each node of a tree
 * remembers the cursor that lost there, so that the next winner is known after one comparison a level.
 */
export class MergeCursor implements RecordCursor {
  words: Uint32Array;
  bytes: Buffer;
  at = 0;
  readonly #cursors: readonly RecordCursor[];
  readonly #key: IdKey;
  /** Key of each cursor's id; infinite when it is at its end. */
  readonly #keys: Float64Array;
  /** The loser at each node; node `n` has the nodes or cursors `2n` and `2n + 1` below it. */
  readonly #losers: Uint32Array;
  #winner: number;
  #started = false;

  /** @param key made of a census of all ids. */
  constructor(cursors: readonly RecordCursor[], key: IdKey) {
    this.#cursors = cursors;
    this.#key = key;
    const [first] = cursors;
    if (first === undefined) throw new RangeError('nothing to merge');
    this.words = first.words;
    this.bytes = first.bytes;
    this.#keys = new Float64Array(cursors.length);
    this.#losers = new Uint32Array(cursors.length);
    for (const lane of cursors.keys()) this.#advance(lane);
    this.#winner = this.#play(1);
  }

  next(): boolean {
    if (this.#started) {
      this.#advance(this.#winner);
      this.#replay();
    }
    this.#started = true;
    const winner = this.#cursors[this.#winner];
    if (winner === undefined || this.#keys[this.#winner] === Number.POSITIVE_INFINITY) return false;
    this.words = winner.words;
    this.bytes = winner.bytes;
    this.at = winner.at;
    return true;
  }

  #advance(lane: number): void {
    const cursor = this.#cursors[lane];
    if (cursor?.next() !== true) {
      this.#keys[lane] = Number.POSITIVE_INFINITY;
      return;
    }
    const start = (cursor.at + HEAD_WORDS) * 4;
    const length = lengthOfHead(cursor.words[cursor.at + 1] ?? 0);
    this.#keys[lane] = this.#key.of(cursor.bytes, start, start + length);
  }

  /** Plays all games at and below a node for the first time. Gives the winner. */
  #play(node: number): number {
    const lanes = this.#cursors.length;
    if (node >= lanes) return node - lanes;
    const left = this.#play(2 * node);
    const right = this.#play(2 * node + 1);
    const leftWins = this.#before(left, right);
    this.#losers[node] = leftWins ? right : left;
    return leftWins ? left : right;
  }

  /** Plays the games of the last winner again, from its leaf up. */
  #replay(): void {
    const losers = this.#losers;
    const keys = this.#keys;
    let winner = this.#winner;
    let key = keys[winner] ?? 0;
    for (let node = (winner + this.#cursors.length) >> 1; node > 0; node >>= 1) {
      const rival = losers[node] ?? 0;
      const rivalKey = keys[rival] ?? 0;
      if (rivalKey < key || (rivalKey === key && this.#beforeByBytes(rival, winner))) {
        losers[node] = winner;
        winner = rival;
        key = rivalKey;
      }
    }
    this.#winner = winner;
  }

  #before(a: number, b: number): boolean {
    const x = this.#keys[a] ?? 0;
    const y = this.#keys[b] ?? 0;
    return x === y ? this.#beforeByBytes(a, b) : x < y;
  }

  #beforeByBytes(a: number, b: number): boolean {
    const x = this.#cursors[a];
    const y = this.#cursors[b];
    if (x === undefined || y === undefined || this.#keys[a] === Number.POSITIVE_INFINITY) return a < b;
    const order = compareIds(x.words, x.at, y.words, y.at);
    return order === 0 ? a < b : order < 0;
  }
}
