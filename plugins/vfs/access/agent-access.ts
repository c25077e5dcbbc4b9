import { type Delegations, OracleError, type Principal } from 'oracle-runtime/plugin';
import { type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';

/** What the oracle itself may do with files for whoever talks to it. @throws OracleError `forbidden` */
export type AgentAccess = (principal: Principal, ability: Ability, path: NamespacePath) => Promise<Access>;

/** Whoever comes with a UCAN of another purpose has its files elsewhere than under the oracle's owner. */
export function agentAccess(oracle: Vfs['oracle'], delegations: Delegations): AgentAccess {
  return async (principal, ability, path) => {
    if (principal.kind !== 'ucan') return accessOf(oracle, { principal, byOracle: true });
    const resource = path === ROOT ? 'ixo:filesystem' : `ixo:filesystem${path}`;
    const grant = await delegations.find({ issuer: principal.did, resource, ability });
    if (grant === undefined) {
      throw new OracleError('forbidden', {
        detail: `This oracle was not granted ${ability} on ${path}.`,
        hint: `Delegate ${ability} on ${resource} to ${oracle.did ?? 'this oracle'} and store it with POST /delegation.`,
      });
    }
    const scopes = new Set([ability, ...IMPLIED[ability]]);
    return accessOf(oracle, { principal: { ...principal, scopes, grant }, byOracle: true });
  };
}

const IMPLIED: Readonly<Record<Ability, readonly Ability[]>> = {
  'fs/list': [],
  'fs/read': ['fs/list'],
  'fs/write': ['fs/read', 'fs/list'],
  'fs/delete': ['fs/read', 'fs/list'],
};
