import { serveWork } from 'oracle-runtime/kit';
import { UnreadableDocument } from './document-text.js';
import { readDocument } from './read-document.js';
import type { DocumentRead, DocumentToRead } from './reading-messages.js';

/** A process of its own: what a file makes of a parser can take any time and memory, and is then ended from outside. */
serveWork(async ({ path, bytes }: DocumentToRead): Promise<DocumentRead> => {
  try {
    return await readDocument(path, bytes);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.message };
    throw error;
  }
});
