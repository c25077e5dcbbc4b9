import {
  ArchiveBuilder,
  type ArchiveContents,
  type ArchiveLayout,
  nextTurn,
  Turns,
} from 'oracle-runtime/kit';
import type { Namespace } from '../paths/namespace.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { BlobRef, FileStore, Visibility } from '../types.js';
import { archiveContents } from './archive-contents.js';

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

/** Files of one turn. */
const PAGE = 250;

/** Fixes the files of a folder and pins their bytes. Stops after `maxFiles`. Release it when it has been sent. */
export function takeSnapshot(
  store: FileStore,
  folder: ArchivedFolder,
  maxFiles: number,
): Promise<FolderSnapshot> {
  const take = () => readPages(store, folder, maxFiles);
  return store.readWhole(folder, take, (snapshot) => snapshot.release());
}

async function readPages(
  store: FileStore,
  folder: ArchivedFolder,
  maxFiles: number,
): Promise<FolderSnapshot> {
  const { namespace, path, name, ...visibility } = folder;
  const skipped = path === '/' ? 1 : path.length + 1;
  const builder = new ArchiveBuilder();
  const blobs: BlobRef[] = [];
  const pins: (() => void)[] = [];
  const release = () => void unpinEach(pins);
  try {
    let after: string | undefined;
    do {
      const limit = Math.min(PAGE, maxFiles - blobs.length);
      const rows = await store.listArchived({
        ...visibility,
        namespace,
        path,
        view: 'flat',
        limit,
        ...(after === undefined ? {} : { after }),
      });
      pins.push(store.pin(rows));
      for (const row of rows) {
        const { fileId, blob, size, wrappedKey, crc32, contentHash, updatedAt } = row;
        const entry = `${name}/${row.path.slice(skipped)}`;
        builder.add({ name: entry, size, crc32, contentHash, modifiedAt: updatedAt });
        // No more of each than it takes to read it: there may be many.
        blobs.push({ namespace, fileId, blob, size, wrappedKey });
      }
      after = rows.length === limit ? rows.at(-1)?.path : undefined;
      await nextTurn();
    } while (after !== undefined && blobs.length < maxFiles);
  } catch (error) {
    release();
    throw error;
  }
  return { layout: builder.finish(), contents: archiveContents(store, blobs), release };
}

/** Many at a time, others having their turns between: the sweep has time. */
export async function unpinEach(pins: readonly (() => void)[]): Promise<void> {
  const turns = new Turns();
  for (const unpin of pins) {
    unpin();
    await turns.others();
  }
}
