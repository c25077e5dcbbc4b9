import { defineService, type RouteAuth } from 'oracle-runtime/plugin';
import type { Lateness } from './lateness.js';

export { ageHeaders, type Lateness, sentenceOf as latenessSentence, tellingTheirAge } from './lateness.js';

/** One query method of the chain, by the name that `ChainQueries.query` takes. */
export interface ChainQuery {
  /** `ixo.entity.v1beta1.Query/Entity`. */
  readonly method: string;
  /** Paths under which the gateway serves it, such as `/ixo/entity/{id}`. */
  readonly paths: readonly string[];
  /** Fields of the request, nested ones dotted: `pagination.limit`. */
  readonly params: readonly { readonly name: string; readonly type: string; readonly repeated: boolean }[];
  /** Names of the fields of the answer. */
  readonly answer: readonly string[];
}

export interface ChainAnswer {
  /** As the chain's own REST server prints it: 64-bit integers and bytes (base64) are strings. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The block height of the data, when the node says it. */
  readonly height: string | undefined;
}

/** Read-only queries of the chain. */
export interface ChainQueries {
  /**
   * @param params fields by proto name or lowerCamelCase, nested as objects; bytes are base64
   * @throws OracleError `invalid_request` (a field or the method does not exist, a value does not fit), `not_found`,
   * `unavailable` (no chain configured, or it cannot be reached), `upstream_timeout`, `upstream_failed`
   */
  query(method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ChainAnswer>;
  /** All queries, or those whose name, path or fields hold every word of the search. */
  list(search?: string): Promise<readonly ChainQuery[]>;
  /** The gRPC address of the node, as the operator wrote it; undefined without one: every query is `unavailable`. */
  readonly address: string | undefined;
  /**
   * How far the node that answers now is behind, where that is minutes or more. Whoever tells a person what the chain says
   * tells that with it (`tellingTheirAge`, `ageHeaders`).
   */
  behind(): Lateness | undefined;
  /** Who may read the chain over HTTP. Whoever serves what the chain says asks the same of those who read it. */
  readonly auth: RouteAuth;
  /** Resolves once the node has answered for the first time; rejects when the signal is aborted. */
  ready(signal: AbortSignal): Promise<void>;
}

/** The chain's queries, served by the gateway. */
export const Chain = defineService<ChainQueries>()('gateway', 'chain');
