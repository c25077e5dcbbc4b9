import { isIP } from 'node:net';
import type { Config } from '../../config-types.js';

/** Under which name passkeys are made: the browser holds them to it. */
export interface RelyingParty {
  /** A host name: passkeys of another are not offered, and not accepted. */
  readonly id: string;
  /** The one origin whose page may ask for them. */
  readonly origin: string;
}

/**
 * Why there are no passkeys: browsers make none for an address in digits (`address`), none over plain HTTP (`insecure`),
 * and an oracle that the network reaches has to know its name (`unnamed`).
 */
export type NoRelyingParty = 'address' | 'insecure' | 'unnamed';

/** Those that `localhost` reaches on every system. */
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** @param port where it is reached on this machine */
export function relyingPartyOf(
  { publicUrl, host, trustProxy }: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>,
  port: number,
): RelyingParty | NoRelyingParty {
  if (publicUrl !== undefined) return partyOf(new URL(publicUrl));
  return LOCAL.has(host) && !trustProxy ? partyOf(new URL(`http://localhost:${port}`)) : 'unnamed';
}

function partyOf({ hostname, protocol, origin }: URL): RelyingParty | NoRelyingParty {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'address';
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return secure ? { id: hostname, origin } : 'insecure';
}
