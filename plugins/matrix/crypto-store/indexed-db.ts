import type { Database, Factory } from './databases.js';

/**
 * A new, empty IndexedDB in memory, put where the crypto library looks for one when it opens its store: it has no other for
 * Node.
 * @param onWrite hears of every write that is done
 */
export async function openIndexedDb(onWrite: () => void): Promise<Factory> {
  const { default: _, ...classes } = await import('fake-indexeddb');
  const factory = new classes.IDBFactory() as unknown as Factory;
  const watching = new WeakSet<Database>();
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    const request = version === undefined ? open(name) : open(name, version);
    const watch = () => {
      if (watching.has(request.result)) return;
      watching.add(request.result);
      watchWrites(request.result, onWrite);
    };
    request.addEventListener('upgradeneeded', watch);
    request.addEventListener('success', watch);
    return request;
  };
  for (const [name, value] of Object.entries({ ...classes, indexedDB: factory }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return factory;
}

function watchWrites(database: Database, onWrite: () => void): void {
  const begin = database.transaction.bind(database);
  database.transaction = (stores, mode, options) => {
    const transaction = begin(stores, mode, options);
    if (mode === 'readwrite') transaction.addEventListener('complete', onWrite);
    return transaction;
  };
}
