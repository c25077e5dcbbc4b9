import { Refusal } from './refusal.js';

/** Lets so many work at once; others wait, so many of them. */
export class Turns {
  #free: number;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#most = mostWaiting;
  }

  /** @throws Refusal when too many wait, or the signal is aborted meanwhile */
  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.#most)
      throw new Refusal('The sandbox is busy; try again in a minute.');
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
