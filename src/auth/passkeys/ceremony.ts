import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type AuthenticatorData, readAuthenticatorData } from './authenticator-data.js';
import { readCbor } from './cbor.js';
import { readClientData } from './client-data.js';
import type { RelyingParty } from './relying-party.js';

/** A passkey as a browser has made it; bytes as they came. */
export interface Registration {
  readonly clientData: Uint8Array;
  readonly attestation: Uint8Array;
}

/** What a browser brings to sign in. */
export interface Assertion {
  readonly clientData: Uint8Array;
  readonly authenticatorData: Uint8Array;
  /** ASN.1 DER, as every authenticator writes it for ES256. */
  readonly signature: Uint8Array;
}

/** What is kept of a passkey. */
export interface MadePasskey {
  /** Base64url. */
  readonly id: string;
  /** SubjectPublicKeyInfo, DER, base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly synced: boolean;
}

/**
 * Checks a passkey that was just made (Web Authentication, section 7.1), but for the challenge, which it gives back.
 * Who built the authenticator is not asked and not believed: `none`, or a signature by the passkey itself.
 * @throws Error that says what does not hold
 */
export function checkRegistration(
  { clientData, attestation }: Registration,
  party: RelyingParty,
): { readonly challenge: string; readonly passkey: MadePasskey } {
  const { challenge } = readClientData(clientData, { type: 'webauthn.create', origin: party.origin });
  const { value, length } = readCbor(attestation);
  if (!(value instanceof Map) || length !== attestation.length) throw new Error('There is no attestation');
  const [format, statement, bytes] = ['fmt', 'attStmt', 'authData'].map((name) => value.get(name));
  if (!(bytes instanceof Uint8Array) || !(statement instanceof Map))
    throw new Error('The attestation lacks a part');
  const data = readAuthenticatorData(bytes);
  checkPlace(data, party);
  if (data.made === undefined) throw new Error('No passkey was made');
  const { id, key } = data.made;
  if (format === 'packed' && !statement.has('x5c')) {
    const signature = statement.get('sig');
    if (!(signature instanceof Uint8Array) || !holds(key, bytes, clientData, signature))
      throw new Error('The signature of the attestation does not hold');
  } else if (format !== 'none' || statement.size > 0)
    throw new Error('Another attestation than was asked for');
  return {
    challenge,
    passkey: {
      id: Buffer.from(id).toString('base64url'),
      publicKey: key.export({ format: 'der', type: 'spki' }).toString('base64url'),
      signCount: data.signCount,
      synced: data.synced,
    },
  };
}

/**
 * Checks that the holder of a passkey signs in (section 7.2), but for the challenge and the count, which it gives back.
 * @param publicKey as `MadePasskey` has it
 * @throws Error that says what does not hold
 */
export function checkAssertion(
  { clientData, authenticatorData, signature }: Assertion,
  publicKey: string,
  party: RelyingParty,
): { readonly challenge: string; readonly signCount: number } {
  const { challenge } = readClientData(clientData, { type: 'webauthn.get', origin: party.origin });
  const data = readAuthenticatorData(authenticatorData);
  checkPlace(data, party);
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  if (!holds(key, authenticatorData, clientData, signature)) throw new Error('The signature does not hold');
  return { challenge, signCount: data.signCount };
}

function checkPlace({ rpIdHash, present, verified }: AuthenticatorData, { id }: RelyingParty): void {
  if (!sha256(id).equals(rpIdHash)) throw new Error('The passkey is for another name');
  if (!present || !verified) throw new Error('Nobody has proven to be the person');
}

function holds(key: KeyObject, data: Uint8Array, clientData: Uint8Array, signature: Uint8Array): boolean {
  return verify('sha256', Buffer.concat([data, sha256(clientData)]), key, signature);
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();
