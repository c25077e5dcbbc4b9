/** The field's prime, 2^255 - 19, in little-endian bytes (RFC 8032, section 5.1). */
const PRIME = Buffer.from(`ed${'ff'.repeat(30)}7f`, 'hex');

/**
 * The y coordinates of the eight points of small order: 0 (order 4), 1 (the neutral one), p - 1 (order 2) and the
 * two of order 8. See "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko, SSR 2020), table 5.
 */
const SMALL_ORDER_Y: readonly Buffer[] = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map((hex) => Buffer.from(hex, 'hex'));

/**
 * Whether 32 bytes may be an Ed25519 public key: y below the prime, and not of small order, for which some
 * signature holds under nearly every message.
 */
export function isSoundEd25519Key(key: Uint8Array): boolean {
  const y = Buffer.from(key);
  y[31] = (y[31] ?? 0) & 0x7f;
  return isBelowPrime(y) && !SMALL_ORDER_Y.some((small) => small.equals(y));
}

function isBelowPrime(y: Uint8Array): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const difference = (y[index] ?? 0) - (PRIME[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
