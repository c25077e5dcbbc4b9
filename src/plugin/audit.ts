/** One thing that was done in somebody's name. */
export interface AuditEntry {
  /** Unique within its source. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Such as `publish` or `delegation.use`. */
  readonly action: string;
  /** What it was done to, such as `user:z6Mk…/docs/a.pdf` or a resource. */
  readonly subject: string;
  /** DID in whose name it was done. */
  readonly actor: string;
  /** Who did it: the DID of a delegate or of the actor, or `oracle` for the actor. */
  readonly invoker: string;
  readonly requestId?: string;
  readonly details?: Readonly<Record<string, string>>;
}

export interface AuditQuery {
  readonly limit: number;
  /** Only entries older than this place; those of one time are ordered by their ids. */
  readonly before?: { readonly at: number; readonly id: string };
  /** Only entries of this actor. */
  readonly actor?: string;
}

/** What one plugin has recorded, for the operator to read. */
export interface AuditSource {
  /** Newest first, by time and then by id, both falling. */
  entries(query: AuditQuery): Promise<readonly AuditEntry[]>;
}
