import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58btc } from 'multiformats/bases/base58';
import { describe, expect, it } from 'vitest';
import { person } from '../../testing/person.js';
import { KEY_KINDS, type RawKey, readKeyDid } from '../keys/principal-bytes.js';
import { type Algorithm, readSignature, writeSignature } from '../keys/signature.js';
import { isSoundEd25519Key } from '../keys/sound-ed25519-key.js';
import { verificationKey } from '../keys/verification-key.js';
import { alice, NOW, on, oracle, testVerifier } from './test-tokens.js';
import { readToken, writeToken } from './token.js';
import { signUcan } from './ucan.js';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const littleEndian = (value: bigint): Buffer => hex(value.toString(16).padStart(64, '0')).reverse();
const fromLittleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

function ed25519Key(bytes: Uint8Array) {
  const key = verificationKey({ kind: 'ed25519', bytes });
  if (key === undefined) throw new Error('The key was refused');
  return (message: Uint8Array, raw: Uint8Array) => key.verify(message, { algorithm: 'EdDSA', raw });
}

describe('Ed25519', () => {
  // RFC 8032, section 7.1, tests 1 to 3.
  it.each([
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('holds the vectors of RFC 8032, and nothing near them: %s', (key, message, signature) => {
    const verify = ed25519Key(hex(key));
    expect(verify(hex(message), hex(signature))).toBe(true);
    for (let bit = 0; bit < 512; bit += 1) {
      const flipped = hex(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verify(hex(message), flipped), `bit ${bit}`).toBe(false);
    }
    expect(verify(hex(`${message}00`), hex(signature))).toBe(false);
    for (const length of [0, 1, 32, 63, 65, 128]) {
      const resized = Buffer.alloc(length, hex(signature));
      expect(verify(hex(message), resized), `${length} bytes`).toBe(false);
    }
  });

  it('refuses s + L, 2L more and all up to 2^256, which a lax verifier takes for the same signature', () => {
    const pair = ed25519.keygen(createHash('sha256').update('malleable').digest());
    const message = hex('00');
    const signature = Buffer.from(ed25519.sign(message, pair.secretKey));
    const verify = ed25519Key(pair.publicKey);
    expect(verify(message, signature)).toBe(true);
    const s = fromLittleEndian(signature.subarray(32));
    for (let add = ORDER; s + add < 2n ** 256n; add += ORDER)
      expect(verify(message, Buffer.concat([signature.subarray(0, 32), littleEndian(s + add)]))).toBe(false);
    expect(verify(message, Buffer.concat([signature.subarray(0, 32), littleEndian(ORDER)]))).toBe(false);
  });

  it('refuses every key of small order, in every spelling, and no sound one', () => {
    const eighth = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
    const seen = new Set<string>();
    let point = ed25519.Point.ZERO;
    for (let index = 0; index < 8; index += 1) {
      expect(point.isSmallOrder()).toBe(true);
      const bytes = point.toBytes();
      seen.add(Buffer.from(bytes).toString('hex'));
      expect(isSoundEd25519Key(bytes)).toBe(false);
      point = point.add(eighth);
    }
    expect(seen.size).toBe(8);
    const prime = 2n ** 255n - 19n;
    // y of p to 2^255 - 1 spell 0 to 18 a second time; each with both signs.
    for (let y = prime; y < 2n ** 255n; y += 1n)
      for (const sign of [0n, 1n]) expect(isSoundEd25519Key(littleEndian(y + (sign << 255n)))).toBe(false);
    for (let index = 0; index < 64; index += 1)
      expect(
        isSoundEd25519Key(ed25519.keygen(createHash('sha256').update(String(index)).digest()).publicKey),
      ).toBe(true);
  });

  it('refuses the signature that holds under a key of small order for any message', async () => {
    const neutral = hex(`01${'00'.repeat(31)}`);
    const forged = Buffer.concat([neutral, Buffer.alloc(32)]);
    expect(verificationKey({ kind: 'ed25519', bytes: neutral })).toBeUndefined();
    const did = `did:key:${base58btc.encode(Buffer.concat([Buffer.of(0xed, 1), neutral]))}`;
    const ucan = await signUcan(
      {
        issuer: did,
        audience: oracle.did,
        capabilities: [on('fs/read', 'ixo:filesystem')],
        proofs: [],
        expiration: NOW + 60,
        facts: [],
      },
      'EdDSA',
      async () => forged,
    );
    const token = writeToken({ root: ucan, links: new Map([[ucan.cid, ucan]]) });
    await expect(testVerifier().invocation(token)).rejects.toThrow(/signature/);
  });
});

describe('ECDSA', () => {
  const curves = [
    ['secp256k1', 'secp256k1', 'ES256K', 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n],
    ['p256', 'prime256v1', 'ES256', 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n],
  ] as const;

  it.each(curves)(
    'verifies %s, with s in its lower half only',
    async (kind, namedCurve, algorithm, order) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
      const key = compressed(kind, publicKey.export({ format: 'jwk' }));
      const did = `did:key:${base58btc.encode(Buffer.concat([KEY_KINDS[kind].prefix, key.bytes]))}`;
      expect(Buffer.from(readKeyDid(did)?.bytes ?? [])).toEqual(key.bytes);
      const half = order / 2n;
      const signLow = async (bytes: Uint8Array) => {
        const raw = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        const s = BigInt(`0x${raw.subarray(32).toString('hex')}`);
        return s <= half ? raw : mirror(raw, order);
      };
      const make = (signer: (bytes: Uint8Array) => Promise<Uint8Array>) => tokenBy(did, algorithm, signer);
      await expect(testVerifier().invocation(await make(signLow))).resolves.toMatchObject({ issuer: did });
      const high = await make(async (bytes) => mirror(await signLow(bytes), order));
      await expect(testVerifier().invocation(high)).rejects.toThrow(/signature/);
      const foreign = await make(async (bytes) => person('x').sign(bytes));
      await expect(testVerifier().invocation(foreign)).rejects.toThrow(/signature/);
      for (const raw of [Buffer.alloc(64), Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(32)])])
        await expect(testVerifier().invocation(await make(async () => raw))).rejects.toThrow(/signature/);
    },
  );

  it('takes no point that is not on the curve', () => {
    for (const kind of ['secp256k1', 'p256'] as const) {
      expect(
        verificationKey({ kind, bytes: Buffer.concat([Buffer.of(2), Buffer.alloc(32, 0xff)]) }),
      ).toBeUndefined();
      expect(verificationKey({ kind, bytes: Buffer.alloc(33) })).toBeUndefined();
    }
  });

  it('an algorithm that is not the key’s is refused', async () => {
    const token = await tokenBy(alice.did, 'ES256K', (bytes) => alice.sign(bytes));
    await expect(testVerifier().invocation(token)).rejects.toThrow(/signature/);
  });
});

it('writes varsig prefixes as ucanto does, and reads no others', () => {
  const raw = Buffer.alloc(64, 7);
  const bytes = (algorithm: Algorithm) => Buffer.from(writeSignature({ algorithm, raw }));
  // Codes 0xd0ed, 0xd0e7 and 0xd01200 as unsigned varints, then the length 64 (@ipld/dag-ucan, src/signature.js).
  expect(bytes('EdDSA').subarray(0, 4).toString('hex')).toBe('eda10340');
  expect(bytes('ES256K').subarray(0, 4).toString('hex')).toBe('e7a10340');
  expect(bytes('ES256').subarray(0, 5).toString('hex')).toBe('80a4c00640');
  expect(readSignature(bytes('ES256'))).toEqual({ algorithm: 'ES256', raw });
  // RS256 and the non-standard code.
  for (const head of ['85a4c00640', '80a00340', 'eda1033f', 'eda10300', ''])
    expect(() => readSignature(Buffer.concat([hex(head), raw]))).toThrow(/algorithm or length/);
});

async function tokenBy(
  did: string,
  algorithm: Algorithm,
  signer: (bytes: Uint8Array) => Promise<Uint8Array>,
) {
  const ucan = await signUcan(
    {
      issuer: did,
      audience: oracle.did,
      capabilities: [on('fs/read', 'ixo:filesystem')],
      proofs: [],
      expiration: NOW + 60,
      facts: [],
    },
    algorithm,
    signer,
  );
  const token = writeToken({ root: ucan, links: new Map([[ucan.cid, ucan]]) });
  expect(readToken(token).root.cid).toBe(ucan.cid);
  return token;
}

function compressed(kind: 'secp256k1' | 'p256', jwk: { readonly x?: string; readonly y?: string }): RawKey {
  if (jwk.x === undefined || jwk.y === undefined) throw new Error('no point');
  const y = Buffer.from(jwk.y, 'base64url');
  return { kind, bytes: Buffer.concat([Buffer.of(2 + ((y[31] ?? 0) & 1)), Buffer.from(jwk.x, 'base64url')]) };
}

/** The same signature with `order - s`, which plain ECDSA takes too. */
function mirror(raw: Uint8Array, order: bigint): Buffer {
  const s = BigInt(`0x${Buffer.from(raw.subarray(32)).toString('hex')}`);
  return Buffer.concat([raw.subarray(0, 32), hex((order - s).toString(16).padStart(64, '0'))]);
}
