import type { Clock, Principal } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import type { Authenticator, Identity } from '../types.js';
import type { Ucans } from '../ucan/types.js';
import { identityMissing, unauthenticated } from './auth-errors.js';
import { type Credential, readCredential } from './credential.js';
import { localOwner } from './local-owner.js';

export interface AuthenticatorDeps {
  readonly store: Store;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  readonly ucans: Ucans;
}

/** Knows one kind of credential: the principal, or undefined when this is not one of its kind that holds. */
type CredentialReader = (
  credential: Credential,
  identity: Identity,
  address: string | undefined,
) => Promise<Principal | undefined>;

/** Asks one reader after the other; see {@link Authenticator} for the order and the errors. */
export function createAuthenticator({ store, identity, ucans }: AuthenticatorDeps): Authenticator {
  const readers: readonly CredentialReader[] = [
    ucanReader(ucans),
    apiKeyReader(store, ucans),
    loginSessionReader(store, ucans),
  ];

  async function identify(
    credential: Credential,
    identity: Identity,
    address: string | undefined,
  ): Promise<Principal> {
    for (const read of readers) {
      const principal = await read(credential, identity, address);
      if (principal !== undefined) return principal;
    }
    throw unauthenticated();
  }

  return {
    async authenticate(request) {
      const credential = readCredential(request, identity?.did);
      if (credential === undefined) return undefined;
      if (identity === undefined) throw identityMissing();
      const principal = await identify(credential, identity, request.address);
      const delegation = request.headers['x-ucan-delegation'];
      if (delegation === undefined) return principal;
      return { ...principal, delegation: await ucans.checkDelegations(principal, String(delegation)) };
    },
  };
}

/** A token that is announced as a UCAN is never anything else, so this reader throws where others pass. */
function ucanReader(ucans: Ucans): CredentialReader {
  return async (credential) =>
    credential.kind === 'bearer' && credential.type === 'ucan'
      ? ucans.authenticate(credential.token)
      : undefined;
}

function apiKeyReader(store: Store, ucans: Ucans): CredentialReader {
  return async (credential, identity, address) => {
    const token = plainBearer(credential);
    if (token === undefined) return undefined;
    const key = await store.apiKeys.find(token, address);
    if (key === undefined) return undefined;
    // A key that was made for a DID is that DID. Any other keeps to itself, and acts for the oracle's owner.
    return {
      id: key.principal,
      kind: 'api-key',
      did: key.did ?? identity.did,
      scopes: ucans.expand(key.scopes),
      name: key.name,
      credential: {
        id: key.id,
        ...(key.perMinute === null ? {} : { perMinute: key.perMinute }),
        ...(key.runsAtOnce === null ? {} : { runsAtOnce: key.runsAtOnce }),
      },
    };
  };
}

function loginSessionReader(store: Store, ucans: Ucans): CredentialReader {
  return async (credential, identity) => {
    const token = credential.kind === 'cookie' ? credential.token : plainBearer(credential);
    if (token === undefined) return undefined;
    const session = await store.logins.findSession(token);
    // A session of an identity that was replaced ends with it.
    if (session?.did === identity.did) return localOwner(identity);
    const person = session && (await store.people.find(session.did));
    if (person === undefined) return undefined;
    await store.people.seen(person);
    const { did, name } = person;
    return { id: did, kind: 'person', did, scopes: ucans.expand(person.scopes), name };
  };
}

/** The token of a bearer credential that is not announced as a UCAN. */
function plainBearer(credential: Credential): string | undefined {
  return credential.kind === 'bearer' && credential.type !== 'ucan' ? credential.token : undefined;
}
