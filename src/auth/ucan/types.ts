import type { Delegations, Grant, Principal } from '../../plugin/index.js';

/** A stored delegation as its issuer sees it. */
export interface DelegationView {
  readonly cid: string;
  readonly issuer: string;
  /** Who may use it: this oracle, or someone whose tokens then need only name it. */
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly grants: readonly Omit<Grant, 'proofs'>[];
}

/** What a delegation is asked for. */
export interface DelegationQuery extends DelegationWish {
  /** What else must hold of what it grants. */
  readonly fits?: (grant: Grant, expiresAt: number | null) => boolean;
}

type DelegationWish = Parameters<Delegations['find']>[0];

/** Delegations that people stored here. All but `find` is for the issuer alone. */
export interface StoredDelegations extends Delegations {
  find(query: DelegationQuery): Promise<Grant | undefined>;
  /** @throws OracleError `invalid_request` when it does not hold, `forbidden` when someone else issued it, `conflict` */
  save(principal: Principal, token: string): Promise<DelegationView>;
  /** Those that hold now, oldest first. */
  list(principal: Principal): Promise<readonly DelegationView[]>;
  /**
   * Revokes it for good.
   * @param token the delegation itself, of one that was never stored here
   * @returns false when the principal issued none of this CID that holds
   */
  revoke(principal: Principal, cid: string, token?: string): Promise<boolean>;
}

/** UCANs as authentication uses them. */
export interface Ucans {
  /**
   * The principal of a request's token, which is used up.
   * @throws OracleError `unauthenticated`, `forbidden`, or what a DID's look-up throws
   */
  authenticate(token: string): Promise<Principal>;
  /**
   * Checks the delegations that a request brings beside its credential, one or several with commas between; as they are kept.
   * @throws OracleError `unauthenticated` when one is none to this oracle that holds, `forbidden` when one is not the
   * principal's own or grants nothing, `invalid_request` for too many
   */
  checkDelegations(principal: Principal, header: string): Promise<string>;
  /** What these scopes or abilities allow in all. */
  expand(scopes: readonly string[]): ReadonlySet<string>;
  /** Whether a grant on one resource reaches another; never where one of them is not understood. */
  reaches(granted: string, claimed: string): boolean;
  readonly delegations: StoredDelegations;
}
