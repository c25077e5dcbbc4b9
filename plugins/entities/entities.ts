import type { ChainReader } from './chain/chain-reader.js';
import type { ResolveDid } from './dids/resolve-did.js';
import type { ChainFollower } from './local-index/follow-chain.js';
import type { LocalIndex } from './local-index/local-index.js';

/** All that answers questions about entities and DIDs. */
export interface Entities {
  readonly reader: ChainReader;
  readonly resolve: ResolveDid;
  readonly index: LocalIndex;
  readonly follower: ChainFollower;
}
