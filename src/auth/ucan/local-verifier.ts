import type { Clock, DidDocuments } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import { createDids } from '../did/resolve-did.js';
import { webDidOf } from '../did/web-did.js';
import type { Identity } from '../types.js';
import type { Grammar } from './derive.js';
import { usersOf } from './users.js';
import { createVerifier, type Verifier } from './verify.js';

export interface LocalVerifierDeps extends Grammar {
  readonly store: Store;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly publicUrl?: string | undefined;
  readonly skewSeconds: number;
  readonly localDidWeb: boolean;
  readonly users: readonly string[];
  readonly entityDid?: string | undefined;
  readonly documents: (method: string) => DidDocuments | undefined;
}

/** The verifier of this oracle: it answers to its `did:key` and, when it has a public origin, to its `did:web`. */
export function createLocalVerifier(deps: LocalVerifierDeps): Verifier {
  const { store, identity, clock, publicUrl, entityDid } = deps;
  const web = publicUrl === undefined ? undefined : webDidOf(publicUrl);
  return createVerifier({
    self: new Set([identity.did, ...(web === undefined ? [] : [web])]),
    serves: usersOf([...deps.users, ...(entityDid === undefined ? [] : [entityDid])]),
    abilities: deps.abilities,
    resources: deps.resources,
    dids: createDids({
      clock,
      own: new Map(web === undefined ? [] : [[web, { kind: 'ed25519', bytes: identity.publicKey }]]),
      local: deps.localDidWeb,
      documents: deps.documents,
    }),
    clock,
    skew: deps.skewSeconds,
    isRevoked: (cids) => store.ucans.isRevoked(cids),
    stored: (cid) => store.ucans.delegationToken(cid),
    use: (cid, until) => store.ucans.use(cid, until),
  });
}
