import type { ByteRange } from 'oracle-runtime/kit';
import type { Namespace } from './paths/namespace.js';
import type { NamespacePath } from './paths/namespace-path.js';

/** Of a plaintext: 0 <= start <= end <= size. */
export type { ByteRange };

/** Where the bytes of one version are and what opens them. Immutable: new content has a new blob. */
export interface BlobRef {
  readonly namespace: Namespace;
  readonly fileId: string;
  /** Random id of the stored bytes. */
  readonly blob: string;
  /** Bytes of plaintext. */
  readonly size: number;
  /** The file's key, wrapped by the namespace's. */
  readonly wrappedKey: string;
}

/** A file as an archive takes it in: no more of it than that needs, because there may be many. */
export interface ArchivedFile extends BlobRef {
  readonly path: NamespacePath;
  /** CRC-32 of the plaintext, unsigned. */
  readonly crc32: number;
  /** SHA-256 of the plaintext, hex. */
  readonly contentHash: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** What one version of a file holds. */
export interface VersionContent extends BlobRef {
  /** From 1. */
  readonly version: number;
  /** Type as uploaded, such as `text/plain; charset=utf-8`; always safe as a header value. */
  readonly mimeType: string;
  /** SHA-256 of the plaintext, 64 lower-case hex digits. */
  readonly contentHash: string;
  /** CIDv1, raw, sha2-256 of the plaintext, base32 (`bafkrei...`). */
  readonly cid: string;
  /** CRC-32 of the plaintext (as in ZIP), unsigned. */
  readonly crc32: number;
}

/** A file with its current content. */
export interface FileRow extends VersionContent {
  /** UUID v4. The same as `fileId`. */
  readonly id: string;
  readonly path: NamespacePath;
  /** Last segment of `path`. */
  readonly name: string;
  /** The file's own flags. */
  readonly ownPublic: boolean;
  readonly ownHidden: boolean;
  /** Own flag or that of any folder above. */
  readonly public: boolean;
  /** Own flag, that of any folder above, or a segment that begins with a dot. */
  readonly hidden: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdBy: string;
  readonly updatedBy: string;
  /** Milliseconds since the epoch; undefined while active. */
  readonly trashedAt: number | undefined;
}

/** What a public listing shows of a file. */
export type FileEntry = Pick<FileRow, 'id' | 'path' | 'name' | 'size' | 'mimeType' | 'cid' | 'updatedAt'>;

/** A folder that holds something or that was published or hidden. */
export interface FolderRow {
  readonly namespace: Namespace;
  readonly path: NamespacePath;
  readonly name: string;
  /** UUID v4; undefined until the folder is published or hidden, itself or through a folder above. */
  readonly id: string | undefined;
  readonly ownPublic: boolean;
  readonly ownHidden: boolean;
  readonly public: boolean;
  readonly hidden: boolean;
  readonly updatedAt: number;
}

/** One version in a file's history. */
export interface VersionRow extends VersionContent {
  readonly createdAt: number;
  readonly createdBy: string;
}

/**
 * The plaintext of one version. Nothing is opened before it is read. Every chunk is authenticated before its bytes
 * leave; one whose bytes are lost or damaged throws and never ends cleanly.
 */
export interface OpenContent {
  readonly size: number;
  readonly cid: string;
  /** SHA-256, 64 lower-case hex digits. */
  readonly hash: string;
  /** The whole, or a range. */
  read(range?: ByteRange): AsyncGenerator<Buffer>;
  /**
   * The whole at once, for content of at most {@link FileStore.smallBytes}; undefined for larger content.
   * Kept in memory for a while: do not change the bytes.
   */
  bytes(): Promise<Buffer | undefined>;
  /** Whether all stored bytes are there and as many as they should be, without opening them. @throws Error what is lost */
  check(): Promise<void>;
}

/** Which entries of a folder a listing shows. */
export interface Visibility {
  /** Only what is effectively public, hidden or not. */
  readonly publicOnly?: boolean;
  /** Hidden entries at or under these paths are shown; all with `/`. None by default. Ignored with `publicOnly`. */
  readonly revealed?: readonly NamespacePath[];
}

export interface PageRequest extends Visibility {
  readonly namespace: Namespace;
  /** The folder; `/` is the whole namespace. */
  readonly path: NamespacePath;
  /** `flat`: all files below; `tree`: immediate children. */
  readonly view: 'flat' | 'tree';
  readonly limit: number;
  /** Path of the last file of the page before. Pages go by path, in the order of its UTF-8 bytes. */
  readonly after?: string;
  /** Entries to leave out first, for clients that count instead. Costs in proportion; prefer `after`. */
  readonly offset?: number;
}

/** Files and folders as everything that serves them sees them. Reads show active files only. */
export interface FileStore {
  /** Content up to this many bytes can be had whole through `bytes()`. */
  readonly smallBytes: number;
  findFile(id: string): Promise<FileRow | undefined>;
  findFileAt(namespace: Namespace, path: NamespacePath): Promise<FileRow | undefined>;
  /** A file that is effectively public and whose current content has this CID: the longest published of them. */
  findPublicByCid(cid: string): Promise<FileRow | undefined>;
  /** A file that is effectively public, and was when this content of it was replaced. */
  findReplacedByCid(cid: string): Promise<FileRow | undefined>;
  findFolder(id: string): Promise<FolderRow | undefined>;
  findFolderAt(namespace: Namespace, path: NamespacePath): Promise<FolderRow | undefined>;
  /** At most `limit` files in path order, starting after `after`. */
  listFiles(page: PageRequest): Promise<FileRow[]>;
  /** As `listFiles`, what anybody may know of each. */
  listEntries(page: PageRequest): Promise<FileEntry[]>;
  /** As `listFiles`, in the short form. */
  listArchived(page: PageRequest): Promise<ArchivedFile[]>;
  /** At most `limit` folders in path order, without the folder itself; `flat` gives all below, `tree` the children. */
  listFolders(page: PageRequest): Promise<FolderRow[]>;
  /**
   * How many files a listing of the whole subtree has and their bytes, counting no further than `maxFiles` files.
   */
  measure(
    folder: Visibility & { readonly namespace: Namespace; readonly path: NamespacePath },
    maxFiles: number,
  ): Promise<{ readonly files: number; readonly bytes: number }>;
  /**
   * Reads a folder page after page. When it was changed as a whole between two of them, what was read is discarded and
   * read anew.
   */
  readWhole<Result>(
    folder: { readonly namespace: Namespace; readonly path: NamespacePath },
    work: () => Promise<Result>,
    discard?: (result: Result) => void,
  ): Promise<Result>;
  /** The content of a version; `FileRow` stands for its current one. */
  open(version: VersionContent): OpenContent;
  /** `read()` and, for several in one go, `bytes()` of blobs alone: all that a long list of contents has to remember. */
  read(blob: BlobRef, range: ByteRange): AsyncGenerator<Buffer>;
  /** In the order of the blobs; undefined for those that are not small. */
  bytesOf(blobs: readonly BlobRef[]): Promise<(Buffer | undefined)[]>;
  /**
   * Keeps the bytes of these versions until the returned function is called, whatever is edited, trashed or purged
   * meanwhile. Idempotent release.
   */
  pin(versions: readonly BlobRef[]): () => void;
}
