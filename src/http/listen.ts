import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config-types.js';
import { OracleError } from '../plugin/index.js';

export interface Listening {
  /** Where it is reached. */
  readonly port: number;
  /** Where it listens itself: another behind a door that another process holds. */
  readonly own: number;
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
}

/** Tells a process the port that its parent holds, and passes on to it. */
export const DOOR_VARIABLE = 'ORACLE_DEV_PORT';

/**
 * @param behind the port of a door that another process holds; the server then listens on a free port of 127.0.0.1
 * @throws OracleError `unavailable` for an address that cannot be had
 */
export function listenOn(server: Server, config: Config, behind?: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(bindFault(error, config)));
    const [wanted, host] = behind === undefined ? [config.port, config.host] : [0, '127.0.0.1'];
    server.listen(wanted, host, () => {
      server.removeAllListeners('error');
      const own = (server.address() as AddressInfo).port;
      const port = behind ?? own;
      const name = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
      resolve({ port, own, url: `http://${name.includes(':') ? `[${name}]` : name}:${port}` });
    });
  });
}

function bindFault(error: NodeJS.ErrnoException, { host, port }: Config): OracleError {
  const taken = error.code === 'EADDRINUSE';
  return new OracleError('unavailable', {
    detail: taken
      ? `Port ${port} of ${host} is taken by another process.`
      : `Cannot listen on ${host}:${port} (${error.code ?? error.message}).`,
    hint: taken
      ? 'Stop that process, or set PORT to a free one (0 picks one).'
      : 'Set HOST and PORT to an address of this machine.',
    cause: error,
  });
}

/** Streams have had their terminal event by now; what is still open after a moment is cut. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    const cut = setTimeout(() => server.closeAllConnections(), 1000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
