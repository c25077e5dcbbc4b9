import type { Selectable } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { UploadTable } from '../store/tables.js';

/** What an upload is to become. */
export interface UploadTarget {
  readonly path: NamespacePath;
  readonly public: boolean | undefined;
  readonly mimeType: string;
  /** Replace a file that is there. */
  readonly overwrite: boolean;
  /** Only over a file with this entity tag. */
  readonly ifMatch: string | undefined;
}

/** A resumable upload. It is under way, then whole, then a file. */
export interface PendingUpload extends UploadTarget {
  readonly id: string;
  readonly namespace: Namespace;
  /** Announced bytes; undefined while the length is deferred. */
  readonly size: number | undefined;
  /** Bytes that are stored: where to go on. */
  readonly received: number;
  readonly wrappedKey: string;
  readonly owner: string;
  /** `Upload-Metadata` as it came. */
  readonly metadata: string | undefined;
  /** `Upload-Concat` as it came. */
  readonly concat: string | undefined;
  /** The file that it became, alone or with others. */
  readonly fileId: string | undefined;
  readonly expiresAt: number;
}

/** `Upload-Concat` of what becomes a file only together with others. */
export const PARTIAL = 'partial';
/** Where a partial upload, which has no place of its own, is noted. */
export const NO_PLACE = ROOT;

export function isPartial({ concat }: Pick<PendingUpload, 'concat'>): boolean {
  return concat === PARTIAL;
}

/** All bytes are there, and a file is not. */
export function isUnfinished(upload: PendingUpload): boolean {
  return upload.fileId === undefined && upload.received === upload.size && !isPartial(upload);
}

export function uploadOf(row: Selectable<UploadTable>): PendingUpload {
  return {
    id: row.id,
    namespace: row.namespace as Namespace,
    path: row.path as NamespacePath,
    public: row.public === null ? undefined : row.public === 1,
    mimeType: row.mime_type,
    overwrite: row.overwrite === 1,
    ifMatch: row.if_match ?? undefined,
    size: row.deferred === 1 ? undefined : row.size,
    received: row.received,
    wrappedKey: row.wrapped_key,
    owner: row.owner,
    metadata: row.metadata ?? undefined,
    concat: row.concat ?? undefined,
    fileId: row.file_id ?? undefined,
    expiresAt: row.expires_at,
  };
}
