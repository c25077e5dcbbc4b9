import { isIP } from 'node:net';
import { isDid } from '../../plugin/index.js';

/** `did:web:<host>` of an origin such as `https://oracle.example:8443` (did:web method: the port's colon is encoded). */
export function webDidOf(origin: string): string {
  return `did:web:${new URL(origin).host.replace(':', '%3A')}`;
}

/**
 * Where the document of a `did:web` is, or undefined for a DID that is none. Only names, no addresses: a document's
 * authority is its certificate. With `local`, this machine may be named too, and is asked without TLS.
 */
export function webDidUrl(did: string, local: boolean): URL | undefined {
  if (!isDid(did) || !did.startsWith('did:web:')) return undefined;
  const [authority = '', ...path] = did.slice('did:web:'.length).split(':');
  if (path.some((segment) => !/^[A-Za-z0-9._-]+$/.test(segment) || /^\.+$/.test(segment))) return undefined;
  const [, host = '', port = ''] = /^([a-z0-9.-]+?)((?:%3A[0-9]{1,5})?)$/.exec(authority) ?? [];
  const isLocal = host === 'localhost' || host === '127.0.0.1';
  if (host === '' || (isLocal && !local)) return undefined;
  if (!isLocal && !host.includes('.')) return undefined;
  const file = path.length === 0 ? '/.well-known/did.json' : `/${path.join('/')}/did.json`;
  const text = `${isLocal ? 'http' : 'https'}://${host}${port.replace('%3A', ':')}${file}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // URLs know more spellings of an address than `isIP`, such as 0x7f.1, and write them all out.
  return url?.hostname === host && (isLocal || isIP(url.hostname) === 0) ? url : undefined;
}
