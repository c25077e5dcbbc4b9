import { createHmac } from 'node:crypto';
import { sha256Hex } from 'oracle-runtime/kit';
import type { Keys } from 'oracle-runtime/plugin';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of a phone: 256 bits that follow from the oracle's own key and the id of the phone's, so that they can be shown
 * again and need not be stored.
 */
export async function phoneToken(keys: Keys, keyId: string): Promise<string> {
  return createHmac('sha256', await keys.get('phone-tokens'))
    .update(keyId)
    .digest('base64url');
}

/** What is stored of a token, and looked up by; undefined for what is none. */
export function hashOfToken(token: string): string | undefined {
  return SHAPE.test(token) ? sha256Hex(token) : undefined;
}
