/**
 * How one plugin serves another. The interface and its token stand here, the code in the plugin that provides
 * it; a consumer lists the provider in `dependsOn` (always there) or `softDependsOn` (maybe absent) and calls
 * `ctx.use(Token)`.
 */
export interface ServiceToken<T, Provider extends string = string> {
  readonly name: string;
  /** The one plugin that may provide it. */
  readonly provider: Provider;
  /** Phantom: carries the type, never a value. */
  readonly type?: T;
}

export interface ProvidedService {
  readonly token: ServiceToken<unknown>;
  readonly value: unknown;
}

/** A service's token: `defineService<Designs>()('sampling', 'designs')`. */
export function defineService<T>() {
  return <const Provider extends string>(provider: Provider, name: string): ServiceToken<T, Provider> =>
    Object.freeze({ name, provider });
}

/** Pairs a token with its implementation for `setup`'s return value. */
export function provide<T>(token: ServiceToken<T>, value: T): ProvidedService {
  return { token, value };
}

/** One key of a DID document (W3C DID Core, section 5.2), as far as keys go. */
export interface VerificationMethod {
  readonly id: string;
  readonly type: string;
  readonly controller: string;
  readonly publicKeyMultibase?: string;
  readonly publicKeyBase58?: string;
  readonly publicKeyHex?: string;
  readonly publicKeyJwk?: Readonly<Record<string, unknown>>;
}

/** A DID document (W3C DID Core, section 5). */
export interface DidDocument {
  readonly id: string;
  readonly controller?: string | readonly string[];
  readonly verificationMethod?: readonly VerificationMethod[];
  readonly authentication?: readonly (string | VerificationMethod)[];
  readonly assertionMethod?: readonly (string | VerificationMethod)[];
  readonly capabilityInvocation?: readonly (string | VerificationMethod)[];
  readonly capabilityDelegation?: readonly (string | VerificationMethod)[];
}

/** Documents of DIDs that live on a chain, `did:ixo:…`. */
export interface DidDocuments {
  /** The methods that it can resolve, such as `ixo`; none when no chain is configured. */
  readonly methods: readonly string[];
  /**
   * Undefined for a DID that is unknown or deactivated.
   * @throws OracleError `unavailable`, `upstream_failed` or `upstream_timeout` when the chain cannot say.
   */
  resolve(did: string, signal: AbortSignal): Promise<DidDocument | undefined>;
}

/** With it, the runtime verifies UCANs of `did:ixo` issuers and who controls an entity. */
export const DidResolver = defineService<DidDocuments>()('entities', 'did-resolver');

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
  /** Whether a chain is configured; without one every query is `unavailable`. */
  readonly configured: boolean;
  /** Resolves once the node has answered for the first time; rejects when the signal is aborted. */
  ready(signal: AbortSignal): Promise<void>;
}

/** The chain's queries, served by the gateway. */
export const Chain = defineService<ChainQueries>()('gateway', 'chain');
