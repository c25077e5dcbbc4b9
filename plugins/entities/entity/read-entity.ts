import { type DidDocument, isDid, OracleError } from 'oracle-runtime/plugin';
import type { ChainReader } from '../chain/chain-reader.js';
import type { Entity } from '../chain/records.js';
import { controlText } from '../dids/control-text.js';
import { type Controller, controllersOf } from '../dids/controllers.js';
import { didDocumentOf, documentMetadataOf } from '../dids/ixo-document.js';
import type { ResolveDid } from '../dids/resolve-did.js';

/** What an entity is, in a few lines: the form of lists. */
export interface EntitySummary {
  readonly id: string;
  /** Such as `project/carbon`. */
  readonly type: string;
  /** The chain's number. */
  readonly status: number;
  /** Whether its relayer node has verified it. */
  readonly verified: boolean;
}

export interface EntityMetadata {
  readonly versionId?: string;
  readonly created?: string;
  readonly updated?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

/** An entity with its document, verification and metadata. */
export interface EntityReport extends EntitySummary {
  /** Its document was deactivated: nobody acts for it any more. */
  readonly deactivated: boolean;
  readonly controllers: readonly Controller[];
  readonly relayerNode: string;
  readonly credentials: readonly string[];
  readonly accounts: readonly { readonly name: string; readonly address: string }[];
  readonly metadata: EntityMetadata;
  /** W3C DID document; null where the chain keeps none. */
  readonly document: DidDocument | null;
}

export function summaryOf({ id, type, status, entity_verified }: Entity): EntitySummary {
  return { id, type, status, verified: entity_verified };
}

/** @throws OracleError `invalid_request`, `not_found`, or what the chain's failures are */
export async function readEntity(
  id: string,
  { reader, resolve }: { readonly reader: ChainReader; readonly resolve: ResolveDid },
  signal: AbortSignal,
): Promise<EntityReport> {
  if (!isDid(id)) {
    throw new OracleError('invalid_request', {
      detail: `${JSON.stringify(id.slice(0, 200))} is no DID.`,
      hint: 'An entity is named by its DID, such as did:ixo:entity:abc.',
      errors: [{ field: 'id', message: 'is no DID' }],
    });
  }
  reader.needChain();
  const found = await reader.entity(id, signal);
  if (found === undefined) throw await noEntity(id, resolve, signal);
  const { entity, document: record } = found;
  const document = record === undefined ? null : didDocumentOf(record);
  return {
    ...summaryOf(entity),
    deactivated: record !== undefined && documentMetadataOf(record).deactivated === true,
    controllers: document === null ? [] : await controllersOf(document, resolve, signal),
    relayerNode: entity.relayer_node,
    credentials: entity.credentials,
    accounts: entity.accounts,
    metadata: metadataOf(entity),
    document,
  };
}

/** A DID of a person is no entity, but who controls it can be told all the same. */
async function noEntity(id: string, resolve: ResolveDid, signal: AbortSignal): Promise<OracleError> {
  const plain = new OracleError('not_found', {
    detail: `The chain has no entity ${id}.`,
    hint: 'search_entities finds entities by words.',
  });
  if (id.startsWith('did:web:')) return plain;
  const resolution = await resolve(id, signal);
  if (resolution.status === 'failed') return plain;
  if (resolution.status === 'deactivated')
    return new OracleError('not_found', { detail: `${id} is a DID that was deactivated, and no entity.` });
  const { document } = resolution;
  const control = controlText(id, await controllersOf(document, resolve, signal), document);
  return new OracleError('not_found', { detail: `${id} is a DID, and no entity. ${control}.` });
}

function metadataOf({ metadata, start_date, end_date }: Entity): EntityMetadata {
  const all = {
    versionId: metadata?.version_id,
    created: metadata?.created,
    updated: metadata?.updated,
    startDate: start_date,
    endDate: end_date,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, text]) => text !== undefined && text !== '' && !text.startsWith('0001-')),
  );
}
