import { Lru } from './lru.js';

export interface SharedCacheOptions {
  /** Counted from when it was asked for: it may have been true only then. */
  readonly ttlMs: number;
  /** The least recently used entry goes when this many are held. */
  readonly maxEntries: number;
  readonly clock: { now(): number };
}

/**
 * Remembers what `load` produced for a key. Callers that ask while a load is under way share it; a failed load
 * is not remembered. A caller that may give up waits by `abortable`.
 */
export class SharedCache<T> {
  readonly #options: SharedCacheOptions;
  readonly #entries: Lru<{ readonly value: T; readonly expiresAt: number }>;
  readonly #loading = new Map<string, Promise<T>>();

  constructor(options: SharedCacheOptions) {
    this.#options = options;
    this.#entries = new Lru(options.maxEntries);
  }

  get size(): number {
    return this.#entries.size;
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const { clock, ttlMs } = this.#options;
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.expiresAt > clock.now()) return entry.value;
    const underway = this.#loading.get(key);
    if (underway !== undefined) return underway;
    const expiresAt = clock.now() + ttlMs;
    const loading = load()
      .then((value) => {
        this.#entries.set(key, { value, expiresAt });
        return value;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }
}
