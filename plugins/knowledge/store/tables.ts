import type { Generated } from 'kysely';

/** Rows of the plugin. What documents say is not among them: it is read from the documents when it is quoted. */
export interface KnowledgeTables {
  knowledge_documents: DocumentTable;
  knowledge_blocks: BlockTable;
}

interface DocumentTable {
  id: string;
  /** See `Shelf.owner`. */
  owner: string;
  path: string;
  version: number;
  /** SHA-256 of the content, hex. */
  content_hash: string;
  /** How it was read and cut; what was so otherwise is taken in anew. */
  format: number;
  /** Why it is not known; null of what is. */
  reason: string | null;
  /** What of it is not read, in words that follow its name; null where all is. */
  partly: string | null;
  blocks: number;
  indexed_at: number;
}

interface BlockTable {
  id: Generated<number>;
  document_id: string;
  /** Characters of the document's text, `end_at` exclusive. */
  start_at: number;
  end_at: number;
}
