import type { Delegations, Grant, Principal } from '../../plugin/index.js';

/** A stored delegation as its issuer sees it. */
export interface DelegationView {
  readonly cid: string;
  readonly issuer: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly grants: readonly Omit<Grant, 'proofs'>[];
}

/** Delegations of people to this oracle. All but `find` is for the issuer alone. */
export interface StoredDelegations extends Delegations {
  /** @throws OracleError `invalid_request` when it does not hold, `forbidden` when someone else issued it, `conflict` */
  save(principal: Principal, token: string): Promise<DelegationView>;
  /** Those that hold now, oldest first. */
  list(principal: Principal): Promise<readonly DelegationView[]>;
  /** Revokes it for good. False when the principal has none of this CID. */
  revoke(principal: Principal, cid: string): Promise<boolean>;
}

/** UCANs as authentication uses them. */
export interface Ucans {
  /**
   * The principal of a request's token, which is used up.
   * @throws OracleError `unauthenticated`, `forbidden`, or what a DID's look-up throws
   */
  authenticate(token: string): Promise<Principal>;
  /** What these scopes or abilities allow in all. */
  expand(scopes: readonly string[]): ReadonlySet<string>;
  readonly delegations: StoredDelegations;
}
