import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Blobs } from '../plugin/index.js';
import type { BlobEntry } from './blob-list.js';

/** The blobs of a directory, by the part of their keys up to the first slash. */
export type BlobStores = (prefix: string) => Blobs;

/** Where a blob is, and its key there. */
export function placeOf(stores: BlobStores, key: string): { blobs: Blobs; key: string } {
  const cut = key.indexOf('/');
  return { blobs: stores(key.slice(0, cut)), key: key.slice(cut + 1) };
}

/** Copies a blob, which is on the disk when this resolves. @throws OracleError `not_found`, `insufficient_storage` */
export async function copyBlob(from: BlobStores, to: BlobStores, key: string): Promise<BlobEntry> {
  const source = placeOf(from, key);
  const target = placeOf(to, key);
  const hash = createHash('sha256');
  const content = await source.blobs.get(source.key);
  const hashed = async function* () {
    for await (const piece of content) {
      hash.update(piece as Buffer);
      yield piece as Buffer;
    }
  };
  const { size } = await target.blobs.put(target.key, Readable.from(hashed()));
  return { key, size, sha256: hash.digest('hex') };
}

/** Works on items with some at once. Rejects with the first failure, once all that began has ended. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const AT_ONCE = 4;
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const task = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
