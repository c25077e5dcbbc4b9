import type { Namespace } from '../paths/namespace.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileRow, FileStore, VersionContent, Visibility } from '../types.js';
import { ArchiveBuilder, type ArchiveLayout } from './archive-layout.js';
import type { ArchiveContents } from './read-archive.js';

/** A folder and which of its files an archive holds. */
export interface ArchivedFolder extends Visibility {
  readonly namespace: Namespace;
  readonly path: NamespacePath;
  /** Top directory of the archive. */
  readonly name: string;
}

/** A folder's files as they were at one moment, whatever happens to them later. */
export interface FolderSnapshot {
  readonly layout: ArchiveLayout;
  readonly contents: ArchiveContents;
  /** Lets go of the contents. */
  release(): void;
}

const PAGE = 1000;

/** Fixes the files of a folder and pins their bytes. Stops after `maxFiles`. Release it when it has been sent. */
export async function takeSnapshot(
  store: FileStore,
  folder: ArchivedFolder,
  maxFiles: number,
): Promise<FolderSnapshot> {
  const { namespace, path, name, ...visibility } = folder;
  const skipped = path === '/' ? 1 : path.length + 1;
  const builder = new ArchiveBuilder();
  const versions: VersionContent[] = [];
  const pins: (() => void)[] = [];
  const release = () => {
    for (const unpin of pins) unpin();
  };
  try {
    let after: string | undefined;
    do {
      const limit = Math.min(PAGE, maxFiles - versions.length);
      const rows = await store.listFiles({
        ...visibility,
        namespace,
        path,
        view: 'flat',
        limit,
        ...(after === undefined ? {} : { after }),
      });
      pins.push(store.pin(rows));
      for (const row of rows) {
        builder.add({ ...row, name: `${name}/${row.path.slice(skipped)}`, modifiedAt: row.updatedAt });
        versions.push(contentOf(row));
      }
      after = rows.length === limit ? rows.at(-1)?.path : undefined;
    } while (after !== undefined && versions.length < maxFiles);
  } catch (error) {
    release();
    throw error;
  }
  return { layout: builder.finish(), contents: contentsOf(store, versions), release };
}

/** A version alone: a snapshot of many files holds no more of each than it takes to read it. */
function contentOf(row: FileRow): VersionContent {
  const { namespace, fileId, blob, size, wrappedKey, version, mimeType, contentHash, cid, crc32 } = row;
  return { namespace, fileId, blob, size, wrappedKey, version, mimeType, contentHash, cid, crc32 };
}

function contentsOf(store: FileStore, versions: readonly VersionContent[]): ArchiveContents {
  const at = (index: number): VersionContent => {
    const version = versions[index];
    if (version === undefined) throw new RangeError(`The snapshot has no file ${index}.`);
    return version;
  };
  return {
    smallBytes: store.smallBytes,
    async small(indices) {
      const contents = await store.bytesOf(indices.map(at));
      return contents.map((content, place) => {
        if (content !== undefined) return content;
        throw new Error(`The content of file ${at(indices[place] ?? -1).fileId} cannot be had at once.`);
      });
    },
    read: (index, range) => store.open(at(index)).read(range),
  };
}
