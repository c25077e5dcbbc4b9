import { isRecord } from '../../kit/index.js';

/** What the browser says that it was asked, and by which page. */
export interface ClientData {
  readonly challenge: string;
}

/**
 * Checks what a browser has put together for the authenticator to sign (Web Authentication, section 5.8.1).
 * @param bytes as they were signed: JSON in UTF-8
 * @throws Error for another purpose, another page, or a page within a page of another origin
 */
export function readClientData(
  bytes: Uint8Array,
  expected: { readonly type: 'webauthn.create' | 'webauthn.get'; readonly origin: string },
): ClientData {
  const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (!isRecord(data)) throw new Error('The client data is no object');
  const { type, challenge, origin, crossOrigin, topOrigin } = data;
  if (type !== expected.type) throw new Error(`The client data is for ${String(type)}`);
  if (origin !== expected.origin) throw new Error(`The page was ${String(origin)}`);
  if (crossOrigin === true || topOrigin !== undefined) throw new Error('The page stood within another one');
  if (typeof challenge !== 'string') throw new Error('The client data has no challenge');
  return { challenge };
}
