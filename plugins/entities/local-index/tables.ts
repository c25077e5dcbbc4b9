/** What the index keeps of the chain. Times are milliseconds since the epoch. */
export interface IndexTables {
  readonly entities_records: {
    readonly id: string;
    readonly type: string;
    readonly status: number;
    readonly verified: number;
    /** All that can be searched for, in lower case. */
    readonly text: string;
    /** When the chain last listed it. */
    readonly seen_at: number;
  };
  readonly entities_documents: {
    readonly id: string;
    readonly text: string;
    readonly seen_at: number;
  };
  readonly entities_claims: {
    readonly id: string;
    readonly collection_id: string;
    readonly state: string;
    readonly agent: string;
    readonly address: string;
    readonly submitted: string;
    readonly evaluated: string;
    readonly seen_at: number;
  };
  /** How far each list of the chain is read. */
  readonly entities_progress: {
    readonly list: string;
    /** Where the next page begins; null before the first page of a round. */
    readonly cursor: string | null;
    /** When this round began; null between rounds. */
    readonly started_at: number | null;
    /** When the last round ended; null while there was none. */
    readonly completed_at: number | null;
    /** The chain that it was read from. */
    readonly source: string;
  };
}
