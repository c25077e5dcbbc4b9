import { createPublicKey, type KeyObject } from 'node:crypto';
import type { CborMap, CborValue } from './cbor.js';

/** COSE's numbers (RFC 9053): labels of a key, and what they hold for ECDSA with SHA-256 on P-256. */
const KIND = 1;
const ALGORITHM = 3;
const CURVE = -1;
const X = -2;
const Y = -3;
const EC2 = 2;
const P256 = 1;
const COORDINATE_BYTES = 32;

/** The one algorithm that a passkey may have here: every authenticator has it. */
export const ES256 = -7;

/**
 * The public key of a passkey.
 * @throws Error for another algorithm, a missing part, or a point that is not on the curve
 */
export function readCoseKey(key: CborValue | undefined): KeyObject {
  if (!(key instanceof Map)) throw new Error('There is no COSE key');
  const map: CborMap = key;
  if (map.get(KIND) !== EC2 || map.get(ALGORITHM) !== ES256 || map.get(CURVE) !== P256)
    throw new Error('The key is not for ES256');
  // OpenSSL refuses a point that is not on the curve.
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(map.get(X)), y: coordinate(map.get(Y)) },
    format: 'jwk',
  });
}

function coordinate(value: CborValue | undefined): string {
  if (!(value instanceof Uint8Array) || value.length !== COORDINATE_BYTES)
    throw new Error('The key has no such coordinate');
  return Buffer.from(value).toString('base64url');
}
