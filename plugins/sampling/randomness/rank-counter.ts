import { compareUtf8 } from '../selection/utf8-order.js';

/**
 * Ranks of some ids in a frame that streams past in any order, without holding or sorting the frame: each unit of the
 * frame is counted between its two neighbours among the chosen ids.
 */
export class RankCounter {
  readonly #sorted: string[];
  readonly #counts: Float64Array;
  #size = 0;

  constructor(ids: Iterable<string>) {
    this.#sorted = [...new Set(ids)].sort(compareUtf8);
    this.#counts = new Float64Array(this.#sorted.length + 1);
  }

  /** Units counted so far. */
  get size(): number {
    return this.#size;
  }

  add(id: string): void {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareUtf8(this.#sorted[middle] ?? '', id) < 0) low = middle + 1;
      else high = middle;
    }
    this.#counts[low] = (this.#counts[low] ?? 0) + 1;
    this.#size++;
  }

  /** Rank, from 1, of each chosen id in the bytewise order of the frame. */
  ranks(): Map<string, number> {
    const ranks = new Map<string, number>();
    let upTo = 0;
    for (const [at, id] of this.#sorted.entries()) {
      upTo += this.#counts[at] ?? 0;
      ranks.set(id, upTo);
    }
    return ranks;
  }
}
