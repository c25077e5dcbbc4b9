import type { Readable } from 'node:stream';
import type { Principal } from './principal.js';
import { defineService } from './services.js';

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

export interface FileWrite {
  readonly mimeType?: string;
  /** Replace a file that is there, as a new version of it. Default: `conflict`. */
  readonly overwrite?: boolean;
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
  /** All files below a folder, in path order, at most 1,000. Empty when there is no such folder. */
  list(principal: Principal, folder: string): Promise<readonly FileEntry[]>;
  /**
   * The content of one version, whatever is written meanwhile: each `open()` begins it anew.
   * @throws OracleError `not_found`
   */
  read(principal: Principal, path: string): Promise<{ readonly entry: FileEntry; open(): Readable }>;
  /** Stores all of it or nothing. @throws OracleError `conflict`, `insufficient_storage`, `payload_too_large` */
  write(
    principal: Principal,
    path: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: FileWrite,
  ): Promise<FileEntry>;
}

/** Reads and writes files that people keep here. */
export const Files = defineService<FileService>()('vfs', 'files');
