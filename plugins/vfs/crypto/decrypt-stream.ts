import type { Readable } from 'node:stream';
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

/** Ciphertext bytes `start` to `end`, exclusive. */
export type ReadSealed = (range: ByteRange) => Promise<Readable>;

/** What has to be read to decrypt a range of the plaintext. */
interface SealedSpan {
  readonly firstChunk: number;
  readonly lastChunk: number;
  readonly range: ByteRange;
}

/** The chunks that cover a range, and their bytes in the ciphertext. An empty plaintext is one empty chunk. */
function spanOf(scheme: ChunkedScheme, size: number, { start, end }: ByteRange): SealedSpan {
  const final = Math.floor(size / scheme.chunkBytes);
  const firstChunk = Math.min(final, Math.floor(start / scheme.chunkBytes));
  // A whole plaintext includes the last chunk even when it is empty: it proves that nothing was cut off.
  const lastChunk = end >= size ? final : Math.floor((end - 1) / scheme.chunkBytes);
  return {
    firstChunk,
    lastChunk,
    range: {
      start: chunkOffset(scheme, firstChunk),
      end: chunkOffset(scheme, lastChunk) + sealedChunkBytes(scheme, size, lastChunk),
    },
  };
}

/**
 * The plaintext of a range, chunk by chunk as each is found genuine.
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
  const { chunkBytes } = scheme;
  const span = spanOf(scheme, size, range);
  let chunk = span.firstChunk;
  let pending: Buffer[] = [];
  let held = 0;
  const source = await read(span.range);
  for await (const piece of source) {
    let rest: Buffer = piece;
    while (chunk <= span.lastChunk && held + rest.length >= sealedChunkBytes(scheme, size, chunk)) {
      const part = rest.subarray(0, sealedChunkBytes(scheme, size, chunk) - held);
      rest = rest.subarray(part.length);
      yield* clip(openChunk(keys, chunk, [...pending, part]), chunk * chunkBytes, range);
      chunk += 1;
      pending = [];
      held = 0;
    }
    if (rest.length > 0) {
      pending.push(rest);
      held += rest.length;
    }
  }
  if (chunk <= span.lastChunk || held > 0) throw new TamperedError('The bytes are not all there.');
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
