/** The little of IndexedDB that is used here; this project's types know no DOM. */
interface Request<T> {
  readonly result: T;
  readonly error: Error | null;
  addEventListener(type: string, listener: () => void): void;
}
interface ObjectStore {
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexNames: Iterable<string>;
  index(name: string): {
    readonly keyPath: string | string[];
    readonly unique: boolean;
    readonly multiEntry: boolean;
  };
  createIndex(name: string, keyPath: string | string[], options: object): unknown;
  getAll(): Request<unknown[]>;
  getAllKeys(): Request<unknown[]>;
  put(value: unknown, key?: unknown): Request<unknown>;
}
interface Transaction {
  objectStore(name: string): ObjectStore;
  addEventListener(type: string, listener: () => void): void;
}
export interface Database {
  readonly name: string;
  readonly version: number;
  readonly objectStoreNames: Iterable<string>;
  transaction: (stores: string | readonly string[], mode?: string, options?: object) => Transaction;
  createObjectStore(name: string, options: object): ObjectStore;
  close(): void;
}
export interface Factory {
  open: (name: string, version?: number) => Request<Database>;
  databases(): Promise<readonly { readonly name?: string; readonly version?: number }[]>;
}

interface KeptStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly unique: boolean;
    readonly multiEntry: boolean;
  }[];
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
}

/** One database with all that is in it: plain values that `v8.serialize` takes. */
export interface KeptDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly KeptStore[];
}

/** All databases, each as it stood at one moment. */
export async function readDatabases(factory: Factory): Promise<KeptDatabase[]> {
  const names = (await factory.databases()).flatMap(({ name }) => (name === undefined ? [] : [name]));
  return Promise.all(names.map((name) => readDatabase(factory, name)));
}

async function readDatabase(factory: Factory, name: string): Promise<KeptDatabase> {
  const database = await settled(factory.open(name));
  try {
    const names = [...database.objectStoreNames];
    if (names.length === 0) return { name, version: database.version, stores: [] };
    const transaction = database.transaction(names, 'readonly');
    const stores = await Promise.all(names.map((each) => readStore(each, transaction.objectStore(each))));
    return { name, version: database.version, stores };
  } finally {
    database.close();
  }
}

async function readStore(name: string, store: ObjectStore): Promise<KeptStore> {
  const { keyPath, autoIncrement } = store;
  const indexes = [...store.indexNames].map((each) => {
    const { keyPath: path, unique, multiEntry } = store.index(each);
    return { name: each, keyPath: path, unique, multiEntry };
  });
  const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
  return { name, keyPath, autoIncrement, indexes, keys, values };
}

/** Makes a database anew as it was kept; there must be none of that name. */
export async function writeDatabase(factory: Factory, kept: KeptDatabase): Promise<void> {
  const opening = factory.open(kept.name, kept.version);
  opening.addEventListener('upgradeneeded', () => {
    for (const { name, keyPath, autoIncrement, indexes } of kept.stores) {
      const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
    }
  });
  const database = await settled(opening);
  try {
    const filled = kept.stores.filter(({ keys }) => keys.length > 0);
    if (filled.length === 0) return;
    const transaction = database.transaction(
      filled.map(({ name }) => name),
      'readwrite',
    );
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', () => reject(new Error(`'${kept.name}' could not be restored.`)));
    });
    for (const { name, keyPath, keys, values } of filled) {
      const store = transaction.objectStore(name);
      for (const [i, value] of values.entries()) store.put(value, keyPath === null ? keys[i] : undefined);
    }
    await done;
  } finally {
    database.close();
  }
}

function settled<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
  });
}
