import type { DidDocument } from './services.js';

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
