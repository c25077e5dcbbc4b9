import { z } from 'zod';
import { redeemLoginCode, sessionTokenIn, whoseLoginCode } from '../../auth/index.js';
import type { Identity } from '../../auth/types.js';
import { type AnyRoute, type Clock, defineRoute, OracleError, reply } from '../../plugin/index.js';
import type { Store } from '../../store/types.js';
import type { ClientKeys } from '../client-address.js';
import type { CredentialChecks } from '../credential-checks.js';
import { sessionCookie, sessionReply } from '../session-cookie.js';
import { loginSessionSchema } from './schemas.js';

const BEARER = /^Bearer\s+([\w.~+/=-]+)$/i;
/** Only codes that do not hold are counted: a command of the CLI logs in each time that it is run. */
const ANY_NUMBER = Number.POSITIVE_INFINITY;

const loginBody = z.object({ code: z.string().min(1).max(2000) });

export interface AuthRouteDeps {
  readonly store: Store;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  readonly credentials: CredentialChecks;
  readonly clientKeys: ClientKeys;
}

/** The session of the page and the CLI: a one-time code for a token, who am I, log out. */
export function authRoutes({ store, identity, clock, credentials, clientKeys }: AuthRouteDeps): AnyRoute[] {
  const did = identity?.did;
  return [
    defineRoute({
      method: 'post',
      path: '/auth/session',
      auth: 'public',
      summary: 'Exchange a one-time login code for a session',
      description: 'Sets the session cookie; the token also works as `Authorization: Bearer`.',
      request: { body: loginBody },
      responses: {
        200: { description: 'The session.', schema: loginSessionSchema },
      },
      bodyLimit: 16 * 1024,
      rateLimit: ANY_NUMBER,
      whenDiskFull: true,
      async handler({ body, raw }) {
        const session = await credentials.ofLogin(raw.request, () =>
          redeemLoginCode({ identity, store, clock, address: clientKeys(raw.request) }, body.code),
        );
        return sessionReply(session, { did, request: raw.request }, clock);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/auth/session/whose',
      auth: 'public',
      summary: 'Whom a one-time login code signs in',
      description:
        'Uses nothing up: for a client that asks before somebody who is signed in becomes somebody else.',
      request: { body: loginBody },
      responses: {
        200: {
          description: 'Who it is, if the code was not used yet.',
          schema: z.object({ did: z.string(), name: z.string() }),
        },
      },
      bodyLimit: 16 * 1024,
      rateLimit: ANY_NUMBER,
      whenDiskFull: true,
      async handler({ body, raw }) {
        const whose = await credentials.ofLogin(raw.request, () =>
          whoseLoginCode({ identity, store, clock }, body.code),
        );
        return { ...whose };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/auth/session',
      auth: 'any',
      summary: 'Who am I',
      responses: {
        200: {
          description: 'The principal of the credential.',
          schema: z.object({
            id: z.string(),
            kind: z.enum(['owner', 'person', 'api-key', 'ucan']),
            did: z.string(),
            name: z.string(),
            scopes: z.array(z.string()),
          }),
        },
      },
      handler({ principal }) {
        const { id, kind, did, name, scopes } = principal;
        return { id, kind, did, name, scopes: [...scopes] };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/auth/session',
      auth: 'public',
      summary: 'Log out',
      description: 'Ends the session of the cookie or bearer token. Not an error when there is none.',
      responses: { 204: { description: 'Logged out.' } },
      async handler({ raw }) {
        const { headers } = raw.request;
        const token = sessionTokenIn(headers.cookie, did) ?? BEARER.exec(headers.authorization ?? '')?.[1];
        if (token !== undefined) await store.logins.deleteSession(token);
        return reply({
          status: 204,
          headers: { 'Set-Cookie': sessionCookie('', 0, { did, request: raw.request }) },
        });
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/auth/sessions',
      auth: 'any',
      summary: 'Log out everywhere',
      description:
        'Ends all login sessions of whoever asks, on every device, this one too. Keys and delegations stay; a link that was not followed yet still works once.',
      responses: {
        200: { description: 'Logged out.', schema: z.object({ ended: z.int().min(0) }) },
      },
      async handler({ principal, raw }) {
        // A key that leaked must not throw its owner out.
        if (principal.kind !== 'owner' && principal.kind !== 'person')
          throw new OracleError('forbidden', {
            detail: 'Only who is logged in can log out everywhere.',
            hint: 'Log in with a link of `oracle login`, or end a key with DELETE /keys/<id>.',
          });
        const ended = await store.logins.deleteSessionsOf(principal.did);
        await store.audit.record({
          action: 'login.end_all',
          subject: principal.did,
          actor: principal.id,
          invoker: principal.did,
          details: { ended: String(ended) },
        });
        return reply({
          body: { ended },
          headers: { 'Set-Cookie': sessionCookie('', 0, { did, request: raw.request }) },
        });
      },
    }),
  ];
}
