import { type AnyTool, defineTool, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { CLAIM_STATES } from './claims/claim.js';
import { readClaims } from './claims/read-claims.js';
import { resolutionResult } from './dids/resolution.js';
import type { Entities } from './entities.js';
import { capDocument } from './entity/cap-document.js';
import { readEntity } from './entity/read-entity.js';
import { listEntities, searchEntities } from './entity/search-entities.js';

const PAGE = 20;
const LARGEST_PAGE = 50;

const limit = z
  .int()
  .min(1)
  .max(LARGEST_PAGE)
  .default(PAGE)
  .meta({ description: 'How many at most', aliases: ['limit', 'at most', 'first'], examples: [10] });
const cursor = z.string().max(500).optional().meta({ description: 'nextCursor of the page before' });
const shared = { idempotent: true, timeoutMs: 30_000 } as const;

/** What the agent may ask about entities and DIDs. Nothing here can write. */
export function entityTools(entities: Entities): AnyTool[] {
  const { reader } = entities;
  const needChain = () => {
    if (reader.configured) return;
    throw new OracleError('unavailable', {
      detail:
        'No chain is configured, so entities and claims cannot be read; did:key and did:web still resolve.',
      hint: 'Set CHAIN_GRPC_URL to the gRPC address of a node.',
    });
  };
  return [
    defineTool({
      name: 'resolve_did',
      description:
        'Resolves a DID (did:ixo, did:x, did:key, did:web) to its DID document: keys, controllers, services. ' +
        'didResolutionMetadata.error says why there is none; didDocumentMetadata.deactivated that it was given up.',
      input: z.object({
        did: z
          .string()
          .min(1)
          .max(512)
          .meta({
            description: 'The DID, without a fragment',
            examples: ['did:ixo:entity:abc', 'did:web:example.com'],
          }),
      }),
      ...shared,
      async run({ did }, rt) {
        const { '@context': _, ...result } = resolutionResult(await entities.resolve(did, rt.signal)).result;
        if (result.didDocument === null) return result;
        const { document, omitted } = capDocument(result.didDocument);
        return { ...result, didDocument: document, ...(omitted === undefined ? {} : { omitted }) };
      },
    }),
    defineTool({
      name: 'get_entity',
      description:
        'An entity of the chain by its DID: who controls it (controllers, and theirs), whether it is verified, its ' +
        'type, accounts, metadata and DID document.',
      input: z.object({
        id: z
          .string()
          .min(1)
          .max(512)
          .meta({
            description: 'DID of the entity',
            aliases: ['entity', 'did'],
            examples: ['did:ixo:entity:abc'],
          }),
      }),
      ...shared,
      async run({ id }, rt) {
        needChain();
        const report = await readEntity(id, entities, rt.signal);
        if (report.document === null) return report;
        const { document, omitted } = capDocument(report.document);
        return { ...report, document, ...(omitted === undefined ? {} : { omitted }) };
      },
    }),
    defineTool({
      name: 'list_entities',
      description:
        'Lists entities of the chain a page at a time: id, type, status, verified. More with nextCursor.',
      input: z.object({ limit, cursor }),
      ...shared,
      async run(page, rt) {
        needChain();
        return listEntities({ cursor: page.cursor, limit: page.limit }, reader, rt.signal);
      },
    }),
    defineTool({
      name: 'search_entities',
      description:
        'Finds entities by words in their id, type, accounts, controllers, services and linked resources; all words ' +
        'must occur. A DID as text finds what it controls or is linked to.',
      input: z.object({
        text: z
          .string()
          .min(1)
          .max(500)
          .meta({ description: 'Words to search for', examples: ['carbon project', 'did:x:zQ3sh'] }),
        limit,
        cursor,
      }),
      ...shared,
      async run({ text, ...page }, rt) {
        needChain();
        return searchEntities({ text, cursor: page.cursor, limit: page.limit }, entities, rt.signal);
      },
    }),
    defineTool({
      name: 'entity_claims',
      description:
        'Claims of a claim collection, of one state or all: open (not evaluated yet), approved, rejected, disputed; ' +
        'with the counts of the collection. More with nextCursor.',
      input: z.object({
        collectionId: z
          .string()
          .regex(/^[A-Za-z0-9:_-]{1,128}$/, 'is no id of a collection')
          .meta({ description: 'Number of the claim collection', aliases: ['collection'], examples: ['12'] }),
        state: z.enum(CLAIM_STATES).optional().meta({
          description:
            'Which claims: open (pending, unevaluated, outstanding, waiting), approved (accepted), rejected (refused, declined), disputed (contested)',
        }),
        limit,
        cursor,
      }),
      ...shared,
      async run(query, rt) {
        needChain();
        const { collectionId, state } = query;
        return readClaims(
          { collectionId, state, cursor: query.cursor, limit: query.limit },
          entities,
          rt.signal,
        );
      },
    }),
  ];
}
