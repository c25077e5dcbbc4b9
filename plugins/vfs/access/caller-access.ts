import type { Caller, Delegations } from 'oracle-runtime/plugin';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';
import { agentAccess } from './agent-access.js';
import { sharedAccess } from './shared-folders.js';

/** Where a call looks, when that is not among the caller's own. */
export interface Reach {
  /** Id of a folder that was shared with the caller. */
  readonly shared?: string;
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
      const access = await sharedAccess(vfs.shares, principal, shared, requestId);
      return vfs.owners.admit(via === 'agent' ? { ...access, invoker: 'oracle' } : access);
    }
    return via === 'agent'
      ? forAgent(principal, ability, path)
      : vfs.owners.admit(accessOf(vfs.oracle, { principal, requestId }));
  };
}
