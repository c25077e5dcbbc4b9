import type { Micro } from '../money/amount.js';
import { type Account, type Entry, type Head, hashOf, NO_HEAD } from './entry.js';

/** What the entries of a principal come to. */
export interface Sums {
  readonly reserved: Micro;
  readonly spent: Micro;
}

/** Goes along a chain entry by entry; the first fault ends it. */
export class ChainCheck {
  #head: Head = NO_HEAD;
  readonly #balance: Record<Account, Micro> = { principal: 0n, reserved: 0n, used: 0n };
  /** In words; undefined while all is well. */
  fault: string | undefined;

  take(entry: Entry): void {
    if (this.fault !== undefined) return;
    const { seq, previous, from, to, amount } = entry;
    if (seq !== this.#head.seq + 1) this.fault = `entry ${this.#head.seq + 1} is missing`;
    else if (previous !== this.#head.hash) this.fault = `entry ${seq} does not follow the one before it`;
    else if (hashOf(entry) !== entry.hash) this.fault = `entry ${seq} was changed`;
    else if (amount < 0n) this.fault = `entry ${seq} moves less than nothing`;
    this.#balance[from] -= amount;
    this.#balance[to] += amount;
    if (this.#balance.reserved < 0n) this.fault ??= `entry ${seq} takes more than was reserved`;
    this.#head = { seq, hash: entry.hash };
  }

  get head(): Head {
    return this.#head;
  }

  get sums(): Sums {
    return { reserved: this.#balance.reserved, spent: this.#balance.used };
  }
}
