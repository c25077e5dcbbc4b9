/** What one may have at a time, and who waits for it, first come, first served. */
export class Fifo {
  #waiting: (() => void)[] = [];
  /** How many of those have had their turn. */
  #served = 0;
  #taken = false;

  get isTaken(): boolean {
    return this.#taken;
  }

  take(): void {
    this.#taken = true;
  }

  /** Resolves when it is the caller's. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever has it gives it to the next, if there is one. */
  next(): void {
    const next = this.#waiting[this.#served];
    if (next === undefined) {
      this.#waiting = [];
      this.#served = 0;
      this.#taken = false;
      return;
    }
    this.#served += 1;
    // What was served is let go now and then: taking the first of a long list moves all the others.
    if (this.#served === 1_000) {
      this.#waiting = this.#waiting.slice(this.#served);
      this.#served = 0;
    }
    next();
  }
}
