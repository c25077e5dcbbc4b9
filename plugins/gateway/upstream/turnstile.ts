import { Code, QueryFault } from './status.js';

/** Lets a number of calls through at once and a number wait; the others are told to come back. */
export class Turnstile {
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    readonly capacity: number,
    readonly queue: number,
  ) {}

  get inside(): number {
    return this.#inside;
  }

  /** Undefined when there is room at once; otherwise a promise of it. @throws QueryFault 503 with `Retry-After` */
  enter(): Promise<void> | undefined {
    if (this.#inside < this.capacity) {
      this.#inside += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.queue) {
      throw new QueryFault(Code.Unavailable, 'too many queries are under way: try again in a second', {
        headers: { 'Retry-After': '1' },
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next();
  }
}
