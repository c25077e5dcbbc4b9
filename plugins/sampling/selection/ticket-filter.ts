import type { Seed } from './seed.js';
import { createSha256Lanes, SHA256_INITIAL, type Sha256Lanes } from './sha256-lanes.js';

const BLOCK = 64;
const STATE_WORDS = 8;
/** A one bit and eight bytes of length follow the text in its last block. */
const PADDING = 9;
export const LANES = 4;

/**
 * The first 32 bits of four tickets at a time. They only say which ids cannot be among the first drawn: every ticket that is
 * kept or published is computed by the platform's own SHA-256.
 */
export class TicketFilter {
  readonly #lanes: Sha256Lanes = createSha256Lanes();
  readonly #words = this.#lanes.words;
  /** State after the seed's full blocks, once per lane. */
  readonly #middle = new Int32Array(STATE_WORDS * LANES);
  /** The seed's bytes after its full blocks. */
  readonly #rest: Buffer;
  readonly #absorbed: number;
  /** Words of each lane that an earlier id left behind. */
  readonly #used = new Int32Array(LANES);

  constructor(seed: Seed) {
    const prefix = Buffer.from(`${seed}:`, 'utf8');
    this.#absorbed = prefix.length - (prefix.length % BLOCK);
    this.#rest = prefix.subarray(this.#absorbed);
    const { state } = this.#lanes;
    for (const [at] of state.entries()) state[at] = SHA256_INITIAL[Math.floor(at / LANES)] ?? 0;
    for (let block = 0; block < this.#absorbed; block += BLOCK) {
      for (let at = 0; at < BLOCK; at += 4) this.#words.fill(prefix.readInt32BE(block + at), at, at + LANES);
      this.#lanes.compress();
    }
    this.#middle.set(state);
    this.#words.fill(0);
    for (let lane = 0; lane < LANES; lane++) {
      for (const [at, byte] of this.#rest.entries()) this.#setByte(lane, at, byte);
    }
  }

  /** Loads the id in `bytes[start..end)` into a lane; false when it is too long for one block. */
  load(lane: number, bytes: Uint8Array, start: number, end: number): boolean {
    const words = this.#words;
    const begin = this.#rest.length;
    const length = begin + end - start;
    if (length + PADDING > BLOCK) return false;
    // Words that the seed shares keep its bytes; all others are written anew.
    let at = begin >> 2;
    let shift = 24 - 8 * (begin & 3);
    let word = shift === 24 ? 0 : (words[at * LANES + lane] ?? 0) & (-1 << (shift + 8));
    let from = start;
    while (from < end) {
      if (shift === 24 && from + 4 <= end) {
        // In the middle of an id, four bytes at a time.
        word =
          ((bytes[from] ?? 0) << 24) |
          ((bytes[from + 1] ?? 0) << 16) |
          ((bytes[from + 2] ?? 0) << 8) |
          (bytes[from + 3] ?? 0);
        from += 4;
        shift = -8;
      } else {
        word |= (bytes[from] ?? 0) << shift;
        from++;
        shift -= 8;
      }
      if (shift < 0) {
        words[at * LANES + lane] = word;
        at++;
        word = 0;
        shift = 24;
      }
    }
    words[at * LANES + lane] = word | (0x80 << shift);
    for (let next = at + 1; next <= (this.#used[lane] ?? 0); next++) words[next * LANES + lane] = 0;
    this.#used[lane] = at;
    words[15 * LANES + lane] = (this.#absorbed + length) * 8;
    return true;
  }

  /** Hashes what is loaded. */
  run(): void {
    this.#lanes.state.set(this.#middle);
    this.#lanes.compress();
  }

  /** After `run`: the first 32 bits of the lane's ticket, from 0 to 2^32 - 1. */
  first32(lane: number): number {
    return (this.#lanes.state[lane] ?? 0) >>> 0;
  }

  /** The id that was loaded into a lane. */
  idOf(lane: number): string {
    const begin = this.#rest.length;
    const stop = (this.#words[15 * LANES + lane] ?? 0) / 8 - this.#absorbed;
    const id = Buffer.alloc(stop - begin);
    for (let at = begin; at < stop; at++)
      id[at - begin] = (this.#words[(at >> 2) * LANES + lane] ?? 0) >>> (24 - 8 * (at & 3));
    return id.toString('utf8');
  }

  #setByte(lane: number, at: number, byte: number): void {
    const word = (at >> 2) * LANES + lane;
    this.#words[word] = (this.#words[word] ?? 0) | (byte << (24 - 8 * (at & 3)));
  }
}
