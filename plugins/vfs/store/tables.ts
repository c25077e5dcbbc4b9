import type { Generated } from 'kysely';

/** Row types. Times are milliseconds since the epoch, flags 0 or 1. */
export interface VfsTables {
  vfs_namespaces: NamespaceTable;
  vfs_files: FileTable;
  vfs_versions: VersionTable;
  vfs_folders: FolderTable;
  vfs_small_blobs: SmallBlobTable;
  vfs_doomed_blobs: DoomedBlobTable;
  vfs_blob_parts: BlobPartTable;
  vfs_uploads: UploadTable;
  vfs_upload_parts: UploadPartTable;
  vfs_tokens: TokenTable;
  vfs_audit: AuditTable;
  vfs_folder_changes: FolderChangeTable;
  vfs_adoptions: AdoptionTable;
}

/** What every version of a file has. */
interface ContentColumns {
  version: number;
  size: number;
  mime_type: string;
  /** SHA-256 of the plaintext, hex. */
  content_hash: string;
  cid: string;
  crc32: number;
  blob: string;
}

interface NamespaceTable {
  namespace: string;
  /** The DID that a personal namespace belongs to; null until it changes something. */
  owner: string | null;
  /** Plaintext bytes of all versions, trashed ones included. */
  used_bytes: number;
  created_at: number;
  /** How many folder changes were decided whose rows followed later. */
  folder_changes: Generated<number>;
}

/** A personal namespace that was given to another DID than its own. */
export interface AdoptionTable {
  namespace: string;
  /** The DID that it belongs to now; its namespace's row says the same. */
  owner: string;
  /** The one that it belonged to, for when it is given back. */
  former_owner: string | null;
  /** 1 where the owner's own files are from now on; at most one for each. */
  home: Generated<number>;
  at: number;
  /** In whose name. */
  by: string;
}

export interface FileTable extends ContentColumns {
  id: string;
  namespace: string;
  path: string;
  /** The folder that holds it. */
  parent: string;
  own_public: number;
  own_hidden: number;
  /** Effective flags. */
  public: number;
  hidden: number;
  /** The file's key, wrapped by the namespace's. Gone with the row, and with it what it opened. */
  wrapped_key: string;
  created_at: number;
  updated_at: number;
  created_by: string;
  updated_by: string;
  trashed_at: number | null;
}

export interface VersionTable extends ContentColumns {
  file_id: string;
  /** 1 when anybody could read it at the time that another took its place. */
  was_public: Generated<number>;
  created_at: number;
  created_by: string;
}

export interface FolderTable {
  namespace: string;
  path: string;
  parent: string;
  /** Given once it is published or hidden, itself or through a folder above. */
  id: string | null;
  own_public: number;
  own_hidden: number;
  public: number;
  hidden: number;
  /** 1 when somebody made it: it stays when it is empty. */
  made: Generated<number>;
  updated_at: number;
}

/** Ciphertext too small to be worth a file. */
interface SmallBlobTable {
  blob: string;
  data: Buffer;
}

/** Blobs that nothing refers to (yet): those being written, and those of purged versions. */
interface DoomedBlobTable {
  blob: string;
  /** Bytes may go from here on. */
  due_at: number;
}

/** What a joined blob is made of: the parts of an upload, as they came. */
interface BlobPartTable {
  /** The joined blob. */
  blob: string;
  /** Offset of its first byte. */
  start: number;
  size: number;
  /** The blob that holds the bytes. */
  part: string;
  /** The upload that they are bound to. */
  sealed_for: string;
  /** The upload's key, wrapped by the file's. */
  wrapped_key: string;
}

/** A resumable upload (tus). */
export interface UploadTable {
  id: string;
  namespace: string;
  path: string;
  /** 1, 0, or null for what the folder says. */
  public: number | null;
  mime_type: string;
  /** Announced bytes; what was received while the length is deferred. */
  size: number;
  received: number;
  /** 1 while its length is to come. */
  deferred: number;
  /** `Upload-Concat` as it came: `partial`, or `final;` and the parts. */
  concat: string | null;
  /** 1 to replace a file that is there. */
  overwrite: number;
  /** The entity tag that a file which is there must have. */
  if_match: string | null;
  wrapped_key: string;
  /** Principal that began it. */
  owner: string;
  /** `Upload-Metadata` as it came. */
  metadata: string | null;
  /** The file that it became; null until then. */
  file_id: string | null;
  created_at: number;
  expires_at: number;
}

interface UploadPartTable {
  upload_id: string;
  /** Offset of its first byte. */
  start: number;
  size: number;
  blob: string;
}

/** Blind index: keyed hashes of the words of a file. */
interface TokenTable {
  token: string;
  file_id: string;
  occurrences: number;
}

interface AuditTable {
  id: string;
  at: number;
  namespace: string;
  action: string;
  path: string;
  item_id: string | null;
  /** In whose name. */
  actor: string;
  /** Who did it: the actor, or the oracle for the actor. */
  invoker: string;
  request_id: string | null;
}

/** A decided change of a folder whose rows follow. Gone once they have. */
export interface FolderChangeTable {
  id: string;
  namespace: string;
  kind: string;
  path: string;
  /** Where a move goes to. */
  target: string | null;
  /** The last row that followed, where those that did cannot be told from the others. */
  reached: string | null;
  /** JSON: in whose name, and what else its rows need. */
  details: string;
  decided_at: number;
}
