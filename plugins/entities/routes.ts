import { type AnyRoute, defineRoute, isDid, type RouteAuth, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { entitySchema, resolutionSchema } from './answer-schemas.js';
import { negotiate, RESOLUTION_TYPE } from './dids/negotiate.js';
import { resolutionResult } from './dids/resolution.js';
import type { Entities } from './entities.js';
import { readEntity } from './entity/read-entity.js';

const failed = { schema: resolutionSchema, contentType: RESOLUTION_TYPE };

/** Requests a minute: each may ask the chain, or the host of a `did:web`, a few times. */
const RATE = 120;

export function entityRoutes(entities: Entities, auth: RouteAuth): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/entities/:id',
      auth,
      rateLimit: RATE,
      summary: 'An entity: its record, DID document, verification, metadata and controllers',
      request: { params: z.object({ id: z.string().max(512) }) },
      responses: {
        200: { description: 'The entity', schema: entitySchema },
        400: { description: 'The id is no DID' },
        404: { description: 'The chain has no such entity' },
        503: { description: 'No chain is configured, or it cannot be reached' },
        504: { description: 'The chain did not answer in time' },
      },
      handler: ({ params, signal }) => readEntity(params.id, entities, signal),
    }),
    defineRoute({
      method: 'get',
      path: '/dids/:did',
      auth,
      rateLimit: RATE,
      summary: 'Resolves a DID (W3C DID Resolution, HTTPS binding)',
      description:
        'did:ixo and did:x through the chain, did:key and did:web. Answers a resolution result, or with ' +
        '`Accept: application/did+json` the document alone.',
      // A did:web with a port has a percent sign of its own, which must not be taken for an escape.
      request: { params: 'raw' },
      responses: {
        200: {
          description: 'The DID document and what is known about it',
          schema: resolutionSchema,
          contentType: RESOLUTION_TYPE,
          alsoAs: ['application/did+json', 'application/did+ld+json', 'application/did', 'application/json'],
        },
        400: { description: 'invalidDid', ...failed },
        404: { description: 'notFound', ...failed },
        406: { description: 'representationNotSupported', ...failed },
        410: { description: 'The DID was deactivated', ...failed },
        501: { description: 'methodNotSupported', ...failed },
        502: { description: 'The chain or the host of a did:web answered with a fault' },
        503: { description: 'The chain cannot be reached' },
        504: { description: 'The chain or the host did not answer in time' },
      },
      async handler({ params, raw, signal }) {
        const form = negotiate(raw.request.headers.accept);
        const resolution =
          form === undefined
            ? ({
                status: 'failed',
                error: 'representationNotSupported',
                detail:
                  'A DID comes as application/did-resolution, application/did+json or application/did+ld+json.',
              } as const)
            : await entities.resolve(didOfSegment(params['did'] ?? ''), signal);
        const { status, result } = resolutionResult(resolution);
        raw.response.appendHeader('Vary', 'Accept');
        const documentOnly = form?.documentOnly === true && result.didDocument !== null;
        return reply({
          status,
          headers: {
            'Content-Type': documentOnly || form?.documentOnly === false ? form.type : RESOLUTION_TYPE,
          },
          body: Buffer.from(JSON.stringify(documentOnly ? result.didDocument : result)),
        });
      },
    }),
  ];
}

/**
 * The DID that a segment names. As it stands when that is a DID (resolvers' clients append it so), else decoded once: a DID's
 * own `%3A` is then `%253A`, and no text is a DID both ways.
 */
function didOfSegment(text: string): string {
  if (isDid(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
