import type { Express, Request, Response } from 'express';
import type { z } from 'zod';
import type { AnyRoute, FieldError, Logger, Principal, RouteContext } from '../plugin/index.js';
import { OracleError } from '../plugin/index.js';
import { type AuthorizeDeps, authorize } from './authorize.js';
import { clientKey } from './client-address.js';
import type { HostCheck } from './known-hosts.js';
import { matcherOf } from './match-path.js';
import { parseQuery } from './parse-query.js';
import type { RateLimits } from './rate-limit.js';
import { DEFAULT_BODY_LIMIT, readJsonBody } from './read-body.js';
import { requestIdOf } from './request-id.js';
import { sendResult } from './send-result.js';
import { refuseFaults, validatePart } from './validate.js';

export interface MountDeps extends AuthorizeDeps {
  readonly limits: RateLimits;
  readonly logger: Logger;
  readonly checkHost: HostCheck;
}

export interface MountedRoute {
  /** Owner of the route; `oracle` for the core's own. */
  readonly plugin: string;
  readonly route: AnyRoute;
  /** Throws while the owner cannot serve (it is pending or has failed). */
  readonly guard?: () => void;
}

/**
 * Mounts one operation; the only way onto the app, for the core's own routes as for those of plugins. In order: host,
 * authentication, scope, rate limit, body, validation of all parts, handler, reply. Errors reach the app's
 * error handler.
 */
export function mountRoute(app: Express, mounted: MountedRoute, deps: MountDeps): void {
  const { route } = mounted;
  checkRoute(mounted);
  const limit = route.rateLimit === undefined ? deps.limits.general : deps.limits.forRoute(route.rateLimit);

  async function serveRoute(request: Request, response: Response): Promise<void> {
    response.locals['errorAnswer'] = route.errorAnswer;
    if (route.knownHosts === true) deps.checkHost(request);
    mounted.guard?.();
    const principal = await authorize(route, request, deps);
    response.locals['principal'] = principal.id;
    await limit.consume(principal.kind === 'anonymous' ? clientKey(request.ip) : principal.id);
    const input = await readInput(route, request);
    const context = new RequestContext(input, principal, request, response, deps.logger);
    await sendResult(response, await route.handler(context as RouteContext));
  }

  app.route(matcherOf(route))[route.method](serveRoute);
}

function checkRoute({ plugin, route }: MountedRoute): void {
  const where = `Plugin '${plugin}': route ${route.method.toUpperCase()} ${route.path}`;
  const { auth } = route;
  if (auth !== 'public' && auth !== 'api-key' && auth !== 'any' && typeof auth?.ucan !== 'string') {
    throw new OracleError('plugin_invalid', {
      detail: `${where} has no valid auth.`,
      hint: "Give it auth: 'public', 'api-key', 'any' or { ucan: '<ability>' }.",
    });
  }
  if (route.path.includes('*') && route.request?.params === undefined) {
    throw new OracleError('plugin_invalid', {
      detail: `${where} has a wildcard but no schema for its params.`,
      hint: 'A wildcard yields an array of decoded segments: describe it with request.params.',
    });
  }
}

interface RouteInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

async function readInput(route: AnyRoute, request: Request): Promise<RouteInput> {
  const schemas = route.request;
  if (route.rawPath === true) return readRawInput(schemas?.query, request);
  const query = parseQuery(request.url);
  if (schemas === undefined)
    return { params: request.params, query, headers: request.headers, body: undefined };
  const raw = schemas.body === 'raw';
  const json =
    schemas.body === undefined || raw
      ? undefined
      : await readJsonBody(request, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
  const faults: FieldError[] = [];
  const input: RouteInput = {
    params: schemas.params ? validatePart(schemas.params, request.params, 'params', faults) : request.params,
    query: schemas.query ? validatePart(schemas.query, query, 'query', faults) : query,
    headers: schemas.headers
      ? validatePart(schemas.headers, request.headers, 'headers', faults)
      : request.headers,
    body:
      schemas.body === 'raw'
        ? request
        : schemas.body
          ? validatePart(schemas.body, json, 'body', faults)
          : undefined,
  };
  refuseFaults(faults);
  return input;
}

/** Of a route with a raw path: it may only describe a query. */
function readRawInput(querySchema: z.ZodType | undefined, request: Request): RouteInput {
  const input = { params: {}, headers: request.headers, body: undefined };
  if (querySchema === undefined) return { ...input, query: {} };
  const faults: FieldError[] = [];
  const query = validatePart(querySchema, parseQuery(request.url), 'query', faults);
  refuseFaults(faults);
  return { ...input, query };
}

/** What a handler receives. The logger and the signal are made on first use: most requests need neither. */
class RequestContext {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly principal: Principal;
  readonly raw: { readonly request: Request; readonly response: Response };
  readonly #logger: Logger;
  #child: Logger | undefined;
  #signal: AbortSignal | undefined;

  constructor(input: RouteInput, principal: Principal, request: Request, response: Response, logger: Logger) {
    this.params = input.params;
    this.query = input.query;
    this.headers = input.headers;
    this.body = input.body;
    this.principal = principal;
    this.raw = { request, response };
    this.#logger = logger;
  }

  get requestId(): string {
    return requestIdOf(this.raw.response);
  }

  get logger(): Logger {
    this.#child ??= this.#logger.child({ requestId: this.requestId });
    return this.#child;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedOnClose(this.raw.response);
    return this.#signal;
  }
}

function abortedOnClose(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed || response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
