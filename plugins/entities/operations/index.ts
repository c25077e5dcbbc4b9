import type { AnyOperation, RouteAuth } from 'oracle-runtime/plugin';
import type { Entities } from '../entity/entities.js';
import { entityClaimsOperation } from './entity-claims.js';
import { listEntitiesOperation, searchEntitiesOperation } from './find-entities.js';
import { getClaimOperation } from './get-claim.js';
import { getEntityOperation } from './get-entity.js';
import { listCollectionsOperation, listDisputesOperation } from './list-claims-of-chain.js';
import { resolveDidOperation } from './resolve-did.js';

/** What may be asked about entities, DIDs and claims. Nothing here can write. @param auth of `GET /entities/:id` */
export function entityOperations(entities: Entities, auth: RouteAuth): AnyOperation[] {
  return [
    resolveDidOperation(entities),
    getEntityOperation(entities, auth),
    listEntitiesOperation(entities),
    searchEntitiesOperation(entities),
    entityClaimsOperation(entities),
    getClaimOperation(entities),
    listCollectionsOperation(entities),
    listDisputesOperation(entities),
  ];
}
