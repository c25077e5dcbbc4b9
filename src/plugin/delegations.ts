import type { Grant, Principal } from './principal.js';

/** What people have granted this oracle: stored by `POST /delegation`, or sent along in `X-Ucan-Delegation`. */
export interface Delegations {
  /**
   * A delegation of the principal to this oracle that reaches `resource` and covers `ability` now: verified again
   * at each call, so an expired or revoked one is never found. It is audited (`invoker: 'oracle'`, `actor`: the
   * principal's DID), so ask only for what is done next.
   * @returns the grant narrowed to what was asked; undefined when there is none.
   */
  find(query: {
    /** Whom the oracle acts for, such as `rt.principal`. */
    readonly principal: Pick<Principal, 'did' | 'delegation'>;
    /** Such as `ixo:oracle`, or one of a kind that a plugin brings. */
    readonly resource: string;
    /** Such as `oracle/chat`. */
    readonly ability: string;
  }): Promise<Grant | undefined>;
}
