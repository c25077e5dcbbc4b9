import { base58btc } from 'multiformats/bases/base58';
import type { DidDocument, VerificationMethod } from '../../plugin/index.js';
import { KEY_KINDS, type KeyKind, type RawKey, readMulticodecKey } from '../keys/principal-bytes.js';

/** The relationships under which a key may sign for its DID; a key for encryption alone may not. */
const RELATIONSHIPS = [
  'authentication',
  'assertionMethod',
  'capabilityInvocation',
  'capabilityDelegation',
] as const;
const KEYS = 8;

/** The keys that may sign for the document's DID, at most 8; what is not understood is left out. */
export function keysOfDocument(document: DidDocument): readonly RawKey[] {
  const methods = new Map(
    listOf(document.verificationMethod).map((method) => [absolute(document, method.id), method]),
  );
  const found = new Map<string, RawKey>();
  for (const relationship of RELATIONSHIPS) {
    for (const entry of listOf<string | VerificationMethod>(document[relationship])) {
      const method = typeof entry === 'string' ? methods.get(absolute(document, entry)) : entry;
      const key = method === undefined ? undefined : keyOfMethod(method);
      if (key !== undefined) found.set(`${key.kind} ${Buffer.from(key.bytes).toString('hex')}`, key);
    }
  }
  return [...found.values()].slice(0, KEYS);
}

/** Who may speak for the document's DID besides itself. */
export function controllersOf(document: DidDocument): readonly string[] {
  const { controller } = document;
  return typeof controller === 'string'
    ? [controller]
    : listOf(controller).filter((each) => typeof each === 'string');
}

/** Documents come from outside: a list that is none is an empty one. */
function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [];
}

function absolute(document: DidDocument, id: unknown): string {
  return typeof id === 'string' && id.startsWith('#') ? document.id + id : String(id);
}

function keyOfMethod(method: VerificationMethod): RawKey | undefined {
  try {
    const { publicKeyMultibase, publicKeyBase58, publicKeyHex, publicKeyJwk } = method;
    if (typeof publicKeyMultibase === 'string') {
      const bytes = decodeMultibase(publicKeyMultibase);
      return readMulticodecKey(bytes) ?? typedKey(method.type, bytes);
    }
    if (typeof publicKeyBase58 === 'string')
      return typedKey(method.type, base58btc.decode(`z${publicKeyBase58}`));
    if (typeof publicKeyHex === 'string') return typedKey(method.type, decodeHex(publicKeyHex));
    return typeof publicKeyJwk === 'object' ? jwkKey(publicKeyJwk) : undefined;
  } catch {
    return undefined;
  }
}

function decodeMultibase(text: string): Uint8Array {
  if (text.startsWith('f') || text.startsWith('F')) return decodeHex(text.slice(1));
  return base58btc.decode(text);
}

function decodeHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) throw new Error('This is no hexadecimal');
  return Buffer.from(text, 'hex');
}

/** A key without a multicodec prefix, of the kind that its verification method's type names. */
function typedKey(type: unknown, bytes: Uint8Array): RawKey | undefined {
  const name = String(type);
  const kind: KeyKind | undefined = /^Ed25519/.test(name)
    ? 'ed25519'
    : /Secp256k1/i.test(name)
      ? 'secp256k1'
      : /Secp256r1|P256/i.test(name)
        ? 'p256'
        : undefined;
  return kind !== undefined && bytes.length === KEY_KINDS[kind].length ? { kind, bytes } : undefined;
}

/** RFC 8037 and RFC 8812 keys; a curve's point is compressed (SEC 1, section 2.3.3). */
function jwkKey(jwk: Readonly<Record<string, unknown>>): RawKey | undefined {
  const { kty, crv } = jwk;
  if (kty === 'OKP' && crv === 'Ed25519') return { kind: 'ed25519', bytes: coordinate(jwk['x']) };
  const kind =
    kty !== 'EC' ? undefined : crv === 'secp256k1' ? 'secp256k1' : crv === 'P-256' ? 'p256' : undefined;
  if (kind === undefined) return undefined;
  const sign = 2 + ((coordinate(jwk['y'])[31] ?? 0) & 1);
  return { kind, bytes: Buffer.concat([Uint8Array.of(sign), coordinate(jwk['x'])]) };
}

function coordinate(value: unknown): Uint8Array {
  const bytes = Buffer.from(String(value), 'base64url');
  if (bytes.length !== 32) throw new Error('A coordinate has 32 bytes');
  return bytes;
}
