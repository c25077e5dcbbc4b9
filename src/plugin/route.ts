import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { OracleError } from './errors.js';
import type { Logger } from './logger.js';
import type { Effect } from './operation.js';
import type { Principal } from './principal.js';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Who may call. `public`: anyone, also without a credential. `api-key`: an API key. `{ ucan }`: a UCAN that
 * covers the ability, an API key with a scope that does, or the page's session. `any`: an API key, a UCAN or the
 * page's session; a UCAN holds the route's `scope` by an ability of that name, or by `oracle/<scope>` on
 * `ixo:oracle`. Which resource a UCAN reaches (`principal.grant`) is for the handler to respect.
 */
export type RouteAuth = 'public' | 'api-key' | 'any' | { readonly ucan: string };

export interface RouteRequestSchemas {
  /**
   * A schema for the decoded parameters of the path, of which `*rest` is an array of segments; or `raw` to receive each as
   * it was sent, so that a broken escape gets the handler's own answer. The path then fits to its last slash, `*rest` is
   * one string that may be empty, and a query without a schema is left alone.
   */
  readonly params?: z.ZodObject | 'raw';
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** A schema for a JSON body, or `raw` to receive the unread stream. */
  readonly body?: z.ZodType | 'raw';
  /**
   * A schema of the fields of path, query and body as one object, parsed in the place of theirs, which then only
   * describe them: for rules that go over several. A fault in the path is `not_found`: what was never given out is not
   * there, whatever it looks like.
   */
  readonly whole?: z.ZodType;
}

type Part<S, K extends string, Otherwise, Raw = Otherwise> =
  S extends Record<K, infer T>
    ? T extends z.ZodType
      ? z.output<T>
      : T extends 'raw'
        ? Raw
        : Otherwise
    : Otherwise;

export interface RouteContext<S extends RouteRequestSchemas = RouteRequestSchemas> {
  readonly params: Part<S, 'params', Readonly<Record<string, string>>>;
  readonly query: Part<S, 'query', Readonly<Record<string, string | string[] | undefined>>>;
  readonly headers: Part<S, 'headers', Readonly<Record<string, string | string[] | undefined>>>;
  readonly body: Part<S, 'body', undefined, Readable>;
  readonly whole: Part<S, 'whole', undefined>;
  readonly principal: Principal;
  /** Whom a request counts for, as rate limits count: the principal's id, or the address of whoever is anonymous. */
  readonly client: string;
  readonly requestId: string;
  readonly logger: Logger;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /**
   * For an answer that lasts: as `signal`, and aborted with an OracleError as its reason once who asks is no longer let in,
   * or `still` throws one. Looked up once a second.
   */
  whileAdmitted(still?: () => Promise<unknown>): AbortSignal;
  /** For what the value-returning form cannot say: streaming with back-pressure, byte ranges, torn connections. */
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
}

/** `body`: JSON-able data, text or bytes (set `Content-Type`), or a stream. */
export interface RouteResult {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface RouteResponseDoc {
  readonly description: string;
  /** JSON Schema comes from this; absent means no or non-JSON content. */
  readonly schema?: z.ZodType;
  readonly contentType?: string;
  /** Further types that the same answer can have, such as `text/event-stream`. */
  readonly alsoAs?: readonly string[];
}

/** One HTTP operation. OpenAPI, validation, authentication, rate limit, audit and error shape come from this value. */
export interface Route<S extends RouteRequestSchemas = RouteRequestSchemas> {
  readonly method: HttpMethod;
  /**
   * Literals and parameters: `:id` is one segment or a part of it, `*rest` all that is left, `{/:id}` may be absent. A
   * literal goes before a parameter, a wildcard comes last. Unique per method over all plugins.
   */
  readonly path: string;
  readonly auth: RouteAuth;
  /** Scope that an authenticated principal must hold. */
  readonly scope?: string;
  /** The parameter of the path that is a credential itself, for clients that can send no other: it stands in no log. */
  readonly secretParam?: string;
  readonly summary: string;
  readonly description?: string;
  /** What it does to what is there; left out, as its method says: `get` reads, `delete` destroys, all others write. */
  readonly effect?: Effect;
  readonly request?: S;
  readonly responses: Readonly<Record<number, RouteResponseDoc>>;
  /** Bytes of a JSON body; default 1 MiB. Does not apply to `raw`. */
  readonly bodyLimit?: number;
  /** Requests per minute and principal (or IP on public routes); default from the configuration. */
  readonly rateLimit?: number;
  /** How many requests a body stands for, such as a batch; each counts against the limits. Default 1. */
  countsAs?(body: unknown): number;
  /** Where an ecosystem has its own error shape: the JSON answer to an error, in place of the problem document. */
  readonly errorAnswer?: (error: OracleError) => { readonly status: number; readonly body: unknown };
  /** `WWW-Authenticate` of the refusal of a request without a good credential; default `Bearer`. */
  readonly challenge?: (headers: IncomingHttpHeaders) => string;
  /**
   * Served only to pages that may call it, besides what goes for every route: that the host name is known to be this
   * oracle's, where it knows its names, so that no page reaches it by letting its own name point here (DNS rebinding).
   */
  readonly knownHosts?: boolean;
  /** Headers of the answer to OPTIONS on the path, where a protocol describes itself in them. */
  readonly optionsHeaders?: Readonly<Record<string, string>>;
  /**
   * Served also while the disk is full, as every GET and DELETE is: it only reads, or makes room, and writes no more than
   * a row or two for that.
   */
  readonly whenDiskFull?: boolean;
  /** `//x` is moved to `/x`: for clients that put an address ending in `/` before a path. With a 301, or 308 of a POST. */
  readonly movesSlashes?: boolean;
  /** Served also while its plugin is pending; the handler says what it cannot do yet. */
  readonly whilePending?: boolean;
  /**
   * Returns a `RouteResult` made by `reply(...)`, or plain data (sent as 200 JSON), or `HANDLED` after it wrote
   * to `raw.response` itself.
   */
  handler(ctx: RouteContext<S>): Promise<unknown> | unknown;
}

export type AnyRoute = Route;

const REPLY = Symbol.for('oracle-runtime.reply');
/** The handler wrote the response itself. */
export const HANDLED: unique symbol = Symbol.for('oracle-runtime.handled') as never;

export type Reply = RouteResult & { readonly [REPLY]: true };

/** A response with a status or headers: `return reply({ status: 201, body: design })`. */
export function reply(result: RouteResult): Reply {
  return { ...result, [REPLY]: true };
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && REPLY in value;
}

const PREPARED = Symbol.for('oracle-runtime.prepared');

/**
 * Headers that are complete, with `Content-Type`, `Content-Length` and `Cache-Control`: they are sent as they are, and laid
 * out once for all answers that share them.
 */
export function prepared(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.freeze({ ...headers, [PREPARED]: true });
}

export function isPrepared(headers: object): boolean {
  return PREPARED in headers;
}

/** Infers the handler's types from `request`; adds nothing at run time. */
export function defineRoute<const S extends RouteRequestSchemas>(route: Route<S>): AnyRoute {
  return route as unknown as AnyRoute;
}
