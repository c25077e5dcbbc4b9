import { canonicalJson } from '../../kit/index.js';
import type { Signer } from '../../plugin/index.js';

/** The oracle's own key. */
export interface RecordSigner extends Signer {
  verify(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** A record as it is kept: canonical JSON (RFC 8785), and an Ed25519 signature over its UTF-8 bytes. */
export interface SignedRecord {
  readonly record: string;
  /** Base64url; null where the oracle has no identity. */
  readonly signature: string | null;
}

export async function signRecord(signer: RecordSigner | undefined, fields: object): Promise<SignedRecord> {
  const record = canonicalJson(signer === undefined ? fields : { ...fields, signer: signer.did });
  if (signer === undefined) return { record, signature: null };
  const signature = await signer.sign(Buffer.from(record));
  return { record, signature: Buffer.from(signature).toString('base64url') };
}

/** Whether this oracle signed the record, with the key that it has now; without a key, whether it is of the same. */
export async function isOwnRecord(
  signer: RecordSigner | undefined,
  { record, signature }: SignedRecord,
): Promise<boolean> {
  if (signer === undefined || signature === null) return signer === undefined && signature === null;
  return signer.verify(Buffer.from(record), Buffer.from(signature, 'base64url'));
}
