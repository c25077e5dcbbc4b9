import type { ArchiveContents } from 'oracle-runtime/kit';
import { nextTurn } from 'oracle-runtime/kit';
import type { BlobRef, FileStore } from '../types.js';

/** What an entry of an archive holds: stored bytes, or bytes that were made for it. */
export type EntryContent = BlobRef | Buffer;

/** The contents of an archive whose entries hold these, in its order. */
export function archiveContents(
  store: Pick<FileStore, 'smallBytes' | 'bytesOf' | 'read'>,
  entries: readonly EntryContent[],
): ArchiveContents {
  const at = (index: number): EntryContent => {
    const entry = entries[index];
    if (entry === undefined) throw new RangeError(`The snapshot has no file ${index}.`);
    return entry;
  };
  return {
    smallBytes: store.smallBytes,
    async small(indices) {
      // Those of the database come without leaving the thread: others have their turns between.
      await nextTurn();
      const wanted = indices.map(at);
      const stored = (await store.bytesOf(wanted.filter(isStored))).values();
      return wanted.map((entry) => {
        if (!isStored(entry)) return entry;
        const content = stored.next().value;
        if (content !== undefined) return content;
        throw new Error(`The content of file ${entry.fileId} cannot be had at once.`);
      });
    },
    read(index, range) {
      const entry = at(index);
      return isStored(entry) ? store.read(entry, range) : madeBytes(entry.subarray(range.start, range.end));
    },
  };
}

function isStored(entry: EntryContent): entry is BlobRef {
  return !Buffer.isBuffer(entry);
}

async function* madeBytes(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
