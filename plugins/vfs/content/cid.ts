const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** CID version 1, codec raw, multihash sha2-256 of 32 bytes. */
const PREFIX = [0x01, 0x55, 0x12, 0x20];

/** CIDv1 in lower-case base32, the one spelling that is looked up. */
export const CID = /^b[a-z2-7]{58}$/;

/**
 * The CID of bytes with this SHA-256: CIDv1, raw, sha2-256, in lower-case base32 (multibase `b`). It is also
 * the CID that IPFS gives the same bytes up to 1 MiB (profile unixfs-v1-2025).
 */
export function rawCid(sha256: Uint8Array): string {
  let text = 'b';
  let bits = 0;
  let value = 0;
  for (const byte of [...PREFIX, ...sha256]) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31];
    value &= 31;
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31];
}
