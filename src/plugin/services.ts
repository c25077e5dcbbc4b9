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
  /**
   * Undefined for a DID that is unknown or deactivated.
   * @throws OracleError `unavailable`, `upstream_failed` or `upstream_timeout` when the chain cannot say.
   */
  resolve(did: string, signal: AbortSignal): Promise<DidDocument | undefined>;
}

/** With it, the runtime verifies UCANs of `did:ixo` issuers and who controls an entity. */
export const DidResolver = defineService<DidDocuments>()('entities', 'did-resolver');
