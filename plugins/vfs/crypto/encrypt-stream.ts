import { type BlobKeys, sealChunk } from './chunked-cipher.js';

/** The ciphertext of a plaintext that comes in pieces; holds up to one chunk at a time. */
export async function* encryptStream(
  keys: BlobKeys,
  plaintext: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const { chunkBytes } = keys.scheme;
  yield keys.header;
  let pending: Uint8Array[] = [];
  let held = 0;
  let chunk = 0;
  for await (const piece of plaintext) {
    let rest = piece;
    while (held + rest.length >= chunkBytes) {
      const part = rest.subarray(0, chunkBytes - held);
      rest = rest.subarray(part.length);
      yield* sealChunk(keys, chunk, [...pending, part]);
      chunk += 1;
      pending = [];
      held = 0;
    }
    if (rest.length > 0) {
      pending.push(rest);
      held += rest.length;
    }
  }
  yield* sealChunk(keys, chunk, pending);
}
