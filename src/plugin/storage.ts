import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';

/**
 * One schema step. Runs once, inside a transaction, in the order of the record's keys. Use the query builder
 * (SQLite and PostgreSQL both run it); name tables `<plugin>_<what>`.
 */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
}

/** The runtime's database, the same connection pool for all plugins; `Tables` is the plugin's own row types. */
export interface PluginDatabase {
  /** Typed view over the shared database. */
  as<Tables>(): Kysely<Tables>;
}

export interface BlobInfo {
  readonly size: number;
}

/** A blob as a list tells of it. */
export interface ListedBlob extends BlobInfo {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** A blob that is open, for reading piece by piece into one's own memory. */
export interface BlobReader {
  /** Fills `into` from byte `at` on. Returns how many bytes it got: fewer than fit only at the end of the blob. */
  read(into: Uint8Array, at: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Named byte strings under the plugin's own prefix. A key is `/`-separated segments of `[A-Za-z0-9._-]`.
 * `put` is atomic: the blob is there whole or not at all, also after a crash.
 */
export interface Blobs {
  put(key: string, data: Uint8Array | Readable): Promise<BlobInfo>;
  /** `range` is byte offsets, `end` exclusive. @throws OracleError `not_found`. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Close it. It can be read also when the blob is deleted meanwhile. @throws OracleError `not_found`. */
  open(key: string): Promise<BlobReader>;
  stat(key: string): Promise<BlobInfo | undefined>;
  /** Absent keys are no error. */
  delete(key: string): Promise<void>;
  /** All of them, in no order. One that comes or goes meanwhile may be among them or not. */
  list(): AsyncIterable<ListedBlob>;
}

/**
 * Random keys of the plugin, made on first use and stored only wrapped by the oracle's master key, which
 * `oracle keys rotate` renews.
 */
export interface Keys {
  /**
   * 32 bytes, the same for the same name for ever.
   * @param name up to 512 characters, such as `namespace/user:ixo1abc`
   * @throws OracleError `config_invalid` when the master key that wrapped it is lost
   */
  get(name: string): Promise<Buffer>;
}
