interface Window {
  count: number;
  /** Milliseconds, on the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** Counts by key in windows that begin with a key's first count. All last equally long, so the oldest end first. */
export class WindowCounter {
  readonly #windowMs: number;
  readonly #windows = new Map<string, Window>();
  /** Hears of each count. */
  onCount: (key: string) => void = () => undefined;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** The key's window, with a count more. */
  add(key: string, now: number = performance.now()): Readonly<Window> {
    this.onCount(key);
    const running = this.peek(key, now);
    if (running !== undefined) {
      running.count += 1;
      return running;
    }
    const window: Window = { count: 1, endsAt: now + this.#windowMs };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    this.#forget(now);
    return window;
  }

  /** The key's window while it lasts. */
  peek(key: string, now: number = performance.now()): Window | undefined {
    const window = this.#windows.get(key);
    return window === undefined || window.endsAt <= now ? undefined : window;
  }

  /** Takes over what was counted elsewhere too, in a window that may have begun there. */
  adopt(key: string, count: number, endsAt: number): void {
    // Within a window of now, so that the oldest go on to end first.
    const latest = performance.now() + this.#windowMs;
    this.#windows.delete(key);
    this.#windows.set(key, { count, endsAt: Math.min(endsAt, latest) });
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(key);
    }
  }
}
