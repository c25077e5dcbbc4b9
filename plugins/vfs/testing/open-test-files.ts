import type { Kysely } from 'kysely';
import type { Blobs, Logger, Principal } from 'oracle-runtime/plugin';
import { testStorage } from 'oracle-runtime/testing';
import { type Access, accessOf } from '../access/access.js';
import { type VfsConfig, vfsConfig } from '../config.js';
import { createVfs } from '../create-vfs.js';
import { createFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { migrations } from '../store/migrations.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

/** `did:key:zAlice` has all abilities in `user:zAlice`. */
const ALICE = 'did:key:zAlice';

export interface TestFiles {
  readonly vfs: Vfs & { sweep(): Promise<number> };
  readonly db: Kysely<VfsTables>;
  readonly blobs: Blobs;
  readonly dataDir: string;
  /** Milliseconds that `clock.now()` is ahead of a fixed beginning; each write sees one more. */
  advance(ms: number): void;
  /** Access of a DID to its own namespace, with everything but what is hidden. */
  access(did?: string, options?: { hidden?: boolean; scopes?: readonly string[] }): Access;
  /** Stores a file of Alice. */
  put(
    path: string,
    content: string | Uint8Array,
    options?: { public?: boolean; mimeType?: string },
  ): Promise<FileRow>;
  close(): Promise<void>;
}

export interface TestFilesOptions {
  readonly config?: Partial<VfsConfig>;
  /** Wraps the blobs on disk, to let them fail. */
  readonly blobs?: (blobs: Blobs) => Blobs;
  /** A directory that outlives `close`. */
  readonly dataDir?: string;
  readonly databaseUrl?: string;
  readonly oracle?: Vfs['oracle'];
}

/** A file system over a real database and a real directory, for tests. */
export async function openTestFiles(options: TestFilesOptions = {}): Promise<TestFiles> {
  let now = Date.UTC(2025, 0, 1);
  const clock = { now: () => now };
  const { databaseUrl } = options;
  const storage = await testStorage({
    plugin: 'vfs',
    migrations,
    clock,
    dataDir: options.dataDir,
    databaseUrl,
  });
  const db = storage.database.as<VfsTables>();
  const wrap = options.blobs ?? ((blobs) => blobs);
  const vfs = createVfs({
    db,
    blobs: wrap(storage.blobs),
    keys: storage.keys,
    config: { ...vfsConfig.parse({}), ...options.config },
    clock,
    logger: SILENT,
    oracle: options.oracle ?? { did: ALICE, entityDid: undefined },
    shares: {
      inPlaceOf: async (principal) => principal,
      withMe: async () => [],
      byMe: async () => [],
      follow: async () => undefined,
    },
  });
  const access: TestFiles['access'] = (did = ALICE, { hidden = false, scopes = ['*'] } = {}) =>
    accessOf(vfs.oracle, { principal: principalOf(did, scopes), hidden });
  return {
    vfs,
    db,
    blobs: storage.blobs,
    dataDir: storage.dataDir,
    advance: (ms) => {
      now += ms;
    },
    access,
    put: (path, content, { public: isPublic, mimeType } = {}) =>
      createFile(vfs, access(), {
        path: parsePath(path),
        source: source(content),
        public: isPublic,
        mimeType,
      }),
    close: storage.close,
  };
}

function principalOf(did: string, scopes: readonly string[] = ['*']): Principal {
  return { id: did, kind: 'owner', did, scopes: new Set(scopes), name: 'test' };
}

/** Content as it comes from a request. */
export async function* source(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const step = 64 * 1024;
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

/** All that a stream gives. */
export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
