import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config-types.js';
import { OracleError } from '../plugin/index.js';

export type HostSettings = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'corsOrigins' | 'trustProxy'>;

type Asked = Pick<IncomingMessage, 'headers'>;

export interface HostCheck {
  /** Of every route. A client that names no host is no browser. @throws OracleError `forbidden` */
  name(request: Asked): void;
  /** Of routes that pages have no business with. @throws OracleError `forbidden` */
  nameAndPage(request: Asked): void;
}

/**
 * Refuses requests under a foreign name, and those of pages that may not call. A page can let its own name point to
 * this machine (DNS rebinding) and is then of one origin with it, but a name that is not ours gives it away; an address
 * in digits points nowhere else. An oracle that only this machine reaches knows its names. Of one that listens to the
 * network, or behind a proxy, only the operator knows them: there the check is on once `ALLOWED_HOSTS` lists them.
 */
export function createHostCheck(settings: HostSettings): HostCheck {
  const { allowedHosts, corsOrigins } = settings;
  const listed = allowedHosts.length > 0;
  const known = listed ? !allowedHosts.includes('*') : isLoopback(settings.host) && !settings.trustProxy;
  if (!known) return { name: () => {}, nameAndPage: () => {} };
  const names = new Set([settings.host.toLowerCase(), ...allowedHosts]);
  if (settings.publicUrl !== undefined) names.add(new URL(settings.publicUrl).hostname);
  const isOurs = (host: string | undefined) => host !== undefined && (isLocal(host) || names.has(host));
  // Nearly all requests name the same one, and reading it costs as much as serving a small file.
  let lastOurs: string | undefined;
  const checkName = (host: string | undefined) => {
    if (host !== undefined && host === lastOurs) return;
    if (!isOurs(namedBy(host))) throw refusal('This oracle is not known under the name in the Host header.');
    lastOurs = host;
  };
  return {
    name({ headers: { host } }) {
      if (host !== undefined) checkName(host);
    },
    nameAndPage({ headers: { host, origin } }) {
      checkName(host);
      if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return;
      if (!isOurs(hostnameOf(origin))) throw refusal('Pages of this origin may not call this oracle.');
    },
  };
}

/** A Host header holds a name and maybe a port, nothing else that a URL may have. */
function namedBy(host: string | undefined): string | undefined {
  return host === undefined || /[^\w.:[\]-]/.test(host) ? undefined : hostnameOf(`http://${host}`);
}

/** Of a URL; undefined when it has none. Lower-case, IPv6 in brackets. */
function hostnameOf(url: string): string | undefined {
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  return hostname === '' ? undefined : hostname;
}

/** Names that no name server can point elsewhere (RFC 6761, section 6.3), and addresses. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refusal(detail: string): OracleError {
  return new OracleError('forbidden', {
    detail,
    hint: 'The operator lists names in ALLOWED_HOSTS (or sets PUBLIC_URL), and origins of pages in CORS_ORIGINS.',
  });
}
