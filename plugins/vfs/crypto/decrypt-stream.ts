import type { ByteRange } from '../types.js';
import {
  type BlobKeys,
  type ChunkedScheme,
  chunkOffset,
  openChunk,
  sealedChunkBytes,
  sealedSize,
  TamperedError,
} from './chunked-cipher.js';
import { giveBack, takeBuffer } from './spare-buffers.js';

/** Fills `into` with the ciphertext from byte `at` on; fewer bytes than fit mean its end. */
export type ReadSealed = (into: Uint8Array, at: number) => Promise<number>;

/** Ciphertext is read in windows of whole chunks, of about this many bytes. */
const WINDOW_BYTES = 256 * 1024;

/** Consecutive chunks, `end` exclusive, and their ciphertext. */
interface Window {
  readonly first: number;
  readonly end: number;
  readonly buffer: Buffer;
  readonly read: Promise<number>;
}

/** The chunks that cover a range. An empty plaintext is one empty chunk. */
function chunksOf({ chunkBytes }: ChunkedScheme, size: number, { start, end }: ByteRange) {
  const final = Math.floor(size / chunkBytes);
  return {
    first: Math.min(final, Math.floor(start / chunkBytes)),
    // A whole plaintext includes the last chunk even when it is empty: it proves that nothing was cut off.
    last: end >= size ? final : Math.floor((end - 1) / chunkBytes),
  };
}

/**
 * The plaintext of a range, chunk by chunk as each is found genuine. While chunks are decrypted, the next are read.
 * @throws TamperedError when a chunk was changed, moved or cut off
 */
export async function* decryptRange(
  keys: BlobKeys,
  size: number,
  range: ByteRange,
  read: ReadSealed,
): AsyncGenerator<Buffer> {
  if (range.end <= range.start && size > 0) return;
  const { scheme } = keys;
  const { first, last } = chunksOf(scheme, size, range);
  const step = Math.ceil(WINDOW_BYTES / scheme.chunkBytes);
  const begin = (chunk: number): Window | undefined => {
    if (chunk > last) return undefined;
    const end = Math.min(chunk + step, last + 1);
    const bytes = sealedEnd(scheme, size, end - 1) - chunkOffset(scheme, chunk);
    const buffer = takeBuffer(bytes);
    const reading = read(buffer.subarray(0, bytes), chunkOffset(scheme, chunk));
    // Somebody may leave before it is looked at.
    reading.catch(() => undefined);
    return { first: chunk, end, buffer, read: reading };
  };
  let window = begin(first);
  let next: Window | undefined;
  try {
    while (window !== undefined) {
      const found = await window.read;
      next = begin(window.end);
      const start = chunkOffset(scheme, window.first);
      for (let chunk = window.first; chunk < window.end; chunk++) {
        const from = chunkOffset(scheme, chunk) - start;
        const to = from + sealedChunkBytes(scheme, size, chunk);
        if (found < to) throw new TamperedError('The bytes are not all there.');
        yield* clip(
          openChunk(keys, chunk, [window.buffer.subarray(from, to)]),
          chunk * scheme.chunkBytes,
          range,
        );
      }
      giveBack(window.buffer);
      window = next;
      next = undefined;
    }
  } finally {
    // No buffer is given away, and no file closed, while something is read into it.
    for (const left of [window, next]) {
      await left?.read.catch(() => undefined);
      if (left !== undefined) giveBack(left.buffer);
    }
  }
}

function sealedEnd(scheme: ChunkedScheme, size: number, chunk: number): number {
  return chunkOffset(scheme, chunk) + sealedChunkBytes(scheme, size, chunk);
}

/** The part of a chunk, which begins at `offset`, that the range asks for. */
function* clip(pieces: readonly Buffer[], offset: number, range: ByteRange): Generator<Buffer> {
  let at = offset;
  for (const piece of pieces) {
    const from = Math.max(0, range.start - at);
    const to = Math.min(piece.length, range.end - at);
    if (from < to) yield from === 0 && to === piece.length ? piece : piece.subarray(from, to);
    at += piece.length;
  }
}

/** The plaintext of a ciphertext that is all in memory. @throws TamperedError */
export function decryptWhole(keys: BlobKeys, size: number, sealed: Buffer): Buffer {
  const { scheme } = keys;
  if (sealed.length !== sealedSize(scheme, size)) throw new TamperedError('The bytes are not all there.');
  const opened: Buffer[] = [];
  for (let chunk = 0; chunk * scheme.chunkBytes <= size; chunk++) {
    const start = chunkOffset(scheme, chunk);
    opened.push(
      ...openChunk(keys, chunk, [sealed.subarray(start, start + sealedChunkBytes(scheme, size, chunk))]),
    );
  }
  return opened.length === 1 && opened[0] !== undefined ? opened[0] : Buffer.concat(opened);
}
