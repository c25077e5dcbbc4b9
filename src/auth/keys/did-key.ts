import { base58btc } from 'multiformats/bases/base58';

/** The multicodec prefix of an Ed25519 public key: varint of 0xed. */
const ED25519_PUB = [0xed, 0x01];

/** `did:key:z6Mk…` of a raw Ed25519 public key (did:key method: multibase base58btc of the multicodec key). */
export function didKey(publicKey: Uint8Array): string {
  return `did:key:${base58btc.encode(Uint8Array.from([...ED25519_PUB, ...publicKey]))}`;
}
