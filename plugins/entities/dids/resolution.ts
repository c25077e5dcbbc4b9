import type { DidDocument } from 'oracle-runtime/plugin';
import { type Lateness, latenessSentence } from '../../gateway/service.js';
import type { DocumentMetadata } from './ixo-document.js';

/** Errors of resolution: by the names of DID Core 1.0, section 7.1.2, and by the URLs of DID Resolution 1.0, section 11. */
export const RESOLUTION_ERRORS = {
  invalidDid: { status: 400, type: 'INVALID_DID', title: 'Invalid DID' },
  notFound: { status: 404, type: 'NOT_FOUND', title: 'DID not found' },
  representationNotSupported: {
    status: 406,
    type: 'REPRESENTATION_NOT_SUPPORTED',
    title: 'Representation not supported',
  },
  unsupportedPublicKeyType: {
    status: 501,
    type: 'UNSUPPORTED_PUBLIC_KEY_TYPE',
    title: 'Kind of key not supported',
  },
  methodNotSupported: { status: 501, type: 'METHOD_NOT_SUPPORTED', title: 'DID method not supported' },
} as const;

export type ResolutionErrorName = keyof typeof RESOLUTION_ERRORS;

/** What is known about a DID. A chain or a host that cannot say is an OracleError instead. */
export type Resolution = {
  /** Of which past the chain said it, where that is minutes ago. */
  readonly behind?: Lateness | undefined;
} & (
  | { readonly status: 'found'; readonly document: DidDocument; readonly metadata: DocumentMetadata }
  | { readonly status: 'deactivated'; readonly metadata: DocumentMetadata }
  | { readonly status: 'failed'; readonly error: ResolutionErrorName; readonly detail: string }
);

/** A DID resolution result (DID Resolution 1.0, section 9). */
export interface ResolutionResult {
  readonly '@context': string;
  readonly didDocument: DidDocument | null;
  readonly didResolutionMetadata: Readonly<Record<string, unknown>>;
  readonly didDocumentMetadata: DocumentMetadata;
}

const DOCUMENT_TYPE = 'application/did+json';

/** The result with its HTTP status (DID Resolution 1.0, section 12.1). A deactivated DID has no document any more. */
export function resolutionResult(resolution: Resolution): { status: number; result: ResolutionResult } {
  const context = { '@context': 'https://w3id.org/did-resolution/v1' };
  const { behind } = resolution;
  const late = behind === undefined ? {} : { warning: latenessSentence(behind) };
  if (resolution.status === 'failed') {
    const { error, detail } = resolution;
    const { status, type, title } = RESOLUTION_ERRORS[error];
    const problemDetails = { type: `https://www.w3.org/ns/did#${type}`, title, detail };
    const didResolutionMetadata = { error, problemDetails, ...late };
    return {
      status,
      result: { ...context, didDocument: null, didResolutionMetadata, didDocumentMetadata: {} },
    };
  }
  const didDocumentMetadata = resolution.metadata;
  if (resolution.status === 'deactivated') {
    return {
      status: 410,
      result: { ...context, didDocument: null, didResolutionMetadata: late, didDocumentMetadata },
    };
  }
  const didResolutionMetadata = { contentType: DOCUMENT_TYPE, ...late };
  return {
    status: 200,
    result: { ...context, didDocument: resolution.document, didResolutionMetadata, didDocumentMetadata },
  };
}
