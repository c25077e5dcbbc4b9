import type { Caller, Delegations } from 'oracle-runtime/plugin';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';
import { agentAccess } from './agent-access.js';
import { sharedAccess } from './shared-folders.js';
import type { SharedPlace } from './shared-places.js';

/** Where a call looks, when that is not among the caller's own. */
export interface Reach {
  /** A folder that was shared with the caller. */
  readonly shared?: Pick<SharedPlace, 'id' | 'prefix'>;
}

/** What the caller of an operation reaches for this ability on this path. @throws OracleError `forbidden` */
export type CallerAccess = (
  caller: Pick<Caller, 'via' | 'principal' | 'requestId'> & Reach,
  ability: Ability,
  path: NamespacePath,
) => Promise<Access>;

/** The oracle's own agent acts within what was granted to the oracle, everybody else within their own credential; in a shared folder both within the share. */
export function callerAccess(vfs: Vfs, delegations: Delegations): CallerAccess {
  const forAgent = agentAccess(vfs, delegations);
  return async ({ via, principal, requestId, shared }, ability, path) => {
    if (shared !== undefined) {
      const access = await sharedAccess(vfs.shares, principal, shared.id, requestId);
      const named = { ...access, prefix: shared.prefix };
      return vfs.owners.admit(via === 'agent' ? { ...named, invoker: 'oracle' } : named);
    }
    return via === 'agent'
      ? forAgent(principal, ability, path)
      : vfs.owners.admit(accessOf(vfs.oracle, { principal, requestId }));
  };
}
