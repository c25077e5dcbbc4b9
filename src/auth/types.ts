import type { IncomingHttpHeaders } from 'node:http';
import type { Principal, Signer } from '../plugin/index.js';
import type { ApiKeyRow, LinkRow, PersonRow } from '../store/types.js';

export type { LoginSession } from './identity/login-session.js';
export type { Passkeys } from './passkeys/types.js';

/** The oracle's own keys, derived from the signing mnemonic. The mnemonic itself never leaves `loadIdentity`. */
export interface Identity extends Signer {
  /** `did:key:z6Mk…` of the Ed25519 key. */
  readonly did: string;
  /** Raw 32-byte Ed25519 public key. */
  readonly publicKey: Uint8Array;
  verify(bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

export interface AuthRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Of the client; remembered as where a key was used from. */
  readonly address?: string;
}

/** Turns a request's credential into a principal. */
export interface Authenticator {
  /**
   * Undefined when the request carries no credential. Order: `Authorization: Bearer` with `X-Auth-Type: ucan`,
   * `Authorization: Bearer` API key or login session token, the session cookie (only with a same-origin `Origin`/`Sec-Fetch-Site` on
   * unsafe methods). A delegation in `X-Ucan-Delegation` is checked and goes with the principal.
   * @throws OracleError `unauthenticated` for a credential that is malformed, unknown, revoked or expired (the same
   * words for all), `identity_missing` when no signing identity is loaded.
   */
  authenticate(request: AuthRequest): Promise<Principal | undefined>;
}

/**
 * Linking of accounts from outside, as whoever is signed in here sees it. Every method throws OracleError `forbidden`
 * for a principal that does not hold its DID itself, such as an API key.
 */
export interface Linking {
  /**
   * A one-time code, good for ten minutes, that links the account in which it is typed to the principal's DID; an
   * earlier one is void.
   */
  offer(principal: Principal): Promise<{ readonly code: string; readonly expiresAt: number }>;
  /** Accounts that are linked to the principal's DID, oldest first. */
  links(principal: Principal): Promise<readonly LinkRow[]>;
  /** False when the account is not linked to the principal's DID. */
  remove(principal: Principal, account: string): Promise<boolean>;
}

/** Why another device gets no link: nobody said where it would reach the oracle, or only over plain HTTP. */
export type NoDeviceLink = 'unnamed' | 'insecure';

/** Links for another device of somebody who is signed in. */
export interface DeviceLinks {
  refusal(): NoDeviceLink | undefined;
  /**
   * Good once and for two minutes.
   * @throws OracleError `forbidden` for who is not signed in as the owner or a person, `conflict` where there is none
   */
  make(by: Principal): Promise<{ readonly link: string; readonly expiresAt: number }>;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Who the key is; left out, it keeps to itself and acts for the owner. */
  readonly did?: string;
  readonly expiresAt?: number;
  /** Requests a minute; left out, as many as anybody, or as the key that makes it. */
  readonly perMinute?: number;
  /** Answers under way; left out, as many as anybody, or as the key that makes it. */
  readonly runsAtOnce?: number;
}

/** A key with its secret, which is nowhere else. */
export interface IssuedKey {
  readonly row: ApiKeyRow;
  readonly secret: string;
}

/**
 * API keys, as the owner or a key with the scope `keys` looks after them; every act is recorded. Whoever is not the
 * owner gives only what they hold: scopes, whom the key is, and how long. Every method throws OracleError `forbidden`
 * for others, and those that take an id or a name `not_found` when no active key has it.
 */
export interface ManagedKeys {
  /** @throws OracleError `invalid_request`, `conflict` for a name that is taken */
  create(by: Principal, key: NewKey): Promise<IssuedKey>;
  /** All that ever were, oldest first. */
  list(by: Principal): Promise<readonly ApiKeyRow[]>;
  /** A new secret for the same key; the old one holds for so many milliseconds more. */
  rotate(by: Principal, idOrName: string, graceMs: number): Promise<IssuedKey>;
  revoke(by: Principal, idOrName: string): Promise<ApiKeyRow>;
}

/** A one-time code for a person, and until when it is good. */
export interface Invitation {
  readonly person: PersonRow;
  readonly code: string;
  readonly expiresAt: number;
}

/** People beside the owner. Every method but `list` throws OracleError `not_found` for a name that nobody has. */
export interface People {
  /**
   * A new principal with scopes that `by` holds too.
   * @throws OracleError `invalid_request`, `forbidden`, `conflict` for a name that is taken
   */
  invite(
    by: Principal,
    person: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt?: number },
  ): Promise<Invitation>;
  /** A fresh code for the same person: for another device, or when the session has run out. */
  link(by: Principal, nameOrDid: string): Promise<Invitation>;
  /** All who ever were, oldest first. */
  list(): Promise<readonly PersonRow[]>;
  /** Ends sessions and keys of the person at once; what they made stays. */
  end(by: Principal, nameOrDid: string): Promise<PersonRow>;
}
