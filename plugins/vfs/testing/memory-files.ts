import { Readable } from 'node:stream';
import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { FileChange, FileEntry, FileService } from '../service.js';

/** Files of several people in memory, as the real service keeps them apart; for tests of what reads them. */
export interface MemoryFiles {
  readonly files: FileService;
  put(did: string, path: string, content: string | Uint8Array): void;
  remove(did: string, path: string): void;
  /** Paths that were opened, in order. */
  readonly opened: string[];
}

interface Stored {
  readonly bytes: Uint8Array;
  readonly version: number;
}

export function memoryFiles(): MemoryFiles {
  const drives = new Map<string, Map<string, Stored>>();
  const listeners = new Set<(did: string, change: FileChange) => void>();
  const opened: string[] = [];
  const driveOf = (did: string) => {
    const drive = drives.get(did) ?? new Map<string, Stored>();
    drives.set(did, drive);
    return drive;
  };
  const tell = (did: string, change: FileChange) => {
    for (const listener of listeners) listener(did, change);
  };
  const admit = ({ did, scopes }: Principal, scope: string) => {
    if (scopes.has('*') || scopes.has(scope)) return driveOf(did);
    throw new OracleError('forbidden', { detail: `This oracle was not granted ${scope}.` });
  };
  const absent = (path: string) => new OracleError('not_found', { detail: `There is no ${path}.` });
  const unused = () => Promise.reject(new Error('not used here'));
  const files: FileService = {
    stat: async (principal, path) => {
      const stored = admit(principal, 'fs/list').get(path);
      return stored === undefined ? undefined : entryOf(path, stored);
    },
    list: async (principal, folder, after = '') =>
      [...admit(principal, 'fs/list')]
        .filter(([path]) => path > after && (folder === '/' || path.startsWith(`${folder}/`)))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, 1_000)
        .map(([path, stored]) => entryOf(path, stored)),
    read: async (principal, path) => {
      const stored = admit(principal, 'fs/read').get(path);
      if (stored === undefined) throw absent(path);
      opened.push(path);
      return { entry: entryOf(path, stored), open: () => Readable.from([stored.bytes]) };
    },
    watch: async (principal, _folder, signal) => {
      admit(principal, 'fs/list');
      return follow(principal.did, signal);
    },
    write: unused,
    remove: unused,
    publish: unused,
    unpublish: unused,
    history: unused,
  };
  async function* follow(did: string, signal: AbortSignal): AsyncGenerator<FileChange> {
    const waiting: FileChange[] = [];
    let wake: () => void = () => undefined;
    const listener = (whose: string, change: FileChange) => {
      if (whose === did) waiting.push(change);
      wake();
    };
    listeners.add(listener);
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      while (!signal.aborted) {
        const change = waiting.shift();
        if (change !== undefined) yield change;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      listeners.delete(listener);
    }
  }
  return {
    files,
    opened,
    put(did, path, content) {
      const before = driveOf(did).get(path);
      driveOf(did).set(path, { bytes: Buffer.from(content), version: (before?.version ?? 0) + 1 });
      tell(did, { kind: before === undefined ? 'created' : 'changed', type: 'file', path });
    },
    remove(did, path) {
      driveOf(did).delete(path);
      tell(did, { kind: 'removed', type: 'file', path });
    },
  };
}

function entryOf(path: string, { bytes, version }: Stored): FileEntry {
  return {
    id: path,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: bytes.length,
    mimeType: 'application/octet-stream',
    version,
    contentHash: sha256Hex(bytes),
    cid: 'bafk',
    public: false,
  };
}
