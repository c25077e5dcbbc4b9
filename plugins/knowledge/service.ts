import { defineService, type Principal } from 'oracle-runtime/plugin';

/** A passage that says something about the question, quoted as it stands in one version of a document. */
export interface Passage {
  /** Byte for byte what the document says there; of markup, its text. */
  readonly quote: string;
  /** `files`: of whoever asks; `documents`: the operator's; `notes`: what ships. */
  readonly source: 'files' | 'documents' | 'notes';
  /** Of a file its path; else below `knowledge/` or `notes/`. */
  readonly path: string;
  /** Of the document, from 1. */
  readonly version: number;
  /** From 1, both included; of paged documents. */
  readonly pages?: readonly [first: number, last: number];
  /** From 1, both included; of text. */
  readonly lines?: readonly [first: number, last: number];
  /** What it stands under, the highest first, parted by ` > `. */
  readonly heading?: string;
  /** Of the quote in UTF-8, hex. */
  readonly sha256: string;
  /** What it stands below and cannot do without: what leads its list in, the first row of its table; the highest first. */
  readonly below?: readonly QuotedLead[];
  /** The sentence is too long for a quote and goes on there: what is left may change what it says. */
  readonly isCut?: boolean;
  /** It has no word of the question, only some that are near to one: it answers something else, or what was misspelt. */
  readonly isNear?: boolean;
  /** Drawings or comments on its page are not read: they may change what it says. */
  readonly isDrawnOver?: boolean;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** What stands above a passage, farther off than one quote reaches; a quote as the passage is, of the same version. */
export type QuotedLead = Pick<Passage, 'quote' | 'pages' | 'lines' | 'sha256'>;

/** A word that stands nowhere, and words that do and that it may be meant for: `ethanol`, and `methanol`. */
export interface NearWord {
  readonly word: string;
  readonly stands: readonly string[];
}

export interface KnowledgeQuery {
  readonly text: string;
  /** A folder or a document, such as `/reports` or `knowledge/handbook.md`; all by default. */
  readonly within?: string | undefined;
  readonly limit: number;
}

/** Searches what the operator has laid out, and what a principal has stored: nobody else's. */
export interface KnowledgeService {
  /** Best first, at most `limit`; empty when nothing fits. A passage that has only what is near to the words is none. */
  search(principal: Principal, query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Passage[]>;
}

export const Knowledge = defineService<KnowledgeService>()('knowledge', 'knowledge');
