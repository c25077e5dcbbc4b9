import { OracleError } from 'oracle-runtime/plugin';

/** Where documents come from: notes that ship, the operator's folder, the files of whoever asks. */
export type ShelfKind = 'notes' | 'documents' | 'files';

/** A document as its shelf lists it. */
export interface ShelvedDocument {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly contentHash: string;
  /** Of a shelf that counts them; the index counts those of the others. */
  readonly version?: number;
  /** Why it is not read, in words that follow its name. */
  readonly reason?: string;
}

/** A place where documents stand, as one asker may read it. */
export interface Shelf {
  readonly kind: ShelfKind;
  /** Whose documents these are, in the index. */
  readonly owner: string;
  /** Before the paths of its documents, as people are told them. */
  readonly prefix: string;
  /** What is known of it is taken for true this long, in milliseconds, unless a change was told. */
  readonly trustMs: number;
  /** All documents that the asker may read now. @throws OracleError `forbidden` */
  list(signal: AbortSignal): Promise<readonly ShelvedDocument[]>;
  /** The content of a document in one version, checked against its hash; undefined when it is not there any more. */
  read(path: string, version: number, contentHash: string): Promise<Uint8Array | undefined>;
}

/** Documents of one shelf that are read. */
export const MOST_DOCUMENTS = 5_000;
/** Documents of one shelf that are listed; what is more is not known to be there. */
export const MOST_LISTED = 50_000;
/** Bytes of a document. */
export const MOST_BYTES = 25 * 1024 * 1024;

/** A document that is one too many: it is listed with the reason, so that nobody takes it for read. */
export function beyond(path: string, size: number): ShelvedDocument {
  const most = MOST_DOCUMENTS.toLocaleString('en');
  return {
    path,
    size,
    contentHash: 'beyond',
    version: 1,
    reason: `is beyond the ${most} documents that are read`,
  };
}

/** Whether there is nothing for the asker to read, so that a search goes on without. */
export function isRefused(error: unknown): boolean {
  return OracleError.isInstance(error) && (error.code === 'forbidden' || error.code === 'not_found');
}
