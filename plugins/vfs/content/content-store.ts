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
  sealedSize,
} from '../crypto/chunked-cipher.js';
import { decryptRange, decryptWhole, type ReadSealed } from '../crypto/decrypt-stream.js';
import { encryptStream } from '../crypto/encrypt-stream.js';
import type { VfsTables } from '../store/tables.js';
import type { BlobRef, ByteRange, OpenContent, VersionContent } from '../types.js';
import { blobKey } from './blob-key.js';
import { doomIncoming } from './doomed-blobs.js';
import type { FileKeys, KeyRef } from './file-keys.js';
import { type BlobPart, isJoined, keepParts, partsOf } from './joined-blobs.js';
import { lost, orLost } from './lost.js';
import { type Measured, Meter } from './measure.js';

/** Up to here a plaintext is one chunk and its ciphertext a row of the database: one read instead of a file. */
export const SMALL_BYTES = SCHEME.chunkBytes - 1;
/** Plaintext of small content that stays in memory. */
const CACHED_BYTES = 32 * 1024 * 1024;
/** Blobs whose derived keys stay in memory, for range after range of one file. */
const CACHED_KEYS = 4_096;
const BATCH = 200;

/** A blob that was written but that no row refers to yet. */
export interface SealedContent {
  readonly blob: string;
  /** Ciphertext that goes into the database with the row that refers to it; undefined when it is a file already. */
  readonly small: Buffer | undefined;
  /** Bytes of plaintext. */
  readonly size: number;
}

export interface StoredContent extends SealedContent, Measured {
  /** Of content that came in parts: the blobs that it is made of. */
  readonly parts?: readonly BlobPart[];
}

/** Where bytes are, and whose key wrapped theirs: that of the file which they are a part of, else the namespace's. */
interface SealedRef extends BlobRef {
  readonly within?: KeyRef;
}

export interface StoreOptions {
  readonly key: KeyRef;
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
    const meter = new Meter();
    const tap = (bytes: Uint8Array) => {
      meter.add(bytes);
      options.tap?.(bytes);
    };
    const sealed = await this.seal(source, { ...options, tap });
    return { ...sealed, ...meter.finish() };
  }

  /** As {@link store}, for what is measured elsewhere. */
  async seal(source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<SealedContent> {
    const blob = randomUUID();
    const keys = await this.#newKeys({ ...options.key, blob });
    const admitted = admitting(source, options);
    const head: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const next = await admitted.next();
      if (next.done === true) return { blob, size, small: await concat(encryptStream(keys, head)) };
      head.push(next.value);
      size += next.value.length;
      if (size > SMALL_BYTES) break;
    }
    const counted = async function* () {
      yield* head;
      for await (const piece of admitted) {
        size += piece.length;
        yield piece;
      }
    };
    await doomIncoming(this.#db, this.#clock, blob);
    try {
      await this.#blobs.put(blobKey(blob), Readable.from(encryptStream(keys, counted())));
    } catch (error) {
      await this.discard(blob);
      throw error;
    } finally {
      await admitted.return(undefined);
    }
    return { blob, size, small: undefined };
  }

  /** Within the transaction whose rows refer to it: keeps small content, or takes large content off the doomed list. */
  async adopt(
    trx: Kysely<VfsTables>,
    contents: readonly Pick<StoredContent, 'blob' | 'small' | 'parts'>[],
  ): Promise<void> {
    const rows: { blob: string; data: Buffer }[] = [];
    const large: string[] = [];
    for (const { blob, small, parts } of contents) {
      if (parts !== undefined) await keepParts(trx, blob, parts);
      else if (small === undefined) large.push(blob);
      else rows.push({ blob, data: small });
    }
    if (large.length > 0) await trx.deleteFrom('vfs_doomed_blobs').where('blob', 'in', large).execute();
    if (rows.length > 0) await trx.insertInto('vfs_small_blobs').values(rows).execute();
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
      check: () => this.check(version),
    };
  }

  /** The plaintext of a blob, or a range of it. */
  read(ref: BlobRef, range: ByteRange = { start: 0, end: ref.size }): AsyncGenerator<Buffer> {
    if (isJoined(ref.blob)) return this.#readJoined(ref, range);
    return this.#readSealed(ref, range);
  }

  /** The whole plaintext of small content; undefined when it is large. */
  async bytes(ref: BlobRef): Promise<Buffer | undefined> {
    return ref.size > SMALL_BYTES ? undefined : this.#small(ref);
  }

  /** That the stored bytes of a blob are there and as many as they should be. @throws Error what is lost */
  async check(ref: BlobRef): Promise<void> {
    if (!isJoined(ref.blob)) return this.#checkSealed(ref);
    let at = 0;
    for await (const { start, size, blob } of partsOf(this.#db, ref.blob, { start: 0, end: ref.size })) {
      if (start !== at) break;
      await this.#checkSealed({ ...ref, blob, size });
      at += size;
    }
    if (at !== ref.size) throw lost(ref);
  }

  async #checkSealed(ref: BlobRef): Promise<void> {
    const found =
      ref.size > SMALL_BYTES
        ? (await orLost(ref, this.#blobs.stat(blobKey(ref.blob))))?.size
        : (await findSmall(this.#db, { blob: ref.blob })).rows[0]?.data.length;
    if (found !== sealedSize(SCHEME, ref.size)) throw lost(ref);
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

  #readSealed(ref: SealedRef, range: ByteRange): AsyncGenerator<Buffer> {
    return ref.size > SMALL_BYTES ? this.#readLarge(ref, range) : this.#readSmall(ref, range);
  }

  async *#readJoined(ref: BlobRef, range: ByteRange): AsyncGenerator<Buffer> {
    const { namespace } = ref;
    let at = range.start;
    for await (const part of partsOf(this.#db, ref.blob, range)) {
      const { start, size, blob, sealedFor: fileId, wrappedKey } = part;
      if (start > at) break;
      const end = Math.min(size, range.end - start);
      yield* this.#readSealed(
        { namespace, fileId, blob, size, wrappedKey, within: ref },
        { start: at - start, end },
      );
      at = start + end;
    }
    if (at < range.end) throw lost(ref);
  }

  async #small(ref: SealedRef): Promise<Buffer> {
    const known = this.#plaintexts.get(ref.blob);
    if (known !== undefined) return known;
    const [row] = (await findSmall(this.#db, { blob: ref.blob })).rows;
    return this.#openSmall(ref, row?.data);
  }

  async *#readSmall(ref: SealedRef, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    const bytes = await this.#small(ref);
    if (end > start) yield bytes.subarray(start, end);
  }

  async *#readLarge(ref: SealedRef, range: ByteRange): AsyncGenerator<Buffer> {
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

  async #deriveKeys(ref: SealedRef, read: ReadSealed): Promise<BlobKeys> {
    const header = Buffer.alloc(HEADER_BYTES);
    const found = await read(header, 0);
    const keys = openKeys(SCHEME, await this.#fileKey(ref), header.subarray(0, found), contextOf(ref));
    this.#derived.set(ref.blob, keys, 1);
    return keys;
  }

  async #openSmall(ref: SealedRef, sealed: Buffer | undefined): Promise<Buffer> {
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

  #fileKey(ref: Omit<SealedRef, 'size' | 'blob'>): Promise<Buffer> {
    return ref.within === undefined ? this.#fileKeys.open(ref) : this.#fileKeys.openPart(ref.within, ref);
  }
}

/** Binds a blob to its place, so that two blobs cannot be swapped, even by whoever can write the disk. */
function contextOf({ namespace, fileId, blob }: Omit<BlobRef, 'size' | 'wrappedKey'>): Buffer {
  return Buffer.from(`${namespace}\n${fileId}\n${blob}`);
}

async function* admitting(
  source: AsyncIterable<Uint8Array>,
  { admit, tap }: StoreOptions,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    admit(size);
    tap?.(piece);
    yield piece;
  }
}

async function concat(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
