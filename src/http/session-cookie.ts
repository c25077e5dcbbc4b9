import type { IncomingMessage } from 'node:http';
import { sessionCookieName } from '../auth/index.js';
import type { LoginSession } from '../auth/types.js';
import { type Clock, type Reply, reply } from '../plugin/index.js';
import { toTime } from './routes/schemas.js';

/** What a session cookie is made for: the oracle's DID, and the request that asks for it. */
export interface CookieOf {
  readonly did: string | undefined;
  readonly request: IncomingMessage;
}

/** The `Set-Cookie` of the page's session; a lifetime of 0 takes it away. */
export function sessionCookie(token: string, seconds: number, { did, request }: CookieOf): string {
  return `${sessionCookieName(did)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure(request) ? '; Secure' : ''}`;
}

/** The answer to whoever has signed in. */
export function sessionReply(session: LoginSession, of: CookieOf, clock: Clock): Reply {
  const seconds = Math.max(0, Math.floor((session.expiresAt - clock.now()) / 1000));
  return reply({
    headers: { 'Set-Cookie': sessionCookie(session.token, seconds, of) },
    body: { token: session.token, expiresAt: toTime(session.expiresAt), did: session.did },
  });
}

/** Express knows about TLS, also before a trusted proxy; plain Node requests have no such field. */
function isSecure(request: object): boolean {
  return 'secure' in request && request.secure === true;
}
