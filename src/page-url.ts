import { connect } from 'node:net';
import type { Config } from './config-types.js';

/** What `localhost` may mean besides the address that the oracle listens on. */
const OTHER: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '0.0.0.0': '::1', '::1': '127.0.0.1' };
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost']);
const PROBE_MS = 300;

/**
 * Where a browser of the owner opens the page: at `PUBLIC_URL`, else on this machine, which is called localhost, since
 * browsers hold passkeys to a name. Not so where another program answers to that name at the same port, as one that
 * listens on `::1` does: the link would sign in there.
 */
export async function pageUrl({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): Promise<string> {
  if (publicUrl !== undefined) return publicUrl;
  const other = OTHER[host];
  const named = LOCAL.has(host) && (other === undefined || !(await answers(other, port)));
  const name = named ? 'localhost' : host === '0.0.0.0' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_MS });
    const end = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
