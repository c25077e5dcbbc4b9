/** Conversations to erase: one, all of a principal's, or all that nobody wrote in since a time. */
export type Forgettable =
  | { readonly session: string }
  | { readonly owner: string }
  | { readonly untouchedSince: number };

export interface ErasedCounts {
  readonly sessions: number;
  readonly runs: number;
  readonly messages: number;
}

/** Erases conversations of any owner, for the operator. */
export interface Erasure {
  count(which: Forgettable): Promise<ErasedCounts & { readonly lastUsedAt: number | null }>;
  /** At most so many of them, in one transaction; those with an answer under way stay. */
  erase(which: Forgettable, limit: number): Promise<ErasedCounts>;
}
