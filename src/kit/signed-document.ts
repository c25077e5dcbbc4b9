import { createPublicKey, verify } from 'node:crypto';
import { base58btc } from 'multiformats/bases/base58';
import { canonicalJson } from './canonical-json.js';

/** An Ed25519 signature over the canonical JSON (RFC 8785) of a document. */
export interface DocumentSignature {
  readonly algorithm: 'Ed25519';
  readonly canonicalization: 'RFC 8785';
  /** `did:key` of the signer: holds the public key. */
  readonly signer: string;
  /** base64url. */
  readonly value: string;
}

/** An Ed25519 key that signs, such as the oracle's. */
interface SigningKey {
  readonly did: string;
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export async function signDocument(document: unknown, key: SigningKey): Promise<DocumentSignature> {
  const value = await key.sign(Buffer.from(canonicalJson(document), 'utf8'));
  return {
    algorithm: 'Ed25519',
    canonicalization: 'RFC 8785',
    signer: key.did,
    value: Buffer.from(value).toString('base64url'),
  };
}

/** Whether the signature is of this document by the key of its `did:key`. False also for a key of another kind. */
export function verifyDocument(document: unknown, signature: DocumentSignature): boolean {
  return verifyBytes(Buffer.from(canonicalJson(document), 'utf8'), signature.signer, signature.value);
}

/** DER prefix of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether an Ed25519 signature (base64url) of these bytes is by the key of a `did:key`. False also for a key of another kind. */
export function verifyBytes(bytes: Uint8Array, signer: string, value: string): boolean {
  const key = publicKeyOf(signer);
  if (key === undefined) return false;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, key]), format: 'der', type: 'spki' });
  return verify(null, bytes, publicKey, Buffer.from(value, 'base64url'));
}

/** The 32 bytes of an Ed25519 `did:key`; undefined for anything else. */
function publicKeyOf(did: string): Buffer | undefined {
  if (!did.startsWith('did:key:z')) return undefined;
  try {
    const bytes = base58btc.decode(did.slice('did:key:'.length));
    return bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01
      ? Buffer.from(bytes.subarray(2))
      : undefined;
  } catch {
    return undefined;
  }
}
