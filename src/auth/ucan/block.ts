import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import * as Digest from 'multiformats/hashes/digest';

const DAG_CBOR = 0x71;
const SHA2_256 = 0x12;
/** The bytes of a CIDv1 of dag-cbor under sha2-256, up to its 32-byte digest. */
export const CID_HEAD: Uint8Array = Uint8Array.of(0x01, DAG_CBOR, SHA2_256, 0x20);

/** Bytes under the CID that they have, not one that someone says they have. */
export interface Block {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** The block of dag-cbor bytes; its CID is computed from them. */
export function blockOf(bytes: Uint8Array): Block {
  const digest = createHash('sha256').update(bytes).digest();
  return { cid: CID.createV1(DAG_CBOR, Digest.create(SHA2_256, digest)), bytes };
}
