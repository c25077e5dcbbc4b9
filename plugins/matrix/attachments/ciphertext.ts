import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OracleError } from 'oracle-runtime/plugin';
import type { SentFile } from '../rooms/message.js';

const ALGORITHM = 'aes-256-ctr';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Encrypts a file as the specification has it (client-server API, "sending encrypted attachments", version 2). */
export function encryptFile(plain: Buffer): { readonly bytes: Buffer; readonly file: object } {
  const key = randomBytes(32);
  // The lower half counts blocks, and begins at zero.
  const iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
  return {
    bytes,
    file: {
      v: 'v2',
      key: {
        alg: 'A256CTR',
        ext: true,
        kty: 'oct',
        key_ops: ['encrypt', 'decrypt'],
        k: key.toString('base64url'),
      },
      iv: unpadded(iv),
      hashes: { sha256: unpadded(createHash('sha256').update(bytes).digest()) },
    },
  };
}

/** @throws OracleError `invalid_request` when the bytes are not those that the message is about, or its key cannot be */
export function decryptFile(bytes: Buffer, { key, iv, sha256 }: NonNullable<SentFile['encrypted']>): Buffer {
  const [k, start] = [Buffer.from(key, 'base64url'), Buffer.from(iv, 'base64')];
  const [told, found] = [Buffer.from(sha256, 'base64'), createHash('sha256').update(bytes).digest()];
  if (k.length !== 32 || start.length !== 16 || told.length !== 32 || !timingSafeEqual(told, found))
    throw new OracleError('invalid_request', { detail: 'The file is not the one that was sent.' });
  const decipher = createDecipheriv(ALGORITHM, k, start);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}
