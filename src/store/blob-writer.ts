import type { FileHandle } from 'node:fs/promises';

/** Pieces are gathered to about this many bytes for one write. */
const WRITE_BYTES = 512 * 1024;
/** After so many bytes the disk is told to begin, so that it is not left with all of them at the end. */
const FLUSH_BYTES = 32 * 1024 * 1024;

/** Writes pieces one after the other. While some are written, the next are gathered. */
export class BlobWriter {
  readonly #file: FileHandle;
  #gathered: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #unflushed = 0;
  #writing: Promise<void> = Promise.resolve();
  /** The first failed flush counts: the system does not tell of it again. */
  #flushing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @throws what an earlier write failed with */
  async add(piece: Uint8Array): Promise<void> {
    this.#gathered.push(piece);
    this.#held += piece.byteLength;
    if (this.#held >= WRITE_BYTES) await this.#write();
  }

  /** Returns how many bytes there are, once all of them are on the disk. */
  async finish(): Promise<number> {
    await this.#write();
    await this.#writing;
    await this.#flushing;
    await this.#file.sync();
    return this.#size;
  }

  async #write(): Promise<void> {
    await this.#writing;
    const pieces = this.#gathered;
    const bytes = this.#held;
    this.#gathered = [];
    this.#held = 0;
    this.#size += bytes;
    this.#writing = this.#writeAll(pieces, bytes);
    // Seen by whoever writes or finishes next.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(pieces: readonly Uint8Array[], bytes: number): Promise<void> {
    let left = pieces;
    for (let rest = bytes; rest > 0; ) {
      const { bytesWritten } = await this.#file.writev(left);
      rest -= bytesWritten;
      left = rest === 0 ? [] : without(left, bytesWritten);
    }
    this.#unflushed += bytes;
    if (this.#unflushed < FLUSH_BYTES) return;
    this.#unflushed = 0;
    await this.#flushing;
    this.#flushing = this.#file.datasync();
    this.#flushing.catch(() => undefined);
  }
}

/** Pieces without their first bytes. */
function without(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return pieces.flatMap((piece) => {
    const skipped = Math.min(skip, piece.byteLength);
    skip -= skipped;
    return skipped === piece.byteLength ? [] : [piece.subarray(skipped)];
  });
}
