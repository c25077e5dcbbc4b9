import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { resolutionResult } from '../dids/resolution.js';
import { capDocument } from '../entity/cap-document.js';
import type { Entities } from '../entity/entities.js';

/** Over HTTP it is `GET /dids/:did`, a route of its own: the DID stands in the path as it is, the form is negotiated. */
export function resolveDidOperation({ resolve }: Entities): AnyOperation {
  return defineOperation({
    name: 'resolve_did',
    title: 'Resolve a DID',
    description:
      'Resolves a DID (did:ixo, did:x, did:key, did:web) to its DID document: keys, controllers, services. ' +
      'didResolutionMetadata.error says why there is none; didDocumentMetadata.deactivated that it was given up.',
    effect: 'read',
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
    answer: { description: 'The DID document, long lists cut, and what is known about it' },
    tool: { timeoutMs: 30_000 },
    async run({ did }, { signal }) {
      const { '@context': _, ...result } = resolutionResult(await resolve(did, signal)).result;
      if (result.didDocument === null) return result;
      const { document, omitted } = capDocument(result.didDocument);
      return { ...result, didDocument: document, ...(omitted === undefined ? {} : { omitted }) };
    },
  });
}
