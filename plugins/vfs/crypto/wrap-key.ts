import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { TamperedError } from './chunked-cipher.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a key with another (AES-256-GCM, random nonce), bound to `context`; base64url. */
export function wrapKey(wrapping: Buffer, key: Buffer, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
}

/** @throws TamperedError when it was not wrapped with this key for this context */
export function unwrapKey(wrapping: Buffer, wrapped: string, context: string): Buffer {
  const sealed = Buffer.from(wrapped, 'base64url');
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) throw new TamperedError('The wrapped key is cut short.');
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
  } catch {
    throw new TamperedError('The key was wrapped with another key or for another file.');
  }
}
