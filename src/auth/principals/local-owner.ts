import type { Principal } from '../../plugin/index.js';
import type { Identity } from '../types.js';

/** What the owner is called. */
export const OWNER_NAME = 'owner';

/** Whoever holds the identity: all scopes. */
export function localOwner(identity: Identity): Principal {
  return { id: identity.did, kind: 'owner', did: identity.did, scopes: new Set(['*']), name: OWNER_NAME };
}
