/** DIDs that this process resolves without a chain: `did:key` by itself, `did:web` over HTTPS. */
export interface Dids {
  /** The methods that it knows, such as `key`. */
  readonly methods: readonly string[];
  /**
   * The document of a DID. A `did:web` is asked for at public addresses only, without redirects, within 5 seconds and
   * 64 KiB, and remembered for five minutes (half a minute when there was none).
   * @throws OracleError `invalid_request` (no DID of these methods), `not_found`, `upstream_failed`, `upstream_timeout`
   */
  resolve(did: string, signal: AbortSignal): Promise<DidDocument>;
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

/**
 * Documents of DIDs that the runtime does not resolve by itself, such as those of a chain, `did:ixo:…`. A plugin
 * contributes them as `didDocuments`; with them the runtime verifies UCANs of such issuers and who controls an entity.
 */
export interface DidDocuments {
  /** The methods that it can resolve, such as `ixo`; none when no chain is configured. */
  readonly methods: readonly string[];
  /**
   * Undefined for a DID that is unknown or deactivated.
   * @throws OracleError `unavailable`, `upstream_failed` or `upstream_timeout` when the chain cannot say.
   */
  resolve(did: string, signal: AbortSignal): Promise<DidDocument | undefined>;
}
