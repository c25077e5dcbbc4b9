import type { Caller, Delegations } from 'oracle-runtime/plugin';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';
import { agentAccess } from './agent-access.js';

/** What the caller of an operation reaches for this ability on this path. @throws OracleError `forbidden` */
export type CallerAccess = (
  caller: Pick<Caller, 'via' | 'principal' | 'requestId'>,
  ability: Ability,
  path: NamespacePath,
) => Promise<Access>;

/** The oracle's own agent acts within what was granted to the oracle, everybody else within their own credential. */
export function callerAccess(vfs: Vfs, delegations: Delegations): CallerAccess {
  const forAgent = agentAccess(vfs, delegations);
  return async ({ via, principal, requestId }, ability, path) =>
    via === 'agent'
      ? forAgent(principal, ability, path)
      : vfs.owners.admit(accessOf(vfs.oracle, { principal, requestId }));
}
