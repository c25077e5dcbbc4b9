import type { AnyOperation } from 'oracle-runtime/plugin';
import { type ChainQueries, tellingTheirAge } from '../../gateway/service.js';
import type { Entities } from '../entity/entities.js';
import { entityClaimsOperation } from './entity-claims.js';
import { listEntitiesOperation, searchEntitiesOperation } from './find-entities.js';
import { getClaimOperation } from './get-claim.js';
import { getEntityOperation } from './get-entity.js';
import {
  getCollectionOperation,
  listCollectionsOperation,
  listDisputesOperation,
} from './list-claims-of-chain.js';
import { resolveDidOperation } from './resolve-did.js';

/** What may be asked about entities, DIDs and claims. Nothing here can write. `GET /entities/:id` asks what the chain asks. */
export function entityOperations(
  entities: Entities,
  chain: Pick<ChainQueries, 'auth' | 'behind'>,
): AnyOperation[] {
  const ofTheChain = [
    getEntityOperation(entities, chain.auth),
    listEntitiesOperation(entities),
    searchEntitiesOperation(entities),
    entityClaimsOperation(entities),
    getClaimOperation(entities),
    listCollectionsOperation(entities),
    getCollectionOperation(entities),
    listDisputesOperation(entities),
  ];
  return [resolveDidOperation(entities), ...tellingTheirAge(ofTheChain, chain)];
}
