import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { gunzip, gzip } from 'node:zlib';
import type { Blobs, Keys } from 'oracle-runtime/plugin';
import { seal, unseal } from '../store/sealing.js';
import { type Factory, type KeptDatabase, readDatabases, writeDatabase } from './databases.js';
import { openIndexedDb } from './indexed-db.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export interface KeeperDeps {
  readonly blobs: Blobs;
  readonly keys: Keys;
  /** Where the snapshot lies among the blobs. */
  readonly blob: string;
}

/** Keeps databases that live in memory alone. */
export interface Keeper {
  /** Whether there was a snapshot, which the databases were brought back from. */
  readonly restored: boolean;
  /**
   * Stores what has changed since it was last stored; calls wait for each other. Whoever calls it before each request
   * that leaves has every key on disk before anybody can know of it.
   */
  save(): Promise<void>;
}

/**
 * Opens the databases as they were kept, by an encrypted snapshot of all of them that each `save` replaces as a whole.
 * @throws Error when the snapshot cannot be opened: its key is lost, or it was damaged
 */
export async function openKeeper({ blobs, keys, blob }: KeeperDeps): Promise<Keeper> {
  const key = await keys.get('crypto-store');
  let changes = 0;
  const factory = await openIndexedDb(() => {
    changes += 1;
  });
  const restored = await restore(factory, await read(blobs, blob), key, blob);
  let saved = changes;
  let saving: Promise<void> = Promise.resolve();

  async function saveNow(): Promise<void> {
    const upTo = changes;
    if (upTo === saved) return;
    const packed = await pack(serialize(await readDatabases(factory)), { level: 1 });
    await blobs.put(blob, seal(key, packed, blob));
    saved = upTo;
  }

  return {
    restored,
    save() {
      saving = saving.catch(() => undefined).then(saveNow);
      return saving;
    },
  };
}

async function read(blobs: Blobs, blob: string): Promise<Buffer | undefined> {
  if ((await blobs.stat(blob)) === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of await blobs.get(blob)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function restore(
  factory: Factory,
  sealed: Buffer | undefined,
  key: Buffer,
  blob: string,
): Promise<boolean> {
  if (sealed === undefined) return false;
  const databases = deserialize(await unpack(unseal(key, sealed, blob))) as readonly KeptDatabase[];
  for (const database of databases) await writeDatabase(factory, database);
  return true;
}
