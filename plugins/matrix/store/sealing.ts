import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM: nonce, ciphertext, tag. Bound to `place`: what is sealed for one place opens in no other.
 * @param key 32 bytes
 */
export function seal(key: Uint8Array, plain: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was sealed with another key or for another place, or was changed */
export function unseal(key: Uint8Array, sealed: Buffer, place: string): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw new Error('It is too short to have been sealed.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
}
