import { randomBytes } from 'node:crypto';
import { Lru } from 'oracle-runtime/kit';
import type { Keys } from 'oracle-runtime/plugin';
import { unwrapKey, wrapKey } from '../crypto/wrap-key.js';
import type { Namespace } from '../paths/namespace.js';
import type { BlobRef } from '../types.js';

/** File keys that stay unwrapped in memory. */
const KEPT = 4_096;

/** A file, or an upload, whose key is stored wrapped. */
export type KeyRef = Pick<BlobRef, 'namespace' | 'fileId' | 'wrappedKey'>;

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

  async open({ namespace, fileId, wrappedKey }: KeyRef): Promise<Buffer> {
    return (
      this.#unwrapped.get(wrappedKey) ??
      this.#unwrap(await this.#namespaceKey(namespace), wrappedKey, contextOf(fileId))
    );
  }

  /** An upload's key as the file that it became keeps it: wrapped by the file's own, and so gone with that. */
  async wrapPart(file: KeyRef, upload: KeyRef): Promise<string> {
    return wrapKey(await this.open(file), await this.open(upload), partContextOf(upload.fileId));
  }

  /** A key that {@link wrapPart} wrapped. */
  async openPart(
    file: KeyRef,
    { fileId, wrappedKey }: Pick<KeyRef, 'fileId' | 'wrappedKey'>,
  ): Promise<Buffer> {
    return (
      this.#unwrapped.get(wrappedKey) ??
      this.#unwrap(await this.open(file), wrappedKey, partContextOf(fileId))
    );
  }

  #unwrap(wrapping: Buffer, wrapped: string, context: string): Buffer {
    const key = unwrapKey(wrapping, wrapped, context);
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

const partContextOf = (uploadId: string): string => `oracle-runtime/part-key\n${uploadId}`;
const contextOf = (fileId: string): string => `oracle-runtime/file-key\n${fileId}`;
