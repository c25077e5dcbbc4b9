export type LegacyRoute = readonly [path: string, method: string, first?: RegExp];

/**
 * Paths that earlier releases of the chain had for queries that it still answers, below the prefix. `first` is what
 * the first variable looks like, where a path alone says too little.
 */
export const LEGACY_ROUTES: readonly LegacyRoute[] = [
  // up to v3 the claims module went without its own segment
  ['/claim', 'ixo.claims.v1beta1.Query/ClaimList'],
  ['/claim/{id}', 'ixo.claims.v1beta1.Query/Claim'],
  ['/collection', 'ixo.claims.v1beta1.Query/CollectionList'],
  ['/collection/{id}', 'ixo.claims.v1beta1.Query/Collection'],
  ['/dispute', 'ixo.claims.v1beta1.Query/DisputeList'],
  ['/dispute/{proof}', 'ixo.claims.v1beta1.Query/Dispute'],
  // v0.19: parameters were called config
  ['/token/config', 'ixo.token.v1beta1.Query/Params'],
  // up to v0.20 tokens were found right below their module
  ['/token/{minter}', 'ixo.token.v1beta1.Query/TokenList', /^ixo1/],
  ['/token/{minter}/{contract_address}', 'ixo.token.v1beta1.Query/TokenDoc', /^ixo1/],
  // v0.16 to v0.18: DIDs
  ['/did/{id}', 'ixo.iid.v1beta1.Query/IidDocument'],
  ['/did', 'ixo.iid.v1beta1.Query/IidDocuments'],
  ['/allDidDocs', 'ixo.iid.v1beta1.Query/IidDocuments'],
];
