import { setImmediate } from 'node:timers/promises';

/** Milliseconds that one piece of work may hold the thread. */
const LONGEST_MS = 8;

/**
 * Lets others have their turn on the thread. For between the pieces of long work, each of which takes a while: a page of
 * rows, a hash of megabytes. Awaiting alone does not do it: the embedded database and small content answer without ever
 * leaving the thread.
 */
export function nextTurn(): Promise<void> {
  return setImmediate();
}

/** A walk over many small things, whose steps each take no time at all: others have their turn every few milliseconds. */
export class Turns {
  #since = performance.now();

  /** To be awaited once a step: lets others have their turn when the last one was long enough ago. */
  async others(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
