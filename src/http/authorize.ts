import type { IncomingMessage } from 'node:http';
import { identityMissing } from '../auth/principals/auth-errors.js';
import type { Authenticator, Identity } from '../auth/types.js';
import { hasScope, OracleError, type Principal, type Route } from '../plugin/index.js';
import type { ClientKeys } from './client-address.js';
import type { CredentialChecks } from './credential-checks.js';

/** Whoever asks a public route: it never looks at credentials, so a stale cookie cannot lock anyone out of it. */
export const ANONYMOUS: Principal = Object.freeze({
  id: 'anonymous',
  kind: 'anonymous',
  did: 'anonymous',
  scopes: new Set<string>(),
  name: 'anonymous',
});

export interface AuthorizeDeps {
  readonly authenticator: Authenticator;
  readonly identity: Identity | undefined;
  readonly credentials: CredentialChecks;
  readonly clientKeys: ClientKeys;
}

/**
 * The principal that may use a route that is not public.
 * @throws OracleError `unauthenticated`, `identity_missing`, `forbidden` or, after many refused credentials from
 * one address, `rate_limited`.
 */
export async function authorize(
  route: Route,
  request: IncomingMessage,
  deps: AuthorizeDeps,
): Promise<Principal> {
  const principal = await authenticate(request, deps);
  checkKind(route, principal);
  if (route.scope !== undefined) requireScope(principal, route.scope);
  return principal;
}

async function authenticate(request: IncomingMessage, deps: AuthorizeDeps): Promise<Principal> {
  if (deps.identity === undefined) throw identityMissing();
  const principal = await deps.credentials.ofRequest(request, () =>
    deps.authenticator.authenticate({
      headers: request.headers,
      method: request.method ?? '',
      address: deps.clientKeys(request),
    }),
  );
  if (principal === undefined || principal.kind === 'anonymous') {
    throw new OracleError('unauthenticated', {
      detail: 'This route needs a credential.',
      hint: 'Send `Authorization: Bearer <API key>` (`oracle keys create` makes one), or a UCAN with `X-Auth-Type: ucan` (`oracle token` makes one).',
    });
  }
  if (isStranger(principal, deps.identity)) deps.credentials.countStranger(request);
  return principal;
}

/**
 * Whoever comes by an authority of their own. A key pair costs nothing and would be a fresh budget for each request,
 * so they share the one of their address.
 */
function isStranger({ grant }: Principal, identity: Identity): boolean {
  return grant !== undefined && grant.owner !== identity.did;
}

function checkKind(route: Route, principal: Principal): void {
  const { auth } = route;
  if (auth === 'any' || auth === 'public') return;
  if (auth === 'api-key') {
    if (principal.kind === 'api-key') return;
    throw new OracleError('forbidden', {
      detail: 'This route is for API keys.',
      hint: 'Send `Authorization: Bearer <API key>`; `oracle keys create` makes one.',
    });
  }
  requireScope(principal, auth.ucan);
}

function requireScope(principal: Principal, scope: string): void {
  if (hasScope(principal, scope)) return;
  if (principal.kind === 'ucan') {
    throw new OracleError('forbidden', {
      detail: `The UCAN does not grant ${scope}.`,
      hint: 'Claim an ability that covers it, on the resource that it is about; see `oracle token --help`.',
    });
  }
  throw new OracleError('forbidden', {
    detail: `The credential ${JSON.stringify(principal.name)} lacks the scope ${scope}.`,
    hint: `Use one that has it: \`oracle keys create --name <name> --scope ${scope}\`.`,
  });
}
