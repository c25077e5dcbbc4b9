import { createHash } from 'node:crypto';
import {
  centralHeaderBytes,
  type DirectoryRecord,
  type EntryRecord,
  endRecordBytes,
  localHeaderBytes,
  MAX_NAME_BYTES,
} from './records.js';

/** A file as it goes into an archive. */
export interface ArchiveEntry {
  /** Path in the archive: `/` between segments, none in front. */
  readonly name: string;
  /** Bytes in the archive, from 0. */
  readonly size: number;
  /** Bytes of the content when it is there deflated, below 4 GiB. */
  readonly inflatedSize?: number;
  /** CRC-32 of the content, unsigned. */
  readonly crc32: number;
  /** SHA-256 of the content, hexadecimal: with it the archive has an exact entity tag before it is read. */
  readonly contentHash: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Changes with the form of the archives: the same files in another form need another entity tag. */
const FORM = 'stored-zip/1';

const HASHED_CHARACTERS = 64 * 1024;

/** Where everything in an archive stands, known before a byte of it is read. */
export class ArchiveLayout {
  readonly directory: DirectoryRecord;
  /** Bytes of the whole archive. */
  readonly size: number;
  /** Strong entity tag, with its quotes: equal only for archives that are equal byte by byte. */
  readonly etag: string;
  readonly #entries: readonly EntryRecord[];

  constructor(entries: readonly EntryRecord[], directory: DirectoryRecord, etag: string) {
    this.directory = directory;
    this.size = directory.offset + directory.size + endRecordBytes(directory);
    this.etag = etag;
    this.#entries = entries;
  }

  get count(): number {
    return this.#entries.length;
  }

  entry(index: number): EntryRecord {
    const entry = this.#entries[index];
    if (entry === undefined) throw new RangeError(`The archive has no entry ${index}.`);
    return entry;
  }

  /** The last entry that begins at or before `offset`; 0 in an empty archive. */
  entryAt(offset: number): number {
    let low = 0;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.entry(middle).offset <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Lays out an archive entry by entry, so that the caller never needs all of them in their long form. */
export class ArchiveBuilder {
  readonly #entries: EntryRecord[] = [];
  readonly #hash = createHash('sha256').update(FORM);
  #described = '';
  #offset = 0;
  #directoryBytes = 0;

  /** @throws RangeError for a name that is too long or does not come after the one before, in the order of bytes */
  add({ name: text, contentHash, ...file }: ArchiveEntry): void {
    const name = Buffer.from(text);
    if (name.length > MAX_NAME_BYTES)
      throw new RangeError(`A name of ${name.length} bytes fits in no archive.`);
    const previous = this.#entries.at(-1);
    if (previous !== undefined && Buffer.compare(previous.name, name) >= 0)
      throw new RangeError('The names of an archive must ascend, each there once.');
    const entry: EntryRecord = { ...file, name, offset: this.#offset };
    const { size, inflatedSize, crc32, modifiedAt } = file;
    this.#entries.push(entry);
    this.#offset += localHeaderBytes(entry) + size;
    this.#directoryBytes += centralHeaderBytes(entry);
    this.#described += JSON.stringify([
      text,
      size,
      crc32,
      contentHash,
      Math.floor(modifiedAt / 1000),
      ...(inflatedSize === undefined ? [] : [inflatedSize]),
    ]);
    if (this.#described.length > HASHED_CHARACTERS) this.#hashDescribed();
  }

  /** In large pieces: each call costs more than the hashing of a line. */
  #hashDescribed(): void {
    this.#hash.update(this.#described);
    this.#described = '';
  }

  finish(): ArchiveLayout {
    this.#hashDescribed();
    const directory = { entries: this.#entries.length, offset: this.#offset, size: this.#directoryBytes };
    return new ArchiveLayout(this.#entries, directory, `"${this.#hash.digest('base64url')}"`);
  }
}
