import { type CapabilitySource, hasScope, OracleError } from 'oracle-runtime/plugin';
import { offerOf } from './offer.js';
import type { Server } from './server.js';

/** The servers as capabilities, for whoever may use them: they act with the operator's credentials. */
export function serverCapabilities(servers: readonly Server[]): CapabilitySource {
  const usable = servers.filter(({ state }) => state !== 'off');
  return {
    list: (principal) => (hasScope(principal, 'mcp') ? usable.map(offerOf) : []),
    load(name, principal, signal) {
      const server = usable.find(({ settings }) => `mcp/${settings.name}` === name);
      if (server === undefined || !hasScope(principal, 'mcp'))
        throw new OracleError('not_found', { detail: `There is no capability '${name}'.` });
      return server.tools(signal);
    },
  };
}
