import type { KeyObject } from 'node:crypto';
import { readCbor } from './cbor.js';
import { readCoseKey } from './cose-key.js';

/** What an authenticator signs, besides the hash of the client's data (Web Authentication, section 6.1). */
export interface AuthenticatorData {
  /** SHA-256 of the relying party's id. */
  readonly rpIdHash: Uint8Array;
  /** Somebody was there. */
  readonly present: boolean;
  /** It was the person themselves: by a finger, a face, a PIN. */
  readonly verified: boolean;
  /** It may be on several devices of the person's. */
  readonly synced: boolean;
  /** Uses so far; 0 where the authenticator does not count. */
  readonly signCount: number;
  /** Of a passkey that was just made. */
  readonly made?: { readonly id: Uint8Array; readonly key: KeyObject };
}

const HASH_BYTES = 32;
const FLAGS_AT = HASH_BYTES;
const HEAD_BYTES = HASH_BYTES + 1 + 4;
const AAGUID_BYTES = 16;
const FLAG = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, made: 0x40, extended: 0x80 };
const MOST_ID_BYTES = 1023;

/** @throws Error for what is cut off, says more than it may, or contradicts itself */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < HEAD_BYTES) throw new Error('The authenticator data is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(FLAGS_AT);
  const has = (flag: number) => (flags & flag) !== 0;
  if (has(FLAG.backedUp) && !has(FLAG.eligible)) throw new Error('The flags contradict each other');
  let at = HEAD_BYTES;
  let made: AuthenticatorData['made'];
  if (has(FLAG.made)) {
    const idAt = at + AAGUID_BYTES + 2;
    if (bytes.length < idAt) throw new Error('The authenticator data is cut off');
    const length = view.getUint16(idAt - 2);
    if (length === 0 || length > MOST_ID_BYTES || bytes.length < idAt + length)
      throw new Error('The id of the credential is cut off');
    const id = bytes.subarray(idAt, idAt + length);
    const key = readCbor(bytes.subarray(idAt + length));
    made = { id, key: readCoseKey(key.value) };
    at = idAt + length + key.length;
  }
  if (has(FLAG.extended)) {
    const { value, length } = readCbor(bytes.subarray(at));
    if (!(value instanceof Map)) throw new Error('The extensions are no map');
    at += length;
  }
  if (at !== bytes.length) throw new Error('The authenticator data goes on after its end');
  return {
    rpIdHash: bytes.subarray(0, HASH_BYTES),
    present: has(FLAG.present),
    verified: has(FLAG.verified),
    synced: has(FLAG.eligible),
    signCount: view.getUint32(FLAGS_AT + 1),
    ...(made === undefined ? {} : { made }),
  };
}
