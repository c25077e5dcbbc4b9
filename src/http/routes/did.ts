import { z } from 'zod';
import { ownDidDocument } from '../../auth/did/own-document.js';
import { type AnyRoute, defineRoute, OracleError, reply } from '../../plugin/index.js';

export interface DidRouteDeps {
  readonly did: string | undefined;
  readonly publicUrl: string | undefined;
}

/** The oracle's DID document, where did:web looks for it. */
export function didRoutes({ did, publicUrl }: DidRouteDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/.well-known/did.json',
      auth: 'public',
      summary: 'The DID document of this oracle',
      description:
        'Its `id` is the audience of UCANs for this oracle: its did:web when PUBLIC_URL is set, else its did:key.',
      responses: {
        200: {
          description: 'The document.',
          schema: z.looseObject({ id: z.string() }),
          contentType: 'application/did+json',
        },
      },
      handler() {
        if (did === undefined) {
          throw new OracleError('not_found', {
            detail: 'This oracle has no signing identity, so it has no DID.',
            hint: 'Set SIGNING_MNEMONIC, or start once with `oracle start --create-identity` (`npm start` in a clone), which creates an identity in DATA_DIR.',
          });
        }
        return reply({
          headers: { 'Content-Type': 'application/did+json', 'Cache-Control': 'public, max-age=300' },
          body: JSON.stringify(ownDidDocument(did, publicUrl)),
        });
      },
    }),
  ];
}
