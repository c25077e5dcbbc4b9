import { varint } from 'multiformats';
import { bytesStartWith } from './bytes.js';
import type { KeyKind } from './principal-bytes.js';

/** JOSE names of the signatures that are verified, with the key each belongs to and its varsig code. */
const ALGORITHMS = {
  EdDSA: { key: 'ed25519', code: 0xd0ed },
  ES256K: { key: 'secp256k1', code: 0xd0e7 },
  ES256: { key: 'p256', code: 0xd01200 },
} as const satisfies Record<string, { key: KeyKind; code: number }>;

export type Algorithm = keyof typeof ALGORITHMS;

export interface Signature {
  readonly algorithm: Algorithm;
  /** 64 bytes: Ed25519's, or `r || s`. */
  readonly raw: Uint8Array;
}

const RAW_BYTES = 64;

/** Code and length in front of the raw signature. One form only, so a signature has no second spelling. */
const HEADS = Object.keys(ALGORITHMS).map((name) => {
  const algorithm = name as Algorithm;
  const { code } = ALGORITHMS[algorithm];
  const head = new Uint8Array(varint.encodingLength(code) + 1);
  varint.encodeTo(code, head);
  head[head.length - 1] = RAW_BYTES;
  return { algorithm, head };
});

/** Which kind of key makes signatures of this algorithm. */
export function keyKindOf(algorithm: Algorithm): KeyKind {
  return ALGORITHMS[algorithm].key;
}

/** A signature as ucanto writes it: varint code, varint length, raw bytes. */
export function readSignature(bytes: unknown): Signature {
  if (!(bytes instanceof Uint8Array)) throw new Error('A signature is no bytes');
  for (const { algorithm, head } of HEADS) {
    if (bytesStartWith(bytes, head) && bytes.length === head.length + RAW_BYTES)
      return { algorithm, raw: bytes.subarray(head.length) };
  }
  throw new Error('A signature is of an unknown algorithm or length');
}

export function writeSignature({ algorithm, raw }: Signature): Uint8Array {
  const head = HEADS.find((each) => each.algorithm === algorithm)?.head;
  if (head === undefined || raw.length !== RAW_BYTES) throw new Error('A signature must be 64 bytes');
  return Buffer.concat([head, raw]);
}
