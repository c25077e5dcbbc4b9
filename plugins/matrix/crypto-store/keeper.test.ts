import { Readable } from 'node:stream';
import type { Blobs, Keys } from 'oracle-runtime/plugin';
import { afterAll, expect, it } from 'vitest';
import type { Factory } from './databases.js';
import { openKeeper } from './keeper.js';

// It puts itself where browsers have it; other tests of this process are to find none.
const before = new Set(Object.getOwnPropertyNames(globalThis));
afterAll(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!before.has(name) && /^(IDB|indexedDB)/.test(name)) Reflect.deleteProperty(globalThis, name);
});

const indexedDb = () => (globalThis as unknown as { indexedDB: Factory }).indexedDB;
const keys: Keys = { get: async () => Buffer.alloc(32, 7) };

function memoryBlobs() {
  const kept = new Map<string, Buffer>();
  const blobs = {
    stat: async (key: string) => (kept.has(key) ? { size: 1 } : undefined),
    get: async (key: string) => Readable.from([kept.get(key)]),
    put: async (key: string, data: Buffer) => {
      kept.set(key, data);
      return { size: data.length };
    },
  };
  return { kept, blobs: blobs as unknown as Blobs };
}

const requested = <T>(request: {
  readonly result: T;
  addEventListener(type: string, done: () => void): void;
}) => new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));

async function write(secret: string): Promise<void> {
  const opening = indexedDb().open('keys', 3);
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore('sessions', { keyPath: null, autoIncrement: false });
    store.createIndex('room', 'room', { unique: false, multiEntry: false });
  });
  const database = await requested(opening);
  const transaction = database.transaction('sessions', 'readwrite');
  const done = new Promise<void>((resolve) => transaction.addEventListener('complete', resolve));
  transaction.objectStore('sessions').put({ room: 'r', secret }, ['r', 1]);
  await done;
  database.close();
}

it('brings databases back as they were saved, keeps no word of them in the clear, and writes only what changed', async () => {
  const { kept, blobs } = memoryBlobs();
  const first = await openKeeper({ blobs, keys, blob: 'crypto/D' });
  expect(first.restored).toBe(false);
  await write('ratchet-of-ada');
  await first.save();
  const snapshot = kept.get('crypto/D');
  expect(snapshot?.includes('ratchet-of-ada')).toBe(false);
  await first.save();
  expect(kept.get('crypto/D')).toBe(snapshot);

  const second = await openKeeper({ blobs, keys, blob: 'crypto/D' });
  expect(second.restored).toBe(true);
  const database = await requested(indexedDb().open('keys'));
  expect(database.version).toBe(3);
  const store = database.transaction('sessions', 'readonly').objectStore('sessions');
  expect([...store.indexNames]).toEqual(['room']);
  expect(await requested(store.getAllKeys())).toEqual([['r', 1]]);
  expect(await requested(store.getAll())).toEqual([{ room: 'r', secret: 'ratchet-of-ada' }]);
});

it('does not open a snapshot that was changed, or sealed by another key', async () => {
  const { kept, blobs } = memoryBlobs();
  const first = await openKeeper({ blobs, keys, blob: 'crypto/D' });
  await write('x');
  await first.save();
  const other: Keys = { get: async () => Buffer.alloc(32, 8) };
  await expect(openKeeper({ blobs, keys: other, blob: 'crypto/D' })).rejects.toThrow();
  const bytes = kept.get('crypto/D');
  if (bytes !== undefined) bytes[20] = (bytes[20] ?? 0) ^ 1;
  await expect(openKeeper({ blobs, keys, blob: 'crypto/D' })).rejects.toThrow();
});
