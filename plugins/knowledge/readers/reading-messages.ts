import type { DocumentText } from './document-text.js';

export interface DocumentToRead {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** `reason`: why it cannot be known, in words that follow its name. */
export type DocumentRead = DocumentText | { readonly reason: string };
