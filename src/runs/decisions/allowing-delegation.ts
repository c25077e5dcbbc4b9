import type { Grant, PendingApproval, Principal } from '../../plugin/index.js';
import { covers } from './arguments-pattern.js';
import { ALLOW_CALLS, callsOf, readAllowedCalls } from './calls-resource.js';
import { LONGEST_MS } from './remembered.js';

/** The delegations of people to this oracle, as far as they allow calls. */
export interface AllowingDelegations {
  find(query: {
    readonly principal: Pick<Principal, 'did' | 'delegation'>;
    readonly resource: string;
    readonly ability: string;
    /** @param expiresAt milliseconds since the epoch; null never */
    readonly fits: (grant: Grant, expiresAt: number | null) => boolean;
  }): Promise<Grant | undefined>;
}

/**
 * The CID of a delegation by which the principal allowed this call beforehand: sent with the request or stored, to this
 * oracle, of `calls/allow` on the calls of this tool with such arguments, for as long as a standing approval may last. It
 * counts for whoever comes with a UCAN, as what they signed is what lets them in, and never for who goes by a key or a login.
 */
export async function allowingDelegation(
  delegations: AllowingDelegations,
  { principal, held }: { readonly principal: Principal; readonly held: PendingApproval },
  now: number,
): Promise<string | undefined> {
  if (principal.kind !== 'ucan') return undefined;
  const found = await delegations.find({
    principal,
    resource: callsOf(held.tool),
    ability: ALLOW_CALLS,
    fits: ({ owner, nb }, expiresAt) =>
      owner === principal.did &&
      expiresAt !== null &&
      expiresAt <= now + LONGEST_MS &&
      (readAllowedCalls(nb) ?? []).some((pattern) => covers(pattern, held.args)),
  });
  return found?.proofs[0];
}
