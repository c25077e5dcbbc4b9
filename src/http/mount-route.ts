import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { isRecord, knownFieldsOnly } from '../kit/index.js';
import {
  type AnyRoute,
  type FieldError,
  type Logger,
  OracleError,
  type Principal,
  type RouteContext,
  type RouteRequestSchemas,
} from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { DiskReserve } from '../store/disk-reserve.js';
import { ANONYMOUS, type AuthorizeDeps, authorize } from './authorize.js';
import type { ClientKeys } from './client-address.js';
import type { Exchange } from './exchange.js';
import type { HostCheck } from './known-hosts.js';
import { knownParameters } from './known-parameters.js';
import { parseQuery } from './parse-query.js';
import type { RateLimits } from './rate-limit.js';
import { DEFAULT_BODY_LIMIT, readJsonBody } from './read-body.js';
import { sendResult } from './send-result.js';
import { refuseFaults, validatePart } from './validate.js';

export interface MountDeps extends AuthorizeDeps {
  readonly limits: RateLimits;
  readonly clientKeys: ClientKeys;
  readonly logger: Logger;
  readonly hosts: HostCheck;
  readonly vigil: Vigil;
  readonly reserve: Pick<DiskReserve, 'requireRoom' | 'giveUp'>;
}

export interface MountedRoute {
  /** Owner of the route; `oracle` for the core's own. */
  readonly plugin: string;
  readonly route: AnyRoute;
  /** Throws while the owner cannot serve (it is pending or has failed). */
  readonly guard?: () => void;
}

/** The refusal of a credential, with what the route says about how to get one. */
function challenged(error: unknown, challenge: string | undefined): unknown {
  if (challenge === undefined || !OracleError.isInstance(error) || error.status !== 401) return error;
  const { code, detail, hint, headers } = error;
  return new OracleError(code, { detail, hint, headers: { ...headers, 'WWW-Authenticate': challenge } });
}

/** Answers one request of a route; the parameters of its path are decoded already, unless it wants them raw. */
export type ServeRoute = (exchange: Exchange, params: unknown) => Promise<void>;

/**
 * One operation, ready to serve; the only way there, for the core's own routes as for those of plugins. In order: host,
 * authentication, scope, rate limit, room on the disk, body, validation of all parts, handler, reply. Errors are the caller's to answer.
 * @throws OracleError `plugin_invalid` for a route that cannot be mounted
 */
export function prepareRoute(mounted: MountedRoute, deps: MountDeps): ServeRoute {
  const { route } = mounted;
  checkRoute(mounted);
  const { general, forRoute, forKey } = deps.limits;
  const limit =
    route.rateLimit === undefined ? general : forRoute(route.rateLimit, `${route.method}:${route.path}`);

  const stores = !['get', 'delete'].includes(route.method) && route.whenDiskFull !== true;

  return async function serveRoute(exchange, params) {
    const { request } = exchange;
    exchange.errorAnswer = route.errorAnswer;
    exchange.route = route.path;
    if (route.knownHosts === true) deps.hosts.nameAndPage(request);
    else deps.hosts.name(request);
    mounted.guard?.();
    const principal =
      route.auth === 'public'
        ? ANONYMOUS
        : await authorize(route, request, deps).catch((error: unknown) => {
            throw challenged(error, route.challenge?.(request.headers));
          });
    exchange.principal = principal.id;
    const client = principal.kind === 'anonymous' ? deps.clientKeys(request) : principal.id;
    const { credential } = principal;
    const count = () => {
      if (credential?.perMinute !== undefined) forKey(credential.perMinute).consume(credential.id);
      limit.consume(client);
    };
    count();
    if (stores) deps.reserve.requireRoom();
    else if (route.method !== 'get') await deps.reserve.giveUp();
    const input = await readInput(route, request, params);
    const counts = route.countsAs?.(input.body) ?? 1;
    for (let more = 1; more < counts; more += 1) count();
    const context = new RequestContext(input, principal, client, exchange, deps);
    await sendResult(exchange, await route.handler(context as RouteContext));
  };
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
      hint: "A wildcard yields an array of decoded segments: describe it with request.params, or take it 'raw'.",
    });
  }
}

interface RouteInput {
  readonly whole?: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

async function readInput(route: AnyRoute, request: IncomingMessage, params: unknown): Promise<RouteInput> {
  const schemas = route.request;
  const rawParams = schemas?.params === 'raw';
  const asked = rawParams && schemas.query === undefined ? {} : parseQuery(request.url ?? '');
  if (schemas === undefined) return { params, query: asked, headers: request.headers, body: undefined };
  const raw = schemas.body === 'raw';
  const json =
    schemas.body === undefined || raw
      ? undefined
      : await readJsonBody(request, route.bodyLimit ?? DEFAULT_BODY_LIMIT);
  const faults: FieldError[] = [];
  // Links to files travel, and others hang parameters of their own on them.
  const query =
    rawParams || schemas.query === undefined ? asked : knownParameters(schemas.query, asked, faults);
  if (schemas.query === undefined && schemas.body !== undefined && !raw) refuseQuery(query, faults);
  if (schemas.whole !== undefined) {
    if (schemas.body !== undefined && schemas.query !== undefined)
      validatePart(schemas.query, query, 'query', faults);
    const given = schemas.body === undefined ? query : json;
    const whole = readWhole(schemas, schemas.whole, params as Fields, given, faults);
    return { whole, params, query, headers: request.headers, body: json };
  }
  const input: RouteInput = {
    params:
      schemas.params === undefined || schemas.params === 'raw'
        ? params
        : validatePart(schemas.params, params, 'params', faults),
    query: schemas.query ? validatePart(schemas.query, query, 'query', faults) : query,
    headers: schemas.headers
      ? validatePart(schemas.headers, request.headers, 'headers', faults)
      : request.headers,
    body:
      schemas.body === 'raw'
        ? request
        : schemas.body
          ? validatePart(knownFieldsOnly(schemas.body), json, 'body', faults)
          : undefined,
  };
  refuseFaults(faults);
  return input;
}

/** What a request says in its body it does not say in its query: a field there would be passed over in silence. */
function refuseQuery(query: object, faults: FieldError[]): void {
  for (const field of Object.keys(query))
    faults.push({ field, message: 'is no parameter of the query here; fields go in the body' });
}

type Fields = Readonly<Record<string, unknown>>;

/** All fields of a request at once. @throws OracleError `not_found` for a fault in the path, else `invalid_request` */
function readWhole(
  { body }: RouteRequestSchemas,
  schema: z.ZodType,
  params: Fields,
  given: unknown,
  faults: FieldError[],
): unknown {
  const part = body === undefined ? 'query' : 'body';
  if (body !== undefined && body !== 'raw' && !isRecord(given)) {
    // Its own schema says best what is wrong with something that is no object.
    validatePart(body, given, part, faults);
    refuseFaults(faults);
  }
  const fields = isRecord(given) ? given : {};
  for (const field of Object.keys(params))
    if (Object.hasOwn(fields, field)) faults.push({ field, message: 'is given by the path already' });
  const whole = validatePart(schema, { ...fields, ...params }, part, faults);
  const lost = faults.find(({ field }) => Object.hasOwn(params, field) && !Object.hasOwn(fields, field));
  if (lost !== undefined) {
    throw new OracleError('not_found', {
      detail: `There is nothing at this path: ${lost.field}: ${lost.message}.`,
      errors: [lost],
    });
  }
  refuseFaults(faults);
  return whole;
}

/** What a handler receives. The logger and the signal are made on first use: most requests need neither. */
class RequestContext {
  readonly whole: unknown;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly principal: Principal;
  readonly client: string;
  readonly raw: Pick<Exchange, 'request' | 'response'>;
  readonly #exchange: Exchange;
  readonly #deps: Pick<MountDeps, 'logger' | 'vigil'>;
  #child: Logger | undefined;
  #signal: AbortSignal | undefined;

  constructor(
    input: RouteInput,
    principal: Principal,
    client: string,
    exchange: Exchange,
    deps: Pick<MountDeps, 'logger' | 'vigil'>,
  ) {
    this.whole = input.whole;
    this.params = input.params;
    this.query = input.query;
    this.headers = input.headers;
    this.body = input.body;
    this.principal = principal;
    this.client = client;
    // Not its parts: the response costs its headers once it is asked for.
    this.raw = exchange;
    this.#exchange = exchange;
    this.#deps = deps;
  }

  get requestId(): string {
    return this.#exchange.requestId;
  }

  get logger(): Logger {
    this.#child ??= this.#deps.logger.child({ requestId: this.requestId });
    return this.#child;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedOnClose(this.#exchange);
    return this.#signal;
  }

  whileAdmitted(still?: () => Promise<unknown>): AbortSignal {
    const controller = new AbortController();
    const end = this.#deps.vigil.watch(this.principal, (why) => controller.abort(why), still);
    const close = () => {
      end();
      controller.abort();
    };
    if (this.#exchange.closed) close();
    else this.#exchange.onClose(close);
    return controller.signal;
  }
}

/** Asks the exchange, because the response costs its headers once it is asked for. */
function abortedOnClose(exchange: Exchange): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!exchange.finished) controller.abort();
  };
  if (exchange.closed) abort();
  else exchange.onClose(abort);
  return controller.signal;
}
