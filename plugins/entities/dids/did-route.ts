import { type AnyRoute, defineRoute, isDid, type RouteAuth, reply } from 'oracle-runtime/plugin';
import { ageHeaders } from '../../gateway/service.js';
import { negotiate, RESOLUTION_TYPE } from './negotiate.js';
import { resolutionResult } from './resolution.js';
import { resolutionSchema } from './resolution-schema.js';
import type { ResolveDid } from './resolve-did.js';

const failed = { schema: resolutionSchema, contentType: RESOLUTION_TYPE };

/** Requests a minute: each may ask the chain, or the host of a `did:web`, a few times. */
export const REQUESTS_A_MINUTE = 120;

/** A route alone: the DID stands in the path as it is, and the client chooses the form of the answer. */
export function didRoute(resolve: ResolveDid, auth: RouteAuth): AnyRoute {
  return defineRoute({
    method: 'get',
    path: '/dids/:did',
    auth,
    rateLimit: REQUESTS_A_MINUTE,
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
      501: { description: 'methodNotSupported, unsupportedPublicKeyType', ...failed },
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
              behind: undefined,
              detail:
                'A DID comes as application/did-resolution, application/did+json or application/did+ld+json.',
            } as const)
          : await resolve(didOfSegment(params['did'] ?? ''), signal);
      const { status, result } = resolutionResult(resolution);
      raw.response.appendHeader('Vary', 'Accept');
      const documentOnly = form?.documentOnly === true && result.didDocument !== null;
      return reply({
        status,
        headers: {
          'Content-Type': documentOnly || form?.documentOnly === false ? form.type : RESOLUTION_TYPE,
          ...ageHeaders(resolution.behind),
        },
        body: Buffer.from(JSON.stringify(documentOnly ? result.didDocument : result)),
      });
    },
  });
}

/**
 * The DID that a segment names. As it stands when that is a DID (resolvers' clients append it so), else decoded once:
 * a DID's own `%3A` is then `%253A`, and no text is a DID both ways.
 */
function didOfSegment(text: string): string {
  if (isDid(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
