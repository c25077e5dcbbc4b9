import { setImmediate } from 'node:timers/promises';

/** Milliseconds that one piece of work may hold the thread. */
const LONGEST_MS = 8;

/**
 * Work that is long as a whole, in turns: small content and the embedded database answer without ever leaving the thread,
 * so whoever walks over many of them asks others in between.
 */
export class Turns {
  #since = performance.now();

  /** Lets others have their turn, if this one was long enough by now. */
  async others(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
