/** Numbers that look random and are the same for a seed on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(p: number): boolean {
    return this.next() < p;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)];
    if (picked === undefined) throw new RangeError('Nothing can be picked from an empty list.');
    return picked;
  }

  /** The list in another order, in its own place. */
  shuffle<T>(list: T[]): T[] {
    for (let at = list.length - 1; at > 0; at--) {
      const other = Math.floor(this.next() * (at + 1));
      const [a, b] = [list[at], list[other]];
      if (a !== undefined && b !== undefined) [list[at], list[other]] = [b, a];
    }
    return list;
  }
}
