import { getHeapStatistics } from 'node:v8';

/** Of the most that the heap may be: a run needs what it keeps twice more when it ends, and the rest is for all else. */
const SHARE = 0.25;
/**
 * A piece of text takes so many bytes beside its characters, which counts for words that come one by one: the head of its
 * string, and a node in each of the two texts that grow by it (what was said, and what the reader of the answer knows).
 */
const PIECE_BYTES = 160;
const WIDE = /[^\0-\xff]/;

/** What one holder has of the room. */
export interface HeldText {
  /** Text that is kept. */
  add(text: string): void;
  /** It is kept no more. */
  release(): void;
}

interface Holder {
  chars: number;
  pieces: number;
  /** Two bytes a character: one that Latin-1 does not have makes all of a text wide. */
  isWide: boolean;
  isEnding: boolean;
  readonly end: () => void;
}

/**
 * One bound over the text that all runs of this process keep in memory: each has its own limits, and yet many together
 * would be more than there is. Who is over it ends the largest, so that small answers go on beside floods, and what is kept
 * until that has come to its end is waited for.
 */
export class SharedRoom {
  readonly #most: number;
  readonly #holders = new Set<Holder>();
  #bytes = 0;
  #ending = 0;
  /** Waits for room, for all who do. */
  #full: { readonly roomy: Promise<void>; resolve(): void } | undefined;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined while there is room; else it resolves once there is. */
  get full(): Promise<void> | undefined {
    if (this.#bytes <= this.#most) return undefined;
    if (this.#full === undefined) {
      let resolve = () => {};
      const roomy = new Promise<void>((done) => {
        resolve = done;
      });
      this.#full = { roomy, resolve };
    }
    return this.#full.roomy;
  }

  /** @param end called once, when this is the largest and there is too much; it is to be released soon then */
  open(end: () => void): HeldText {
    const holder: Holder = { chars: 0, pieces: 0, isWide: false, isEnding: false, end };
    this.#holders.add(holder);
    return {
      add: (text) => {
        // What ends is not fed any more.
        if (holder.isEnding || !this.#holders.has(holder)) return;
        this.#bytes -= bytesOf(holder);
        holder.chars += text.length;
        holder.pieces += 1;
        holder.isWide ||= WIDE.test(text);
        this.#bytes += bytesOf(holder);
        while (this.#bytes - this.#ending > this.#most) this.#endLargest();
      },
      release: () => this.#release(holder),
    };
  }

  #endLargest(): void {
    let largest: Holder | undefined;
    for (const each of this.#holders)
      if (!each.isEnding && (largest === undefined || bytesOf(each) > bytesOf(largest))) largest = each;
    if (largest === undefined) return;
    largest.isEnding = true;
    this.#ending += bytesOf(largest);
    largest.end();
  }

  #release(holder: Holder): void {
    if (!this.#holders.delete(holder)) return;
    const bytes = bytesOf(holder);
    this.#bytes -= bytes;
    if (holder.isEnding) this.#ending -= bytes;
    if (this.#bytes > this.#most) return;
    this.#full?.resolve();
    this.#full = undefined;
  }
}

/** What all runs of this process may keep together: a share of its heap, or of the memory that its container has. */
export function roomOfProcess(): number {
  // 0 or beyond all memory where nothing constrains it.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return SHARE * Math.min(getHeapStatistics().heap_size_limit, constrained);
}

function bytesOf({ chars, pieces, isWide }: Holder): number {
  return chars * (isWide ? 2 : 1) + pieces * PIECE_BYTES;
}
