import { sha256Hex } from '../../kit/index.js';

const SHOWN = 8;

/**
 * Name of the cookie of a login session. Browsers keep cookies by host and not by port, so each oracle of a machine has one of
 * its own, or signing in to one would sign out of the others.
 * @param did of the oracle; undefined where it has no identity and nobody signs in
 */
export function sessionCookieName(did: string | undefined): string {
  return did === undefined ? 'oracle_session' : `oracle_session_${sha256Hex(did).slice(0, SHOWN)}`;
}

/** The token of the session in a `Cookie` header. */
export function sessionTokenIn(header: string | undefined, did: string | undefined): string | undefined {
  const start = `${sessionCookieName(did)}=`;
  for (const cookie of (header ?? '').split(';')) {
    const written = cookie.trim();
    if (written.startsWith(start)) return written.slice(start.length).trim() || undefined;
  }
  return undefined;
}
