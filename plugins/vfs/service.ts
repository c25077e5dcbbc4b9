import type { Readable } from 'node:stream';
import { defineService, type Principal } from 'oracle-runtime/plugin';

/** A file as another plugin sees it. */
export interface FileEntry {
  readonly id: string;
  /** Absolute within its namespace, such as `/registries/2024.csv`. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  /** From 1; each change of the content is a new one. */
  readonly version: number;
  /** SHA-256 of the content, hex. */
  readonly contentHash: string;
  /** CIDv1 (raw, sha2-256) of the content. */
  readonly cid: string;
  readonly public: boolean;
}

/** One version in a file's history. */
export interface FileVersion
  extends Pick<FileEntry, 'version' | 'size' | 'mimeType' | 'contentHash' | 'cid'> {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** DID in whose name it was stored. */
  readonly createdBy: string;
}

export interface FileWrite {
  readonly mimeType?: string;
  /** Replace a file that is there, as a new version of it. Default: `conflict`. */
  readonly overwrite?: boolean;
  /**
   * Also where others read it: in a public or shared folder, or in the place of a public file. Default: `conflict`. Not for
   * what an agent writes: it shows nothing to others by the way.
   */
  readonly inSight?: boolean;
}

/** Something that happened to a file or a folder, told once it is stored. */
export interface FileChange {
  /**
   * `created`: there is a new file, or one came out of the trash. `changed`: its content did. `removed`: it went into
   * the trash, of a folder each file. `published`, `unpublished`: its own flag was set; what a folder hands down is
   * told of the folder alone.
   */
  readonly kind: 'created' | 'changed' | 'moved' | 'removed' | 'published' | 'unpublished';
  readonly type: 'file' | 'folder';
  /** Where it is now; of what was removed, where it was. */
  readonly path: string;
  /** Where it was, of what was moved. */
  readonly from?: string;
  /** A folder has one only once it was published or hidden. */
  readonly id?: string;
  /** Of a file: the version that it has now. */
  readonly version?: number;
}

/**
 * Files on behalf of a principal: its own for the owner and for API keys with the `fs/...` scopes; for everybody else
 * what they have granted this oracle (`POST /delegation`). Hidden files are not shown. Paths are exact, never
 * patterns. Every method throws OracleError `forbidden` where nothing was granted, `invalid_request` for what is no
 * path; a change is audited as the oracle's, in the name of the principal.
 */
export interface FileService {
  /** Undefined when there is no such file. */
  stat(principal: Principal, path: string): Promise<FileEntry | undefined>;
  /**
   * All files below a folder, in path order. Empty when there is no such folder. At most 1,000: as many say that there
   * may be more, which come `after` the path of the last.
   */
  list(principal: Principal, folder: string, after?: string): Promise<readonly FileEntry[]>;
  /**
   * The content of one version, whatever is written meanwhile: each `open()` begins it anew. `entry` describes that
   * version; by default it is the current one.
   * @throws OracleError `not_found`
   */
  read(
    principal: Principal,
    path: string,
    version?: number,
  ): Promise<{ readonly entry: FileEntry; open(): Readable }>;
  /** Stores all of it or nothing. @throws OracleError `conflict`, `insufficient_storage`, `payload_too_large` */
  write(
    principal: Principal,
    path: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: FileWrite,
  ): Promise<FileEntry>;
  /**
   * Puts a file, or a folder with all that is in it, into the trash.
   * @throws OracleError `not_found`, `conflict` for the root and for a folder that holds what the principal cannot see
   */
  remove(principal: Principal, path: string): Promise<void>;
  /**
   * Lets anybody with the link download a file, or all that is in a folder. Ask the person first.
   * @returns the link, relative to this oracle's origin. It stays the same when the thing is moved or renamed.
   * @throws OracleError `not_found`
   */
  publish(principal: Principal, path: string): Promise<{ readonly url: string }>;
  /**
   * Takes that back.
   * @returns whether it is public all the same, because a folder above it is.
   * @throws OracleError `not_found`
   */
  unpublish(principal: Principal, path: string): Promise<{ readonly public: boolean }>;
  /** The versions that are kept of a file, the newest first. @throws OracleError `not_found` */
  history(principal: Principal, path: string): Promise<readonly FileVersion[]>;
  /**
   * What happens from now on at or below a folder, in the order in which it is stored, as far as this process does it.
   * Ends when the signal is aborted. Who may not list the folder any more is told so by `forbidden` within a minute;
   * who reads so slowly that 1,000 changes wait is told by `unavailable` and should list the folder and watch anew.
   */
  watch(principal: Principal, folder: string, signal: AbortSignal): Promise<AsyncIterable<FileChange>>;
}

/** Reads, writes, publishes and watches files that people keep here. */
export const Files = defineService<FileService>()('vfs', 'files');
