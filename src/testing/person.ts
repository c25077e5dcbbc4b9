import { createHash } from 'node:crypto';
import { didKey } from '../auth/keys/did-key.js';
import { keyPair } from '../auth/keys/ed25519.js';
import type { Signer } from '../plugin/index.js';

/** Somebody with a key and its `did:key`: the same name is always the same person. */
export function person(name: string): Signer {
  const pair = keyPair(createHash('sha256').update(name).digest());
  return { did: didKey(pair.publicKey), sign: async (bytes) => pair.sign(bytes) };
}
