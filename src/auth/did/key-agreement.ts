import { base58btc } from 'multiformats/bases/base58';
import { readKeyDid } from '../keys/principal-bytes.js';

/** The prime of Curve25519 (RFC 7748, section 4.1). */
const P = 2n ** 255n - 19n;
const X25519 = Uint8Array.of(0xec, 0x01);

/**
 * The X25519 key of an Ed25519 `did:key`, in multibase, with which things are encrypted for its holder (did:key method,
 * section 3.1.3); undefined for a key on another curve. It is the same point: u = (1 + y) / (1 - y) (RFC 7748, section 4.1).
 */
export function keyAgreementOf(did: string): string | undefined {
  const key = readKeyDid(did);
  if (key?.kind !== 'ed25519') return undefined;
  // The last bit is the sign of x, which the other curve does not need.
  const y = BigInt(`0x${Buffer.from(key.bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const u = modulo((1n + y) * power(modulo(1n - y), P - 2n));
  const bytes = Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse();
  return base58btc.encode(Buffer.concat([X25519, bytes]));
}

function modulo(value: bigint): bigint {
  return ((value % P) + P) % P;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % P) {
    if (rest & 1n) result = (result * square) % P;
  }
  return result;
}
