import type { IncomingHttpHeaders } from 'node:http';
import type { AuthRequest } from '../types.js';
import { sessionTokenIn } from './session-cookie-name.js';

/** What a request presents, unverified. */
export type Credential =
  | { readonly kind: 'bearer'; readonly token: string; readonly type: string | undefined }
  | { readonly kind: 'cookie'; readonly token: string }
  /** An `Authorization` header that is no `Bearer`. */
  | { readonly kind: 'malformed' };

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The request's credential; a header is asked before the cookie and never falls back to it.
 * @param did of the oracle, after which its cookie is named
 */
export function readCredential(
  { headers, method }: AuthRequest,
  did: string | undefined,
): Credential | undefined {
  if (headers.authorization !== undefined) {
    const token = BEARER.exec(headers.authorization)?.[1];
    if (token === undefined) return { kind: 'malformed' };
    const type = headers['x-auth-type'];
    return { kind: 'bearer', token, type: typeof type === 'string' ? type.trim().toLowerCase() : undefined };
  }
  const token = sessionTokenIn(headers.cookie, did);
  if (token === undefined) return undefined;
  // A cookie comes along with requests of any page. What changes something must come from ours.
  if (!SAFE_METHODS.has(method.toUpperCase()) && !isSameOrigin(headers)) return undefined;
  return { kind: 'cookie', token };
}

/** Positive evidence only: a request that says nothing about its origin is not trusted. */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || host === undefined) return false;
  try {
    const from = new URL(origin);
    // Parsed alike, so that a spelled-out default port makes no difference.
    return from.host === new URL(`${from.protocol}//${host}`).host;
  } catch {
    return false;
  }
}
