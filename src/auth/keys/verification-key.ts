import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { KeyKind, RawKey } from './principal-bytes.js';
import { keyKindOf, type Signature } from './signature.js';
import { isSoundEd25519Key } from './sound-ed25519-key.js';

/** A public key that can check signatures of its kind. */
export interface VerificationKey {
  readonly kind: KeyKind;
  /** False, never a throw, for a signature that does not hold, is of another kind, or is not in its one canonical form. */
  verify(message: Uint8Array, signature: Signature): boolean;
}

/** DER of a SubjectPublicKeyInfo up to the key: RFC 8410 for Ed25519, RFC 5480 with a compressed point for the curves. */
const SPKI_HEADS: Readonly<Record<KeyKind, Buffer>> = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
  p256: Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
};

/** Half of each curve's order (SEC 2, sections 2.4.1 and 2.4.2): the largest `s` that is not the mirror of a smaller one. */
const HALF_ORDERS: Readonly<Record<Exclude<KeyKind, 'ed25519'>, Buffer>> = {
  secp256k1: Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex'),
  p256: Buffer.from('7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8', 'hex'),
};

/** The key, or undefined when the bytes are no sound public key of their kind. */
export function verificationKey({ kind, bytes }: RawKey): VerificationKey | undefined {
  if (kind === 'ed25519' && !isSoundEd25519Key(bytes)) return undefined;
  const key = importKey(kind, bytes);
  if (key === undefined) return undefined;
  return {
    kind,
    verify(message, { algorithm, raw }) {
      if (keyKindOf(algorithm) !== kind || raw.length !== 64) return false;
      // OpenSSL refuses an Ed25519 `s` that is not below the group's order.
      if (kind === 'ed25519') return verify(null, message, key, raw);
      if (Buffer.compare(raw.subarray(32), HALF_ORDERS[kind]) > 0) return false;
      return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, raw);
    },
  };
}

function importKey(kind: KeyKind, bytes: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.concat([SPKI_HEADS[kind], bytes]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
