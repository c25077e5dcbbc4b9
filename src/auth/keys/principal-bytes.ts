import { base58btc } from 'multiformats/bases/base58';
import { isDid } from '../../plugin/index.js';
import { bytesStartWith } from './bytes.js';

/** Kinds of keys: name -> multicodec prefix (as a varint) and the raw key's length. */
export const KEY_KINDS = {
  ed25519: { prefix: Uint8Array.of(0xed, 0x01), length: 32 },
  /** Compressed points. */
  secp256k1: { prefix: Uint8Array.of(0xe7, 0x01), length: 33 },
  p256: { prefix: Uint8Array.of(0x80, 0x24), length: 33 },
} as const;

export type KeyKind = keyof typeof KEY_KINDS;

export interface RawKey {
  readonly kind: KeyKind;
  readonly bytes: Uint8Array;
}

/** Multicodec prefixes of public keys that the did:key method knows and this oracle does not: they encrypt, or are rare. */
const UNUSED_KINDS: readonly (readonly [name: string, prefix: Uint8Array])[] = [
  ['X25519', Uint8Array.of(0xec, 0x01)],
  ['X448', Uint8Array.of(0x84, 0x24)],
  ['Ed448', Uint8Array.of(0x83, 0x24)],
  ['P-384', Uint8Array.of(0x81, 0x24)],
  ['P-521', Uint8Array.of(0x82, 0x24)],
  ['RSA', Uint8Array.of(0x85, 0x24)],
  ['BLS12-381', Uint8Array.of(0xeb, 0x01)],
  ['BLS12-381', Uint8Array.of(0xea, 0x01)],
];

/** Multicodec 0x0d1d, which ucanto puts before the text of a DID that is no key. */
const DID_TEXT = Uint8Array.of(0x9d, 0x1a);
const KEY_DID = 'did:key:';

/** The raw key in multicodec bytes, or undefined when its kind or length is unknown. */
export function readMulticodecKey(bytes: Uint8Array): RawKey | undefined {
  for (const kind of Object.keys(KEY_KINDS) as KeyKind[]) {
    const { prefix, length } = KEY_KINDS[kind];
    if (bytesStartWith(bytes, prefix)) {
      return bytes.length === prefix.length + length
        ? { kind, bytes: bytes.subarray(prefix.length) }
        : undefined;
    }
  }
  return undefined;
}

/** The raw key of a `did:key`, or undefined. */
export function readKeyDid(did: string): RawKey | undefined {
  if (!did.startsWith(KEY_DID) || did.length > 128) return undefined;
  try {
    return readMulticodecKey(base58btc.decode(did.slice(KEY_DID.length)));
  } catch {
    return undefined;
  }
}

/** The kind of key of a `did:key` that this oracle knows by name only; undefined for any other text. */
export function unusedKindOf(did: string): string | undefined {
  if (!did.startsWith(KEY_DID) || did.length > 2_048) return undefined;
  try {
    const bytes = base58btc.decode(did.slice(KEY_DID.length));
    return UNUSED_KINDS.find(([, prefix]) => bytesStartWith(bytes, prefix))?.[0];
  } catch {
    return undefined;
  }
}

/** The DID that principal bytes of a UCAN stand for. Each DID has one byte form, and the other way round. */
export function readPrincipal(bytes: unknown): string {
  if (!(bytes instanceof Uint8Array)) throw new Error('A principal is no bytes');
  if (readMulticodecKey(bytes) !== undefined) return KEY_DID + base58btc.encode(bytes);
  if (!bytesStartWith(bytes, DID_TEXT)) throw new Error('A principal is neither a known key nor a DID');
  const did = `did:${new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(DID_TEXT.length))}`;
  if (!isDid(did) || did.startsWith(KEY_DID)) throw new Error('A principal is no well-formed DID');
  return did;
}

/** The bytes that stand for a DID in a UCAN. */
export function writePrincipal(did: string): Uint8Array {
  if (did.startsWith(KEY_DID)) {
    if (readKeyDid(did) === undefined) throw new Error(`${did} is no key of a known kind`);
    return base58btc.decode(did.slice(KEY_DID.length));
  }
  if (!isDid(did)) throw new Error(`${did} is no well-formed DID`);
  return Buffer.concat([DID_TEXT, Buffer.from(did.slice('did:'.length))]);
}
