import type { IncomingMessage } from 'node:http';
import type { LoginSession } from '../auth/types.js';
import { type Clock, type Reply, reply } from '../plugin/index.js';
import { toTime } from './routes/schemas.js';

const COOKIE = 'oracle_session';

/** The `Set-Cookie` of the page's session; a lifetime of 0 takes it away. */
export function sessionCookie(token: string, seconds: number, request: IncomingMessage): string {
  return `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure(request) ? '; Secure' : ''}`;
}

/** The answer to whoever has signed in. */
export function sessionReply(session: LoginSession, request: IncomingMessage, clock: Clock): Reply {
  const seconds = Math.max(0, Math.floor((session.expiresAt - clock.now()) / 1000));
  return reply({
    headers: { 'Set-Cookie': sessionCookie(session.token, seconds, request) },
    body: { token: session.token, expiresAt: toTime(session.expiresAt), did: session.did },
  });
}

/** Express knows about TLS, also before a trusted proxy; plain Node requests have no such field. */
function isSecure(request: object): boolean {
  return 'secure' in request && request.secure === true;
}
