import { defineService, type Principal } from 'oracle-runtime/plugin';

/** A passage that says something about the question, quoted as it stands in one version of a file. */
export interface Passage {
  readonly quote: string;
  readonly path: string;
  /** Of the file, from 1. */
  readonly version: number;
  /** From 1, both included; of paged documents. */
  readonly pages?: readonly [first: number, last: number];
  /** From 1, both included; of text. */
  readonly lines?: readonly [first: number, last: number];
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Searches what a principal has stored, and nobody else's. */
export interface KnowledgeService {
  /** Best first, at most `limit`; empty when nothing fits. */
  search(
    principal: Principal,
    query: { readonly text: string; readonly folder?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly Passage[]>;
}

export const Knowledge = defineService<KnowledgeService>()('knowledge', 'knowledge');
