import type { IncomingMessage } from 'node:http';
import { OracleError } from '../plugin/index.js';

/** Scheme and authority of a request target in absolute form (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

type Asked = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion' | 'url'>;

/**
 * A request names one host (RFC 9112, section 3.2). Where it names two, who stands before this server may have let it
 * pass for the other.
 * @throws OracleError `invalid_request`
 */
export function requireOneHost({ headers: { host }, rawHeaders, httpVersion, url = '' }: Asked): void {
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') named += 1;
  }
  if (named > 1) throw refusal('The request has more than one Host header.');
  if (host === undefined) {
    if (httpVersion !== '1.0') throw refusal('The request has no Host header.');
    return;
  }
  if (url.startsWith('/')) return;
  const [, authority = host] = ABSOLUTE.exec(url) ?? [];
  // Host has it without what stands before the `@`.
  if (authority.replace(/^.*@/, '').toLowerCase() !== host.toLowerCase())
    throw refusal('The request target and the Host header name different hosts.');
}

function refusal(detail: string): OracleError {
  return new OracleError('invalid_request', {
    detail,
    hint: 'Send one Host header, with the name by which this oracle is reached.',
  });
}
