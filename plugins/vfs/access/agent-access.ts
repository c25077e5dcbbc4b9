import { type Delegations, needsDelegation, OracleError, type Principal } from 'oracle-runtime/plugin';
import { type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import type { Ability } from './abilities.js';
import { type Access, accessOf } from './access.js';
import { FILES, parseFilesResource } from './files-resource.js';

/** What the oracle itself may do with files for whoever talks to it. @throws OracleError `forbidden` */
export type AgentAccess = (principal: Principal, ability: Ability, path: NamespacePath) => Promise<Access>;

/** Whoever comes with a UCAN of another purpose has its files elsewhere than under the oracle's owner. */
export function agentAccess(
  { oracle, owners }: Pick<Vfs, 'oracle' | 'owners'>,
  delegations: Delegations,
): AgentAccess {
  return async (principal, ability, path) => {
    if (!needsDelegation(principal)) return owners.admit(accessOf(oracle, { principal, byOracle: true }));
    const resource = resourceOver(path);
    const grant = await delegations.find({ principal, resource, ability });
    if (grant === undefined) {
      throw new OracleError('forbidden', {
        detail: `This oracle was not granted ${ability} on ${path}.`,
        hint: `Delegate ${ability} on ${resource} to ${oracle.did ?? 'this oracle'} and store it with POST /delegation, or send it along in X-Ucan-Delegation.`,
      });
    }
    const scopes = new Set([ability, ...IMPLIED[ability]]);
    return owners.admit(accessOf(oracle, { principal: { ...principal, scopes, grant }, byOracle: true }));
  };
}

/**
 * The narrowest resource that reaches a path. A file may have any name; a resource has one spelling and so lacks `%`,
 * Unicode that is not in NFC, and a first segment that reads like a DID. What cannot be named itself is granted with
 * the nearest folder above it that can.
 */
function resourceOver(path: NamespacePath): string {
  const segments = path === ROOT ? [] : path.slice(1).split('/');
  for (let length = segments.length; length > 0; length -= 1) {
    const text = `${FILES}/${segments.slice(0, length).join('/')}`;
    const resource = parseFilesResource(text);
    if (resource !== undefined && resource.did === undefined) return text;
  }
  return FILES;
}

const IMPLIED: Readonly<Record<Ability, readonly Ability[]>> = {
  'fs/list': [],
  'fs/read': ['fs/list'],
  'fs/write': ['fs/read', 'fs/list'],
  'fs/delete': ['fs/read', 'fs/list'],
};
