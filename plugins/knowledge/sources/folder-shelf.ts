import { constants } from 'node:fs';
import { type FileHandle, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, sha256Hex } from 'oracle-runtime/kit';
import { isDocument } from '../readers/read-document.js';
import {
  beyond,
  MOST_BYTES,
  MOST_DOCUMENTS,
  MOST_LISTED,
  type Shelf,
  type ShelfKind,
  type ShelvedDocument,
} from './shelf.js';

export interface FolderShelfOptions {
  readonly kind: ShelfKind;
  readonly prefix: string;
  /** Of the first that is there the documents are; none need be. */
  readonly folders: readonly string[];
}

/** How deep folders are looked into. */
const DEEPEST = 12;

/** Documents of a folder on this machine: whoever may ask may read them. Links are not followed, hidden names passed over. */
export function folderShelf({ kind, prefix, folders }: FolderShelfOptions): Shelf {
  /** Hashes of files that have not changed since they were read. */
  const known = new Map<string, { readonly stamp: string; readonly contentHash: string }>();
  let root: string | undefined;

  async function hashOf(path: string, file: FileHandle, stamp: string): Promise<string> {
    const before = known.get(path);
    if (before?.stamp === stamp) return before.contentHash;
    const contentHash = sha256Hex(await file.readFile());
    known.set(path, { stamp, contentHash });
    return contentHash;
  }

  async function describe(folder: string, path: string): Promise<ShelvedDocument | undefined> {
    return withFile(join(folder, path), async (file) => {
      const { size, mtimeMs, ino } = await file.stat();
      const stamp = `${size} ${mtimeMs} ${ino}`;
      const contentHash = size > MOST_BYTES ? stamp : await hashOf(path, file, stamp);
      return { path, size, contentHash };
    });
  }

  return {
    kind,
    owner: kind,
    prefix,
    trustMs: 2_000,
    async list(signal) {
      for (const folder of folders) {
        const documents: ShelvedDocument[] = [];
        let isThere = false;
        for await (const path of walk(folder)) {
          isThere = true;
          signal.throwIfAborted();
          if (path === '') continue;
          const document = documents.length < MOST_DOCUMENTS ? await describe(folder, path) : beyond(path, 0);
          if (document !== undefined) documents.push(document);
          if (documents.length === MOST_LISTED) break;
        }
        if (!isThere) continue;
        root = folder;
        return documents;
      }
      return [];
    },
    async read(path, _version, contentHash) {
      if (root === undefined) return undefined;
      const bytes = await withFile(join(root, path), (file) => file.readFile());
      return bytes !== undefined && sha256Hex(bytes) === contentHash ? bytes : undefined;
    },
  };
}

/** Documents below a folder by their path in it, in order; first `''` for the folder itself. Nothing when there is none. */
async function* walk(root: string, below = '', depth = 0): AsyncGenerator<string> {
  const names: { readonly name: string; readonly isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(join(root, below))) {
      if (!entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
        names.push({ name: entry.name, isFolder: entry.isDirectory() });
    }
  } catch {
    return;
  }
  if (depth === 0) yield '';
  for (const { name, isFolder } of names.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (!isFolder && isDocument(name)) yield path;
    else if (isFolder && depth < DEEPEST) yield* walk(root, path, depth + 1);
  }
}

/** What `use` makes of a file that is one, and no link to somewhere else; undefined when it is not, or is gone. */
async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return (await file.stat()).isFile() ? await use(file) : undefined;
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}
