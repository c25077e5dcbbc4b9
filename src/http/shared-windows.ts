import type { SharedCounts } from '../store/shared-counts.js';
import type { WindowCounter } from './window-counter.js';

/** What was counted is told to the others so soon. By then each of them may have let through what it counted itself. */
const TELL_AFTER_MS = 250;
/** Keys of one statement. */
const MOST_KEYS = 1_000;

/** Counters whose windows all processes on one database fill together. A request waits for nothing. */
export class SharedWindows {
  readonly #counts: SharedCounts;
  readonly #counters = new Map<string, WindowCounter>();
  /** By counter and key: counted here and not told yet. */
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(counts: SharedCounts) {
    this.#counts = counts;
  }

  /** @param name without a space; the same in each process */
  share(name: string, counter: WindowCounter): void {
    this.#counters.set(name, counter);
    counter.onCount = (key) => this.#note(`${name} ${key}`);
  }

  #note(word: string): void {
    this.#pending.set(word, (this.#pending.get(word) ?? 0) + 1);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.tell(), TELL_AFTER_MS);
    this.#timer.unref();
  }

  /** Tells what was counted here, and takes over what all have counted together. */
  async tell(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    this.#timer = undefined;
    const counts = [...pending].flatMap(([word, count]) => {
      const running = this.#find(word)?.peek();
      return running === undefined
        ? []
        : [{ key: word, count, endsInMs: running.endsAt - performance.now() }];
    });
    try {
      for (let start = 0; start < counts.length; start += MOST_KEYS)
        for (const { key, count, endsInMs } of await this.#counts.add(counts.slice(start, start + MOST_KEYS)))
          this.#find(key)?.adopt(count + (this.#pending.get(key) ?? 0), performance.now() + endsInMs);
    } catch {
      // The database is away: each process counts for itself until it is back.
    }
  }

  #find(word: string) {
    const space = word.indexOf(' ');
    const counter = this.#counters.get(word.slice(0, space));
    const key = word.slice(space + 1);
    return (
      counter && {
        peek: () => counter.peek(key),
        adopt: (count: number, endsAt: number) => counter.adopt(key, count, endsAt),
      }
    );
  }
}
