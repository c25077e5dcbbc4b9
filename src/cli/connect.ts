import { request } from '../client/request.js';
import type { OracleAddress, OracleConnection } from '../plugin/index.js';
import { resolveTarget, type Target } from './chat/resolve-target.js';
import { CLI_HINTS } from './hints.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** The oracle of an address, for a command of a plugin; see `resolveTarget` for which that is, and as whom. */
export async function connect(address: OracleAddress, host: CliHost, io: CliIo): Promise<OracleConnection> {
  return connectionTo(await resolveTarget(address, host, io));
}

/** What a command of a plugin needs of an oracle that is reached already. */
export function connectionTo({ url, token, close }: Target): OracleConnection {
  return {
    url,
    close,
    request: (method, path, { body, headers } = {}) =>
      request(
        url,
        path,
        {
          method,
          headers: { Authorization: `Bearer ${token}`, ...(headers as Record<string, string> | undefined) },
          // A body that streams needs `duplex`, which the types do not know yet.
          ...(body === undefined ? {} : ({ body, duplex: 'half' } as RequestInit)),
        },
        CLI_HINTS,
      ),
  };
}
