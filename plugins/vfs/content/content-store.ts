import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { Lru, prepareQuery } from 'oracle-runtime/kit';
import type { Blobs, Clock } from 'oracle-runtime/plugin';
import {
  type BlobKeys,
  deriveKeys,
  HEADER_BYTES,
  openKeys,
  SALT_BYTES,
  SCHEME,
} from '../crypto/chunked-cipher.js';
import { decryptRange, decryptWhole, type ReadSealed } from '../crypto/decrypt-stream.js';
import { encryptStream } from '../crypto/encrypt-stream.js';
import type { VfsTables } from '../store/tables.js';
import type { BlobRef, ByteRange, OpenContent, VersionContent } from '../types.js';
import { blobKey } from './blob-key.js';
import { doomIncoming } from './doomed-blobs.js';
import type { FileKeys } from './file-keys.js';
import { type Measured, Meter } from './measure.js';

/** Up to here a plaintext is one chunk and its ciphertext a row of the database: one read instead of a file. */
export const SMALL_BYTES = SCHEME.chunkBytes - 1;
/** Plaintext of small content that stays in memory. */
const CACHED_BYTES = 32 * 1024 * 1024;
/** Blobs whose derived keys stay in memory, for range after range of one file. */
const CACHED_KEYS = 4_096;
const BATCH = 200;

/** A blob that was written but that no row refers to yet. */
export interface StoredContent extends Measured {
  readonly blob: string;
  /** Ciphertext that goes into the database with the row that refers to it; undefined when it is a file already. */
  readonly small: Buffer | undefined;
}

export interface StoreOptions {
  readonly key: Pick<BlobRef, 'namespace' | 'fileId' | 'wrappedKey'>;
  /** Called with the bytes so far before each piece is taken; throws to end the upload. */
  readonly admit: (size: number) => void;
  /** Sees the plaintext, for what is derived from it. */
  readonly tap?: (bytes: Uint8Array) => void;
}

const findSmall = prepareQuery<{ blob: string }, { data: Buffer }, Kysely<VfsTables>>((param, db) =>
  db.selectFrom('vfs_small_blobs').select('data').where('blob', '=', param('blob')),
);

/** Encrypts what goes in and decrypts what comes out. Bytes never change once they are stored. */
export class ContentStore {
  readonly #db: Kysely<VfsTables>;
  readonly #blobs: Blobs;
  readonly #fileKeys: FileKeys;
  readonly #clock: Clock;
  readonly #plaintexts = new Lru<Buffer>(CACHED_BYTES);
  readonly #derived = new Lru<BlobKeys>(CACHED_KEYS);

  constructor(db: Kysely<VfsTables>, blobs: Blobs, fileKeys: FileKeys, clock: Clock) {
    this.#db = db;
    this.#blobs = blobs;
    this.#fileKeys = fileKeys;
    this.#clock = clock;
  }

  /**
   * Stores a plaintext as it streams. A large one is on disk, synced, when this resolves; nothing is left of one that
   * fails.
   * @throws what the source or `admit` throws; OracleError `insufficient_storage` when the disk is full
   */
  async store(source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<StoredContent> {
    const blob = randomUUID();
    const keys = await this.#newKeys({ ...options.key, blob });
    const meter = new Meter();
    const measured = this.#measure(source, meter, options);
    const head: Uint8Array[] = [];
    for (;;) {
      const next = await measured.next();
      if (next.done === true) {
        const small = await concat(encryptStream(keys, head));
        return { ...meter.finish(), blob, small };
      }
      head.push(next.value);
      if (meter.size > SMALL_BYTES) break;
    }
    await doomIncoming(this.#db, this.#clock, blob);
    try {
      await this.#blobs.put(blobKey(blob), Readable.from(encryptStream(keys, follow(head, measured))));
    } catch (error) {
      await this.discard(blob);
      throw error;
    } finally {
      await measured.return(undefined);
    }
    return { ...meter.finish(), blob, small: undefined };
  }

  /** Within the transaction whose rows refer to it: keeps small content, or takes large content off the doomed list. */
  async adopt(trx: Kysely<VfsTables>, content: StoredContent): Promise<void> {
    if (content.small === undefined) {
      await trx.deleteFrom('vfs_doomed_blobs').where('blob', '=', content.blob).execute();
      return;
    }
    await trx.insertInto('vfs_small_blobs').values({ blob: content.blob, data: content.small }).execute();
  }

  /** Deletes a large blob that no row will refer to. Never throws: what is left is swept later. */
  async discard(blob: string): Promise<void> {
    try {
      await this.#blobs.delete(blobKey(blob));
      await this.#db.deleteFrom('vfs_doomed_blobs').where('blob', '=', blob).execute();
    } catch {
      // The row says when the sweep tries again.
    }
  }

  open(version: VersionContent): OpenContent {
    return {
      size: version.size,
      cid: version.cid,
      hash: version.contentHash,
      read: (range) => this.read(version, range),
      bytes: () => this.bytes(version),
    };
  }

  /** The plaintext of a blob, or a range of it. */
  read(ref: BlobRef, range: ByteRange = { start: 0, end: ref.size }): AsyncGenerator<Buffer> {
    return ref.size > SMALL_BYTES ? this.#readLarge(ref, range) : this.#readSmall(ref, range);
  }

  /** The whole plaintext of small content; undefined when it is large. */
  async bytes(ref: BlobRef): Promise<Buffer | undefined> {
    if (ref.size > SMALL_BYTES) return undefined;
    const known = this.#plaintexts.get(ref.blob);
    if (known !== undefined) return known;
    const [row] = (await findSmall(this.#db, { blob: ref.blob })).rows;
    return this.#openSmall(ref, row?.data);
  }

  /** As {@link bytes}, with one query for many. */
  async bytesOf(refs: readonly BlobRef[]): Promise<(Buffer | undefined)[]> {
    const wanted = refs
      .filter((ref) => ref.size <= SMALL_BYTES && this.#plaintexts.get(ref.blob) === undefined)
      .map(({ blob }) => blob);
    const sealed = new Map<string, Buffer>();
    for (let at = 0; at < wanted.length; at += BATCH) {
      const rows = await this.#db
        .selectFrom('vfs_small_blobs')
        .select(['blob', 'data'])
        .where('blob', 'in', wanted.slice(at, at + BATCH))
        .execute();
      for (const { blob, data } of rows) sealed.set(blob, data);
    }
    const opened: (Buffer | undefined)[] = [];
    for (const ref of refs) {
      if (ref.size > SMALL_BYTES) opened.push(undefined);
      else opened.push(this.#plaintexts.get(ref.blob) ?? (await this.#openSmall(ref, sealed.get(ref.blob))));
    }
    return opened;
  }

  async *#measure(
    source: AsyncIterable<Uint8Array>,
    meter: Meter,
    { admit, tap }: StoreOptions,
  ): AsyncGenerator<Uint8Array, void> {
    for await (const piece of source) {
      admit(meter.size + piece.length);
      meter.add(piece);
      tap?.(piece);
      yield piece;
    }
  }

  async *#readSmall(ref: BlobRef, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    const bytes = await this.bytes(ref);
    if (bytes !== undefined && end > start) yield bytes.subarray(start, end);
  }

  async *#readLarge(ref: BlobRef, range: ByteRange): AsyncGenerator<Buffer> {
    if (range.end <= range.start) return;
    const file = await orLost(ref, this.#blobs.open(blobKey(ref.blob)));
    const read: ReadSealed = (into, at) => orLost(ref, file.read(into, at));
    try {
      const keys = this.#derived.get(ref.blob) ?? (await this.#deriveKeys(ref, read));
      yield* decryptRange(keys, ref.size, range, read);
    } finally {
      await file.close();
    }
  }

  async #deriveKeys(ref: BlobRef, read: ReadSealed): Promise<BlobKeys> {
    const header = Buffer.alloc(HEADER_BYTES);
    const found = await read(header, 0);
    const keys = openKeys(SCHEME, await this.#fileKey(ref), header.subarray(0, found), contextOf(ref));
    this.#derived.set(ref.blob, keys, 1);
    return keys;
  }

  async #openSmall(ref: BlobRef, sealed: Buffer | undefined): Promise<Buffer> {
    if (sealed === undefined) throw lost(ref);
    const keys = openKeys(SCHEME, await this.#fileKey(ref), sealed, contextOf(ref));
    const bytes = decryptWhole(keys, ref.size, sealed);
    // An empty file costs an entry too.
    this.#plaintexts.set(ref.blob, bytes, bytes.length + 256);
    return bytes;
  }

  async #newKeys(ref: Omit<BlobRef, 'size'>): Promise<BlobKeys> {
    return deriveKeys(SCHEME, await this.#fileKey(ref), randomBytes(SALT_BYTES), contextOf(ref));
  }

  #fileKey({ namespace, fileId, wrappedKey }: Omit<BlobRef, 'size' | 'blob'>): Promise<Buffer> {
    return this.#fileKeys.open(namespace, fileId, wrappedKey);
  }
}

/** Binds a blob to its place, so that two blobs cannot be swapped, even by whoever can write the disk. */
function contextOf({ namespace, fileId, blob }: Omit<BlobRef, 'size' | 'wrappedKey'>): Buffer {
  return Buffer.from(`${namespace}\n${fileId}\n${blob}`);
}

function lost(ref: BlobRef, cause?: unknown): Error {
  return new Error(`The stored bytes of file ${ref.fileId} (blob ${ref.blob}) cannot be read`, { cause });
}

async function orLost<T>(ref: BlobRef, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw lost(ref, cause);
  }
}

async function* follow(head: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  yield* head;
  yield* rest;
}

async function concat(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
