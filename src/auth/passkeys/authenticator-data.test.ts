import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAuthenticatorData } from './authenticator-data.js';
import { readCoseKey } from './cose-key.js';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
const [X, Y] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
const cose = (changes: readonly (readonly [number, number | Uint8Array])[] = []) =>
  new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], [-2, X], [-3, Y], ...changes]);
/** The same key as bytes. */
const COSE = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), X, Buffer.from('225820', 'hex'), Y]);

describe('a COSE key', () => {
  it('is a point on P-256 for ES256', () => {
    expect(readCoseKey(cose()).export({ format: 'jwk' })).toMatchObject({ kty: 'EC', crv: 'P-256', x, y });
  });

  it.each([
    ['of another kind', [1, 3] as const],
    ['for another algorithm', [3, -257] as const],
    ['on another curve', [-1, 2] as const],
    ['with a short coordinate', [-2, X.subarray(1)] as const],
    ['with a number for a coordinate', [-3, 1] as const],
    ['that is no point of the curve', [-3, Buffer.alloc(32, 7)] as const],
    ['that is at infinity', [-2, Buffer.alloc(32)] as const],
  ])('is refused %s', (_, change) => {
    expect(() => readCoseKey(cose([change]))).toThrow();
  });

  it('is a map', () => {
    for (const value of [undefined, 5, 'key', X]) expect(() => readCoseKey(value)).toThrow('no COSE key');
  });
});

describe('authenticator data', () => {
  const HASH = Buffer.alloc(32, 1);
  const data = (flags: number, ...more: Uint8Array[]) =>
    Buffer.concat([HASH, Buffer.from([flags, 0, 0, 1, 2]), ...more]);
  const MADE = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 3]), Buffer.from('abc'), COSE]);

  it('says who was there, and how often', () => {
    expect(readAuthenticatorData(data(0x05))).toEqual({
      rpIdHash: HASH,
      present: true,
      verified: true,
      synced: false,
      signCount: 258,
    });
    expect(readAuthenticatorData(data(0x00))).toMatchObject({ present: false, verified: false });
    expect(readAuthenticatorData(data(0x18))).toMatchObject({ synced: true });
  });

  it('has the passkey that was made, and extensions behind it', () => {
    const { made } = readAuthenticatorData(data(0xc5, MADE, Buffer.from('a16161f5', 'hex')));
    expect(Buffer.from(made?.id ?? []).toString()).toBe('abc');
    expect(made?.key.export({ format: 'jwk' })).toMatchObject({ x, y });
  });

  it.each([
    ['that is cut off', data(0x05).subarray(0, 36)],
    ['whose passkey is cut off', data(0x45, MADE.subarray(0, 17))],
    ['whose id is cut off', data(0x45, MADE.subarray(0, 20))],
    ['whose key is cut off', data(0x45, MADE.subarray(0, -1))],
    ['with an empty id', data(0x45, Buffer.alloc(18), COSE)],
    ['that goes on', data(0x05, Buffer.from([0]))],
    ['that goes on behind the passkey', data(0x45, MADE, Buffer.from('a0', 'hex'))],
    ['whose extensions are missing', data(0x85)],
    ['whose extensions are no map', data(0x85, Buffer.from([1]))],
    ['that is backed up and cannot be', data(0x15)],
  ])('is refused %s', (_, bytes) => {
    expect(() => readAuthenticatorData(bytes)).toThrow();
  });
});
