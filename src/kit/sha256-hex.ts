import { createHash } from 'node:crypto';

/** SHA-256 of bytes, or of a text as UTF-8, in 64 lower-case hexadecimal digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
