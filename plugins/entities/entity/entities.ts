import type { ChainReader } from '../chain/chain-reader.js';
import type { ResolveDid } from '../dids/resolve-did.js';
import type { FreshnessDeps } from '../local-index/freshness.js';

/** All that answers questions about entities and DIDs. */
export interface Entities extends FreshnessDeps {
  readonly reader: ChainReader;
  readonly resolve: ResolveDid;
}
