import type { Clock } from 'oracle-runtime/plugin';

export interface CacheOptions {
  readonly ttlMs: number;
  /** The least recently used entry goes when this many are held. */
  readonly maxEntries: number;
  readonly clock: Clock;
}

/**
 * Remembers what `load` produced for a key. Callers that ask while a load is under way share it; a failed load
 * is not remembered.
 */
export class Cache<T> {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, { value: T; expiresAt: number }>();
  readonly #loading = new Map<string, Promise<T>>();

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      if (entry.expiresAt > this.#options.clock.now()) {
        this.#entries.set(key, entry);
        return entry.value;
      }
    }
    const underway = this.#loading.get(key);
    if (underway !== undefined) return underway;
    const loading = load()
      .then((value) => this.#remember(key, value))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  #remember(key: string, value: T): T {
    const { clock, maxEntries, ttlMs } = this.#options;
    this.#entries.set(key, { value, expiresAt: clock.now() + ttlMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
    return value;
  }
}
