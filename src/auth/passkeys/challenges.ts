import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../plugin/index.js';

/** A person looks for a finger or a phone meanwhile. */
const TTL_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const MAC_BYTES = 32;
const LENGTH = NONCE_BYTES + EXPIRY_BYTES + MAC_BYTES;

/** What a challenge is for: making a passkey for this DID, or signing in as whoever holds one. */
export type ChallengeUse = { readonly to: 'make'; readonly did: string } | { readonly to: 'sign-in' };

export interface KnownChallenge {
  /** What tells it from all others. */
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * A challenge that says itself until when it is good, under a MAC: nothing is stored until it is used, so that strangers
 * who ask for many fill no table, and any process of the oracle knows those of another.
 * @param key 32 bytes that no client knows
 */
export function newChallenge(key: Uint8Array, use: ChallengeUse, clock: Clock): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(clock.now() + TTL_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  return Buffer.concat([head, macOf(key, use, head)]).toString('base64url');
}

/** Undefined for one that is not ours, for another use, or over. Whether it was used before is for the caller to ask. */
export function knownChallenge(
  key: Uint8Array,
  use: ChallengeUse,
  challenge: string,
  clock: Clock,
): KnownChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== LENGTH) return undefined;
  const head = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), macOf(key, use, head))) return undefined;
  const expiresAt = head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES);
  if (expiresAt <= clock.now()) return undefined;
  return { nonce: head.subarray(0, NONCE_BYTES).toString('base64url'), expiresAt };
}

function macOf(key: Uint8Array, use: ChallengeUse, head: Uint8Array): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(use)).update('\n').update(head).digest();
}
