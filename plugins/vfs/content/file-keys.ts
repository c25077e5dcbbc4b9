import { randomBytes } from 'node:crypto';
import { Lru } from 'oracle-runtime/kit';
import type { Keys } from 'oracle-runtime/plugin';
import { unwrapKey, wrapKey } from '../crypto/wrap-key.js';
import type { Namespace } from '../paths/namespace.js';

/** File keys that stay unwrapped in memory. */
const KEPT = 4_096;

/** The keys of files: random, one each, wrapped by their namespace's key, which the master key wraps. */
export class FileKeys {
  readonly #keys: Keys;
  readonly #unwrapped = new Lru<Buffer>(KEPT);

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  /** A new file's key, wrapped. */
  async create(namespace: Namespace, fileId: string): Promise<string> {
    return wrapKey(await this.#namespaceKey(namespace), randomBytes(32), contextOf(fileId));
  }

  async open(namespace: Namespace, fileId: string, wrapped: string): Promise<Buffer> {
    const known = this.#unwrapped.get(wrapped);
    if (known !== undefined) return known;
    const key = unwrapKey(await this.#namespaceKey(namespace), wrapped, contextOf(fileId));
    this.#unwrapped.set(wrapped, key, 1);
    return key;
  }

  /** The key under which words of this namespace are indexed. */
  searchKey(namespace: Namespace): Promise<Buffer> {
    return this.#keys.get(`search/${namespace}`);
  }

  #namespaceKey(namespace: Namespace): Promise<Buffer> {
    return this.#keys.get(`namespace/${namespace}`);
  }
}

const contextOf = (fileId: string): string => `oracle-runtime/file-key\n${fileId}`;
