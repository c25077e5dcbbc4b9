/** Row types. Times are milliseconds since the epoch, flags 0 or 1. */
export interface VfsTables {
  vfs_namespaces: NamespaceTable;
  vfs_files: FileTable;
  vfs_versions: VersionTable;
  vfs_folders: FolderTable;
  vfs_small_blobs: SmallBlobTable;
  vfs_doomed_blobs: DoomedBlobTable;
  vfs_uploads: UploadTable;
  vfs_upload_parts: UploadPartTable;
  vfs_tokens: TokenTable;
  vfs_audit: AuditTable;
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

/** A resumable upload (tus). */
export interface UploadTable {
  id: string;
  namespace: string;
  path: string;
  /** 1, 0, or null for what the folder says. */
  public: number | null;
  mime_type: string;
  /** Announced bytes. */
  size: number;
  received: number;
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
