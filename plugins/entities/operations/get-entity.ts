import { told } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, type RouteAuth, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { controlText } from '../dids/control-text.js';
import { REQUESTS_A_MINUTE } from '../dids/did-route.js';
import { capDocument } from '../entity/cap-document.js';
import type { Entities } from '../entity/entities.js';
import { entitySchema } from '../entity/entity-schema.js';
import { type EntityReport, readEntity } from '../entity/read-entity.js';

export function getEntityOperation(entities: Entities, auth: RouteAuth): AnyOperation {
  return defineOperation({
    name: 'get_entity',
    title: 'An entity: its record, DID document, verification, metadata and controllers',
    description:
      'An entity of the chain by its DID: who controls it (controllers, and theirs), whether it is verified, its ' +
      'type, accounts, metadata and DID document.',
    effect: 'read',
    input: z.object({
      id: withWords(
        z
          .string()
          .min(1)
          .max(512)
          .meta({ description: 'DID of the entity', examples: ['did:ixo:entity:abc'] }),
        { aliases: ['entity', 'did'] },
      ),
    }),
    answer: { description: 'The entity', schema: entitySchema },
    tool: { timeoutMs: 30_000 },
    route: {
      method: 'get',
      path: '/entities/:id',
      auth,
      rateLimit: REQUESTS_A_MINUTE,
      errors: {
        400: 'The id is no DID',
        404: 'The chain has no such entity',
        503: 'No chain is configured, or it cannot be reached',
        504: 'The chain did not answer in time',
      },
    },
    run: ({ id }, { signal }) => readEntity(id, entities, signal),
    forModel({ controllers, document, ...report }) {
      const headed = { summary: headlineOf({ ...report, controllers, document }), controllers, ...report };
      if (document === null) return { ...headed, document };
      const { document: capped, omitted } = capDocument(document);
      return { ...headed, document: capped, ...(omitted === undefined ? {} : { omitted }) };
    },
  });
}

/** Who controls it comes first: that is what most people ask. */
function headlineOf({ id, type, verified, deactivated, controllers, document }: EntityReport): string {
  const facts = [
    ...(type === '' ? [] : [told(type, 80)]),
    verified ? 'verified' : 'not verified',
    ...(deactivated ? ['deactivated'] : []),
  ];
  return `${controlText(id, controllers, document)} (${facts.join(', ')}).`;
}
