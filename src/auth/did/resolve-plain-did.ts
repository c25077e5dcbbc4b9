import { type DidDocument, type Dids, OracleError } from '../../plugin/index.js';
import { readKeyDid, unusedKindOf } from '../keys/principal-bytes.js';
import { ownDidDocument } from './own-document.js';
import { webDidOf } from './web-did.js';
import { createWebDocuments, type WebDocumentOptions } from './web-documents.js';

export interface PlainDidOptions extends WebDocumentOptions {
  /** The `did:key` of this oracle. */
  readonly did: string | undefined;
  readonly publicUrl: string | undefined;
}

export function resolvePlainDids(options: PlainDidOptions): Dids['resolve'] {
  const web = createWebDocuments(options);
  const { did: ownKey, publicUrl } = options;
  const ownWeb = publicUrl === undefined ? undefined : webDidOf(publicUrl);

  return async (did, signal) => {
    // Its own document is at hand, and its own host may not be reachable from inside.
    if (did === ownWeb && ownKey !== undefined) return documentOf(ownKey, publicUrl);
    if (did.startsWith('did:web:')) return web(did, signal);
    if (readKeyDid(did) !== undefined) return documentOf(did, undefined);
    const unused = unusedKindOf(did);
    if (unused !== undefined) {
      throw new OracleError('not_supported', {
        detail: `Keys on ${unused} are not supported here; of did:key those on Ed25519, secp256k1 and P-256 are.`,
      });
    }
    throw new OracleError('invalid_request', {
      detail: `${JSON.stringify(did.slice(0, 200))} is no did:key of an Ed25519, secp256k1 or P-256 key.`,
      hint: 'It is did:key:z and the key in base58btc, such as did:key:z6Mk…',
    });
  };
}

function documentOf(did: string, publicUrl: string | undefined): DidDocument {
  return ownDidDocument(did, publicUrl) as unknown as DidDocument;
}
