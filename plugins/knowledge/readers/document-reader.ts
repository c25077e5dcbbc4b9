import { forkModule, WorkError, WorkProcess } from 'oracle-runtime/kit';
import { type DocumentText, UnreadableDocument } from './document-text.js';
import { isParsed, readDocument } from './read-document.js';
import type { DocumentRead, DocumentToRead } from './reading-messages.js';

/**
 * Reads documents of anybody.
 * @param owner whose document it is
 * @throws UnreadableDocument with the reason; Error where it could not be looked at just now
 */
export type ReadDocument = (path: string, bytes: Uint8Array, owner: string) => Promise<DocumentText>;

export interface DocumentReader {
  readonly read: ReadDocument;
  dispose(): Promise<void>;
}

const READ_MS = 30_000;
const MEMORY_MB = 512;
const MOST_WAITING = 100;

/**
 * Reads what needs a parser in a process of its own, owners in turn, for half a minute each: no file can stop the oracle,
 * and none of one person can keep another's from being read. Plain text is read at once.
 */
export function createDocumentReader(): DocumentReader {
  const reading = new WorkProcess<DocumentToRead, DocumentRead>({
    start: () => forkModule(import.meta.url, 'document-process', MEMORY_MB),
    timeoutMs: READ_MS,
    mostWaiting: MOST_WAITING,
  });
  return {
    async read(path, bytes, owner) {
      if (!isParsed(path)) return readDocument(path, bytes);
      const read = await reading.run({ path, bytes }, owner).catch((error: unknown) => {
        if (!(error instanceof WorkError)) throw error;
        if (error.why === 'late') throw new UnreadableDocument('took longer than half a minute to read');
        if (error.why === 'fault') throw new UnreadableDocument('cannot be read: it takes too much memory');
        throw error;
      });
      if ('reason' in read) throw new UnreadableDocument(read.reason);
      return read;
    },
    dispose: () => reading.dispose(),
  };
}
