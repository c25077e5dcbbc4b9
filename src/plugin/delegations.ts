import type { Grant } from './principal.js';

/** What people have granted this oracle, stored by `POST /delegation`. */
export interface Delegations {
  /**
   * A stored delegation of `issuer` to this oracle that reaches `resource` and covers `ability` now: verified again
   * at each call, so an expired or revoked one is never found. Writes an audit line (`invoker: 'oracle'`, `actor`:
   * the issuer), so ask only for what is done next.
   * @returns the grant narrowed to what was asked; undefined when there is none.
   */
  find(query: {
    /** Who the oracle acts for, such as `rt.principal.did`. */
    readonly issuer: string;
    /** Such as `ixo:filesystem/docs`. */
    readonly resource: string;
    /** Such as `fs/write`. */
    readonly ability: string;
  }): Promise<Grant | undefined>;
}
