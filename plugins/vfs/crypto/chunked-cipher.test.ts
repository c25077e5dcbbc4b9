import { createHash, randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveKeys,
  HEADER_BYTES,
  openKeys,
  SALT_BYTES,
  SCHEME,
  SPECIFIED,
  sealedSize,
  TamperedError,
} from './chunked-cipher.js';
import { decryptRange, decryptWhole } from './decrypt-stream.js';
import { encryptStream } from './encrypt-stream.js';
import { unwrapKey, wrapKey } from './wrap-key.js';

const NONE = Buffer.alloc(0);

/**
 * From Project Wycheproof, testvectors_v1/c2sp_chunked_encryption_aes_256_gcm_test.json at commit b61843a, tests
 * 1 to 6 (Apache-2.0): zlib-compressed ciphertext, the message's length, the first 16 bytes of its SHA-512, the
 * derived key.
 */
const KEY = '59454c4c4f57205355424d4152494e452059454c4c4f57205355424d4152494e';
const VECTORS: readonly [comment: string, sealed: string, length: number, sha512: string, aeadKey: string][] =
  [
    [
      'empty message',
      '78da004800b7ff43a2e39431cbae0389d3fc86adf46f7c3a24de88d9311617e53f3164cc1d5dc738a66b97f0bf786565c31799c2f463d50a7e10046011dc6fc3c939e3a5db7affb6191551669554fb010000ffff4bc124df',
      0,
      'cf83e1357eefb8bdf1542850d66d8007',
      '781b72bce3c966fffb09e5d596e1d21b029b21a9599852fb9b9f644e23b86ae8',
    ],
    [
      'short message, single chunk',
      '78da004f00b0ffa1a1b56f6db58cd1ede0c5c9db62aef20d3f96a6c594bb9252bb38122de91236502b42a1d7fcab820ffa292940d2f86add212cfa42c38df19d3cc9139ee61a5990d3db57433514229beea49a8a72bd010000ffffdb4f2a44',
      7,
      'e85f32a85f1d4f7c9b2d36d20eca8435',
      '14769f63d5e1008908efe8662d188e058d05be2ef94d5b4bc626bc33be412568',
    ],
    [
      'full chunk followed by short chunk',
      '78daecc0312b05010000e0ab33889449c9a0cb22b9ba89943f70a5fc02db1918582c6e757465a0db6eb11ad5a52e1383b2dca26c66a4647b75f55ebdf733def27d4f7ff71fd7e9db7137b778b1558707cdd27cf270d4177b2f7751f738d80e376f9ed7aaaf7c793dfa0d47ef2797b3e57ed6bf360100000000000000000000000000000030750bc9613ffc6cafd232cb57ebd3b320de5d29cedbf876a7da18ff7fffcc4c020000ffffea552abb',
      16385,
      'db9e441f318209d02c8eaedfa94be7a0',
      '11efba825aedcfcb8c1b1d8560ca277a5b29fe9597f9b5c82c11433108a97d47',
    ],
    [
      'two full chunks followed by empty terminating chunk',
      '78daecd0bf2b05010000e057b7d8defc5296b788cda88ce495e10d4a51865726b2d09592e1ba18c8c5250bc748dde094410ccaea57ec2283888c57a6f767dcf27d7fc277bed777fc96e565eb3b5d1b7e1e8c5e6677ff3b0737ad93c7e946efd15d732359df1f5f196a4ffc66a7f5ab9db9783e9d7c2a1a5b35000000000000000000000000000000a0726998070f97f7edbf7acff2f6d8f58711000000000000000000000000000000a8dee7ebe6ed623093f49f45f1577938b2f053d49a03e1d4fb45dc590d9646bb010000ffff046e3552',
      32768,
      'ccf53be90b5c9bc1aad1fb9b37e86fd6',
      'b705250167fb9e3cec938c76ef122c3da83180f50e3270af97a48892d8c9673d',
    ],
    [
      'two full chunks followed by short chunk',
      '78daecd0312b44010000e02b1365b8bac97048e965b9a46e910ce76222bda26e1289d47b3218947a6579623088494f4a3683d1248b4c262965b0199e6230bc4cf733def27d3fe18bde96c28fabfdc1eae2dce5571caedc0d5f17b717b5707bf3a67efad033feda6a06e76bd3239fcfc55e75f67868e2fbbff3988e9e5500000000000000000000000000000080d2650b7df5df7827cf0fb3e065ec64de0800000000000000000000000000000094afb6be75d4dfbe9f6c4dcd34929f666f6560e3a971f0b7bafbbe9cb6834e1275030000ffff850d2e54',
      32769,
      '365a0363626fc42718c9fb3507b9e06a',
      '0a4cd317d8c837e8e6e31eb41066e3341478ed43379cd29845cbdc0be7b6aaa7',
    ],
    [
      'full chunk followed by empty terminating chunk',
      '78daecc0ad4a0301000060c560f019c49faca0ed821ea2588c62100541cc2746413841835a7c018b20076a325dd4032d8eb5856361db2d6d6c8b2b838ded3156beeff3fce3e4eb20e9fcf5aaedb07ffb589b1f657190fee7f16f763d3bdcf9ce8aabe5d74a145e5e1cdd6fad6c2c1ebead8d8b87c60c00000000000000000000000000000030759bfb7bc7ade6dcfa69ba5abf7bff79d92e3d07e585a7ddbcbb743648a29b49000000ffff4eef2f3b',
      16384,
      'd787e0bf39e0d2e9a707b94bc77329f6',
      '36920434f3bec8264d74ead196ac895ec88d380f6520e8f1d489ff214396df4f',
    ],
  ];

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads of a ciphertext in memory. */
const readerOf = (sealed: Buffer) => async (into: Uint8Array, at: number) => sealed.copy(into, 0, at);

const inflate = (hex: string) => inflateSync(Buffer.from(hex, 'hex'));

/** Decrypts through the streaming and the in-memory way, which must agree. */
async function decrypt(sealed: Buffer, size: number, key = Buffer.from(KEY, 'hex'), context = NONE) {
  const keys = openKeys(SPECIFIED, key, sealed.subarray(0, HEADER_BYTES), context);
  const streamed = await collect(decryptRange(keys, size, { start: 0, end: size }, readerOf(sealed)));
  expect(decryptWhole(keys, size, sealed).equals(streamed)).toBe(true);
  return streamed;
}

describe('the specified scheme', () => {
  it.each(VECTORS)('opens and seals Wycheproof: %s', async (_comment, hex, length, sha512, aeadKey) => {
    const sealed = inflate(hex);
    expect(sealedSize(SPECIFIED, length)).toBe(sealed.length);
    const message = await decrypt(sealed, length);
    expect(message.length).toBe(length);
    expect(createHash('sha512').update(message).digest('hex').slice(0, 32)).toBe(sha512);
    const keys = deriveKeys(SPECIFIED, Buffer.from(KEY, 'hex'), sealed.subarray(0, SALT_BYTES), NONE);
    expect(keys.key.toString('hex')).toBe(aeadKey);
    expect((await collect(encryptStream(keys, [message]))).equals(sealed)).toBe(true);
  });

  const [, , , , twoChunks] = VECTORS;
  const sealed = inflate(twoChunks?.[1] ?? '');
  const size = 32_769;
  const chunk = 16_384 + 16;
  const spoilt = (at: number) => {
    const copy = Buffer.from(sealed);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  it.each([
    ['a bit of the salt', spoilt(3)],
    ['a bit of the commitment', spoilt(SALT_BYTES + 5)],
    ['a bit of the first chunk', spoilt(HEADER_BYTES)],
    ['a bit of a tag', spoilt(HEADER_BYTES + chunk - 1)],
    ['a bit of the last chunk', spoilt(sealed.length - 17)],
    ['the last byte missing', sealed.subarray(0, -1)],
    ['the last chunk missing', sealed.subarray(0, HEADER_BYTES + 2 * chunk)],
    ['a byte too many', Buffer.concat([sealed, Buffer.alloc(1)])],
    ['a header cut short', sealed.subarray(0, 40)],
    [
      'two chunks swapped',
      Buffer.concat([
        sealed.subarray(0, HEADER_BYTES),
        sealed.subarray(HEADER_BYTES + chunk, HEADER_BYTES + 2 * chunk),
        sealed.subarray(HEADER_BYTES, HEADER_BYTES + chunk),
        sealed.subarray(HEADER_BYTES + 2 * chunk),
      ]),
    ],
  ])('refuses %s', async (_what, bytes) => {
    await expect(decrypt(bytes, size)).rejects.toThrow(TamperedError);
  });

  it('refuses another key, another context and a key of another length', async () => {
    await expect(decrypt(sealed, size, randomBytes(32))).rejects.toThrow(TamperedError);
    await expect(decrypt(sealed, size, undefined, Buffer.from('elsewhere'))).rejects.toThrow(TamperedError);
    await expect(decrypt(sealed, size, Buffer.from(KEY, 'hex').subarray(0, 16))).rejects.toThrow(
      TamperedError,
    );
  });

  it('refuses a length that is not the right one, whichever way it is wrong', async () => {
    for (const wrong of [0, 1, 16_384, 16_385, 32_768, 32_770, 49_152])
      await expect(decrypt(sealed, wrong)).rejects.toThrow(TamperedError);
  });
});

describe('ranges', () => {
  it('equal the slice of the plaintext at every edge of a chunk', async () => {
    const scheme = { ...SCHEME, chunkBytes: 8 };
    for (const size of [0, 1, 7, 8, 9, 15, 16, 17, 24]) {
      const keys = deriveKeys(scheme, randomBytes(32), randomBytes(SALT_BYTES), NONE);
      const plain = randomBytes(size);
      const cipher = await collect(encryptStream(keys, [plain]));
      expect(cipher.length).toBe(sealedSize(scheme, size));
      for (let start = 0; start <= size; start++)
        for (let end = start; end <= size; end++) {
          const got = await collect(decryptRange(keys, size, { start, end }, readerOf(cipher)));
          expect(got.equals(plain.subarray(start, end))).toBe(true);
        }
    }
  });

  it('equal the slice for any size, over windows and however it was cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 900_000 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 90_000 }),
        async (size, a, b, least) => {
          const plain = randomBytes(size);
          // A million pieces of one byte would take seconds and show no more than two thousand.
          const step = Math.max(least, Math.ceil(size / 2000));
          const [start = 0, end = 0] = [a % (size + 1), b % (size + 1)].toSorted((x, y) => x - y);
          const keys = deriveKeys(SCHEME, randomBytes(32), randomBytes(SALT_BYTES), Buffer.from('place'));
          const pieces: Buffer[] = [];
          for (let at = 0; at < size; at += step) pieces.push(plain.subarray(at, at + step));
          const cipher = await collect(encryptStream(keys, pieces));
          const got = await collect(decryptRange(keys, size, { start, end }, readerOf(cipher)));
          expect(got.equals(plain.subarray(start, end))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('wrapped keys', () => {
  it('open with the same key and context only', () => {
    const [wrapping, other, key] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const wrapped = wrapKey(wrapping, key, 'a');
    expect(unwrapKey(wrapping, wrapped, 'a').equals(key)).toBe(true);
    expect(() => unwrapKey(other, wrapped, 'a')).toThrow(TamperedError);
    expect(() => unwrapKey(wrapping, wrapped, 'b')).toThrow(TamperedError);
    expect(() => unwrapKey(wrapping, wrapped.slice(0, 20), 'a')).toThrow(TamperedError);
    expect(wrapKey(wrapping, key, 'a')).not.toBe(wrapped);
  });
});
