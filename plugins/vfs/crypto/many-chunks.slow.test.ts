import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { chunkOffset, deriveKeys, SALT_BYTES, SPECIFIED } from './chunked-cipher.js';
import { decryptRange } from './decrypt-stream.js';
import { encryptStream } from './encrypt-stream.js';

it('counts chunks beyond one byte of the nonce', async () => {
  const keys = deriveKeys(
    { ...SPECIFIED, chunkBytes: 16 },
    randomBytes(32),
    randomBytes(SALT_BYTES),
    Buffer.alloc(0),
  );
  const plain = randomBytes(16 * 70_000);
  const cipher = await buffer(encryptStream(keys, [plain]));
  const read = async (into: Uint8Array, at: number) => cipher.copy(into, 0, at);
  for (const start of [16 * 255, 16 * 256, 16 * 65_535, 16 * 65_536]) {
    const range = { start, end: start + 20 };
    const got = await buffer(decryptRange(keys, plain.length, range, read));
    expect(got.equals(plain.subarray(range.start, range.end))).toBe(true);
  }
  const nonces = new Set<string>();
  for (let index = 0; index < 70_000; index += 257) {
    const at = chunkOffset(keys.scheme, index);
    nonces.add(cipher.subarray(at, at + 16).toString('hex'));
  }
  expect(nonces.size).toBe(Math.ceil(70_000 / 257));
});
